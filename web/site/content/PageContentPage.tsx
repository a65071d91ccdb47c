import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showRecord, useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { NewPageContent } from './NewPageContent.tsx'
import { type Draft, PageContentForm } from './PageContentForm.tsx'
import { addressOf, usePageName } from './pageNames.ts'
import { Versions } from './Versions.tsx'

/** The page of `?id=`, or a new one. */
export function PageContentPage() {
  const { t } = useTranslation()
  const record = useRecord('pagecontent')
  const address = useSearchParams()[0]
  if (record.id === null) return <NewPageContent key={address.get('key')} />
  return (
    <Loaded query={record} title={t('site:contents.title')} missing={t('site:contents.missing')}>
      {(page) => <Editor key={`${page.id} ${page.modified_at}`} page={page} />}
    </Loaded>
  )
}

function Editor({ page }: { page: Row<'pagecontent'> }) {
  const { t } = useTranslation()
  const named = usePageName()
  const free = useRef(false)
  const { update, remove } = useRecordActions('pagecontent', {
    page: paths.pageContent,
    list: () => paths.pageContents(page.organisation_id === null ? { of: 'installation' } : {}),
    texts: { saved: t('site:contents.saved'), removed: t('site:contents.removed') },
    leaving: () => {
      free.current = true
    },
  })
  /** Saves what was changed first, as the version that everyone else then has changed on. */
  const publish = async (changes: Partial<Draft>) => {
    const { id } = page
    const is_changed = Object.keys(changes).length > 0
    const saved = is_changed
      ? (await guarded(client.update('pagecontent', { ...changes, id, modified_at: page.modified_at }))).data
      : page
    try {
      const { modified_at } = saved
      const { data, message } = await guarded(post<Row<'pagecontent'>>('pagecontent/publish', { id, modified_at }))
      showSuccess(message!)
      await showRecord('pagecontent', data)
    } catch (error) {
      if (!is_changed) throw error
      showFailure(error, t('form.unreachable'))
      await showRecord('pagecontent', saved)
    }
  }
  const { run } = useAction()
  const withdraw = () =>
    run(async () => {
      const { data } = await client.update('pagecontent', { id: page.id, state: 'draft' })
      await showRecord('pagecontent', data)
    }, t('site:contents.withdrawn'))
  const show = page.state === 'published' && (
    <Button component={Link} to={addressOf(page.key)} variant="default">
      {t('site:contents.show')}
    </Button>
  )
  return (
    <Page title={`${named(page.key)} · ${page.locale}`} width="record" actions={show}>
      <PageContentForm page={page} free={free} save={(changes) => update(page, changes)} publish={publish}>
        {page.state === 'published' && <ConfirmButton label={t('site:contents.withdraw')} run={withdraw} />}
        <ConfirmButton label={t('form.remove')} run={() => remove(page.id)} dangerous />
      </PageContentForm>
      {page.version > 0 && (
        <Section title={t('site:contents.versions')} text={t('site:contents.versionsText')} apart>
          <Versions page={page} />
        </Section>
      )}
    </Page>
  )
}
