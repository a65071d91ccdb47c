import { Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { FilesToSend, type FileToSend } from '../../files/attachments/FilesToSend.tsx'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import type { Message } from './queries.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'
import { useWriting } from './useWriting.ts'

/** Administrators write to all members of their organisation, others to its administrators. */
export function WriteMessage({ answers, draft, attached }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const organisation_id = (answers ?? draft)?.organisation_id ?? session.organisation_id!
  const administers = useAdministers(organisation_id)
  const choosing = administers && !answers
  const writing = useWriting({ organisation_id, choosing, answers, draft, attached })
  const { form, files, refusal } = writing
  const at = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  // Enter in a field of a draft does not send it unasked.
  const saveInstead = (event: SubmitEvent) => {
    event.preventDefault()
    writing.saveDraft()
  }
  const whom = useWhom(organisation_id, answers, draft)

  return (
    <Page
      title={t(
        answers ? 'messaging:compose.replyTitle' : draft ? 'messaging:compose.draftTitle' : 'messaging:compose.title',
      )}
    >
      <form onSubmit={draft ? saveInstead : writing.submit} noValidate>
        <Stack gap="md" maw={640}>
          {!fields.includes(refusal?.field ?? '') && <RefusalAlert refusal={refusal} />}
          {choosing ? (
            <RecipientFields
              organisation_id={organisation_id}
              people={form.values}
              wrong={(name) => (form.errors[name] as string | undefined) ?? at(sentAs[name])}
              change={(name, people) => form.setFieldValue(name, people)}
            />
          ) : (
            <>
              <Text c="dimmed">{whom}</Text>
              <RefusalAlert refusal={refusal?.field === 'recipient_user_ids' ? refusal : null} />
            </>
          )}
          <TemplatePicker
            organisation_id={organisation_id}
            administers={administers}
            isTyped={writing.isTyped}
            use={({ channel, ...template }) =>
              writing.applyTemplate({ ...template, channel: administers ? channel : 'email' })
            }
          />
          <Words form={form} at={at} />
          <FilesToSend
            organisation_id={organisation_id}
            files={files}
            change={writing.setFiles}
            onUploading={writing.setUploading}
            error={at('file_ids')}
          />
          {administers && (
            <Switch
              label={t('messaging:compose.sms')}
              {...form.getInputProps('sms', { type: 'checkbox' })}
              error={at('sms')}
            />
          )}
          <Buttons
            writing={writing}
            isDraft={draft !== undefined}
            back={answers && paths.message({ id: answers.id })}
          />
        </Stack>
      </form>
      {answers && (
        <Section title={t('messaging:compose.wrote', { name: answers.sender ?? '' })} apart>
          <LinkedText text={answers.text} />
        </Section>
      )}
      <UnsavedChanges changed={writing.has_changed} free={writing.leaving} />
    </Page>
  )
}

function Words({ form, at }: { form: Writing['form']; at: (field: string) => string | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('messaging:compose.subject')}
        maxLength={500}
        {...form.getInputProps('subject')}
        error={form.errors.subject ?? at('subject')}
      />
      <Textarea
        label={t('messaging:compose.text')}
        autosize
        minRows={8}
        maxRows={24}
        maxLength={50_000}
        {...form.getInputProps('text')}
        error={form.errors.text ?? at('text')}
      />
    </>
  )
}

/** A draft is opened long after it was written, so it asks before it is sent. */
function Buttons({
  writing,
  isDraft,
  back,
}: {
  writing: ReturnType<typeof useWriting>
  isDraft: boolean
  back?: string | undefined
}) {
  const { t } = useTranslation()
  const { busy, uploading, submit, saveDraft, remove } = writing
  const cancel = back ?? (isDraft ? paths.messages({ tab: 'drafts' }) : paths.messages())
  return (
    <Group gap="sm">
      {isDraft ? (
        <ConfirmButton label={t('messaging:compose.submit')} run={async () => submit()} primary />
      ) : (
        <Button type="submit" loading={busy} disabled={uploading}>
          {t('messaging:compose.submit')}
        </Button>
      )}
      <Button variant="default" onClick={saveDraft} disabled={busy || uploading}>
        {t('messaging:compose.saveDraft')}
      </Button>
      {isDraft && <ConfirmButton label={t('messaging:compose.removeDraft')} run={remove} dangerous />}
      <Button component={Link} to={cancel} variant="subtle" color="gray">
        {t('form.cancel')}
      </Button>
    </Group>
  )
}

/** Whom a message goes to where the person does not choose. */
function useWhom(organisation_id: number, answers: Message | undefined, draft: Message | undefined): string {
  const { t } = useTranslation()
  const memberships = useSession((session) => session.user?.memberships)
  const organisation = memberships?.find((each) => each.organisation_id === organisation_id)?.organisation_name ?? ''
  const name = answers ? (answers.sender ?? '') : draft?.recipients
  return name ? t('messaging:compose.toOne', { name }) : t('messaging:compose.toAdministrators', { organisation })
}

const sentAs = { to: 'recipient_user_ids', cc: 'cc_user_ids', bcc: 'bcc_user_ids' } as const
const fields: string[] = [...Object.values(sentAs), 'subject', 'text', 'sms', 'file_ids']

type Props = {
  /** The message that this one answers. */
  answers?: Message
  draft?: Message
  /** The files of the draft. */
  attached?: FileToSend[]
}
type Writing = ReturnType<typeof useWriting>
