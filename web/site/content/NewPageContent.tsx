import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { currentPages } from './currentPage.ts'
import { type Draft, PageContentForm } from './PageContentForm.tsx'
import { isStandard, standardKeys, usePageName } from './pageNames.ts'
import { ScopeSelect } from './ScopeSelect.tsx'
import { useScope } from './useScope.ts'

const other = ''

/** A new page begins with the text that its readers see now. */
export function NewPageContent() {
  const { t } = useTranslation()
  const scope = useScope()
  const { organisation_id } = scope
  const requested = useSearchParams()[0].get('key') ?? ''
  const [standard, setStandard] = useState<string>(isStandard(requested) ? requested : other)
  const [added, setAdded] = useState(isStandard(requested) ? '' : requested)
  const free = useRef(false)
  const current = useQuery(currentPages(organisation_id))
  const { create } = useRecordActions('pagecontent', {
    page: paths.pageContent,
    list: paths.pageContents,
    texts: { created: t('site:contents.created') },
    leaving: () => {
      free.current = true
    },
  })
  const key = standard || added
  const save = (draft: Partial<Draft>) => create({ ...(draft as Draft), key, organisation_id })
  return (
    <Loaded query={current} title={t('site:contents.new')}>
      {(pages) => {
        const { title = '', text = '' } = pages.find((page) => page.key === standard) ?? {}
        return (
          <Page title={t('site:contents.new')} width="record">
            <ScopeSelect scope={scope} />
            <PageContentForm
              key={`${standard} ${organisation_id}`}
              page={{ title, text, locale: 'en' }}
              free={free}
              save={save}
              above={(at) => (
                <Group align="start">
                  <KeySelect value={standard} onChange={setStandard} error={standard ? at('key') : undefined} />
                  {standard === other && <Address value={added} onChange={setAdded} error={at('key')} />}
                </Group>
              )}
            />
          </Page>
        )
      }}
    </Loaded>
  )
}

/** The key of a page without an address of its own. */
function Address({ value, onChange, error }: FieldProps) {
  const { t } = useTranslation()
  const wrong = /^[a-z0-9-]*$/.test(value) ? undefined : t('site:contents.addressWrong')
  return (
    <TextInput
      label={t('site:contents.address')}
      description={t('site:contents.addressText')}
      value={value}
      maxLength={50}
      error={error ?? wrong}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  )
}

function KeySelect({ value, onChange, error }: FieldProps) {
  const { t } = useTranslation()
  const named = usePageName()
  return (
    <NativeSelect
      label={labelOf(t, 'pagecontent', 'key')}
      value={value}
      error={error}
      data={[
        ...standardKeys.map((key) => ({ value: key as string, label: named(key) })),
        { value: other, label: t('site:contents.other') },
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type FieldProps = { value: string; onChange: (key: string) => void; error: string | undefined }
