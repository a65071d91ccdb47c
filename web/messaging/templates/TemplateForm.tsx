import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { refusalOf, useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import classes from '../messages/Messages.module.css'
import { type BuiltIn, builtInTemplates, usePreview, useTemplateName } from './templates.ts'

/** A template's text beside its preview. */
export function TemplateForm({ template, save, remove }: Props) {
  const { t } = useTranslation()
  const { data: all = [] } = useQuery(builtInTemplates)
  const { busy, refusal, send } = useSending()
  const [draft, setDraft] = useState<Template>(() => template ?? { ...wordsOf(all[0]!), locale: 'en' })
  const builtIn = all.find(({ name, channel }) => name === draft.name && channel === draft.channel)
  const change = (changes: Partial<Template>) => setDraft((before) => ({ ...before, ...changes }))
  const switchTo = (name: string, channel: string) => {
    const match = all.find((each) => each.name === name && each.channel === channel)
    if (match) change(wordsOf(match))
  }
  const [debounced] = useDebouncedValue(draft, 400)
  const { name, channel, subject, text } = debounced
  const preview = usePreview({ name, channel, subject, text })
  const refused = refusal ?? (preview.error && refusalOf(preview.error, t('form.unreachable')))
  const at = (field: string) => (refused?.field === field ? refused.message : undefined)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    send(() => save(draft))
  }

  return (
    <div className={classes.columns}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {refused && !fields.includes(refused.field ?? '') && <RefusalAlert refusal={refused} />}
          <Which draft={draft} all={all} fixed={template !== undefined} error={at('name')} switchTo={switchTo} />
          <TextInput
            label={t('messaging:templates.locale')}
            description={t('messaging:templates.localeText')}
            value={draft.locale}
            maxLength={16}
            maw={240}
            error={at('locale')}
            onChange={(event) => change({ locale: event.currentTarget.value.trim() })}
          />
          {draft.channel === 'email' && (
            <TextInput
              label={t('messaging:compose.subject')}
              value={draft.subject}
              maxLength={500}
              error={at('subject')}
              onChange={(event) => change({ subject: event.currentTarget.value })}
            />
          )}
          <Textarea
            label={t('messaging:compose.text')}
            value={draft.text}
            autosize
            minRows={6}
            maxRows={24}
            maxLength={20_000}
            error={draft.text.trim() ? at('text') : t('form.wrong.required')}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          {builtIn && <Names names={builtIn.placeholders} />}
          <Group gap="sm">
            <Button type="submit" loading={busy} disabled={!draft.text.trim()}>
              {t(template ? 'form.save' : 'form.create')}
            </Button>
            {builtIn && (
              <Button variant="subtle" color="gray" onClick={() => change(wordsOf(builtIn))}>
                {t('messaging:templates.builtIn')}
              </Button>
            )}
            {remove}
          </Group>
        </Stack>
      </form>
      <Section title={t('messaging:templates.preview')}>
        {preview.data?.subject && <b>{preview.data.subject}</b>}
        <LinkedText text={preview.data?.text ?? ''} />
      </Section>
    </div>
  )
}

/** What the template is for, and how it is sent. */
function Which({ draft, all, fixed, error, switchTo }: WhichProps) {
  const { t } = useTranslation()
  const named = useTemplateName()
  return (
    <>
      <NativeSelect
        label={t('messaging:templates.for')}
        disabled={fixed}
        value={draft.name}
        data={[...new Set(all.map((each) => each.name))].map((value) => ({ value, label: named(value) }))}
        error={error}
        onChange={(event) => switchTo(event.currentTarget.value, draft.channel)}
      />
      <NativeSelect
        label={t('messaging:templates.as')}
        disabled={fixed}
        value={draft.channel}
        data={['email', 'sms'].map((value) => ({ value, label: choiceOf(t, value) }))}
        onChange={(event) => switchTo(draft.name, event.currentTarget.value)}
      />
    </>
  )
}

function Names({ names }: { names: string[] }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {t('messaging:templates.names')}
      </Text>
      <ul className={classes.names}>
        {names.map((name) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

const fields = ['name', 'locale', 'subject', 'text']
const wordsOf = ({ name, channel, subject, text }: BuiltIn) => ({ name, channel, subject, text })

export type Template = {
  name: Row<'messagetemplate'>['name']
  channel: 'email' | 'sms'
  locale: string
  subject: string
  text: string
}

type Props = {
  template?: Template
  /** Rejects with the server's error. */
  save: (template: Template) => Promise<unknown>
  remove?: ReactNode
}
type WhichProps = {
  draft: Template
  all: BuiltIn[]
  fixed: boolean
  error: string | undefined
  switchTo: (name: string, channel: string) => void
}
