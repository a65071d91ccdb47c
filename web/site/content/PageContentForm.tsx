import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { stateOf } from './pageNames.ts'

const MarkdownField = lazy(() => import('../../kit/markdown/MarkdownField.tsx'))

/** Title and text of a page beside its preview; the draft is saved, or published at once. */
export function PageContentForm({ page, free, above, save, publish, children }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [draft, setDraft] = useState<Draft>({ title: page.title, locale: page.locale, text: page.text })
  const [pressed, setPressed] = useState<'save' | 'publish'>('save')
  const changes = changesOf(page, draft)
  const is_new = !('id' in page)
  const is_changed = Object.keys(changes).length > 0
  const is_current = !is_new && stateOf(page) === 'published'
  const change = (field: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [field]: value }))
  const at = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const wrong = (field: 'title' | 'locale') => at(field) ?? (draft[field].trim() ? undefined : t('form.wrong.required'))
  const is_complete = draft.title.trim() !== '' && draft.locale.trim().length >= 2
  const run = (what: 'save' | 'publish', event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    setPressed(what)
    const body = is_new ? draft : changes
    send(() => (what === 'save' ? save(body) : publish!(body)))
  }
  return (
    <form noValidate onSubmit={(event) => run('save', event)}>
      <UnsavedChanges changed={is_changed} free={free} />
      <Stack gap="md">
        {'id' in page && <State page={page} />}
        {!fields.includes(refusal?.field ?? '') && <RefusalAlert refusal={refusal} />}
        {above?.(at)}
        <TextInput
          label={labelOf(t, 'pagecontent', 'locale')}
          description={t('site:contents.localeText')}
          maw={320}
          value={draft.locale}
          maxLength={16}
          error={wrong('locale')}
          onChange={(event) => change('locale')(event.currentTarget.value.trim())}
        />
        <TextInput
          label={labelOf(t, 'pagecontent', 'title')}
          maw={560}
          value={draft.title}
          maxLength={200}
          error={wrong('title')}
          onChange={(event) => change('title')(event.currentTarget.value)}
        />
        <Suspense fallback={<Skeleton height={420} />}>
          <MarkdownField
            name="text"
            label={labelOf(t, 'pagecontent', 'text')}
            description={undefined}
            error={at('text')}
            value={draft.text}
            onChange={change('text')}
            beside
          />
        </Suspense>
        <Group gap="sm">
          {publish && (
            <Button
              loading={busy && pressed === 'publish'}
              disabled={busy || !is_complete || !draft.text.trim() || (is_current && !is_changed)}
              onClick={() => run('publish')}
            >
              {t('site:contents.publish')}
            </Button>
          )}
          <Button
            type="submit"
            variant={publish ? 'default' : 'filled'}
            loading={busy && pressed === 'save'}
            disabled={busy || !is_complete || (!is_new && !is_changed)}
          >
            {t('site:contents.save')}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  )
}

function State({ page }: { page: Row<'pagecontent'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const state = stateOf(page)
  const version = { version: page.version, time: page.published_at ? moment(page.published_at) : '' }
  return (
    <Text c="dimmed" size="sm">
      <b>{t(`site:contents.state.${state}`)}.</b> {state === 'draft' && t('site:contents.draftText')}
      {state === 'published' && t('site:contents.publishedText', version)}
      {state === 'changed' && t('site:contents.changedText', version)}
    </Text>
  )
}

function changesOf(before: Draft, draft: Draft): Partial<Draft> {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => before[name as keyof Draft] !== value))
}

const fields = ['key', 'locale', 'title', 'text']

export type Draft = { title: string; locale: string; text: string }

type Props = {
  /** What the form begins with: a page, or the words of a new one. */
  page: Row<'pagecontent'> | Draft
  /** Set before the page is left on purpose. */
  free: RefObject<boolean>
  /** Fields above the others. @param at what the server said against a field */
  above?: (at: (field: string) => string | undefined) => ReactNode
  /** Each gets what was changed, and rejects with the server's error. */
  save: (changes: Partial<Draft>) => Promise<unknown>
  publish?: (changes: Partial<Draft>) => Promise<unknown>
  /** Further buttons. */
  children?: ReactNode
}
