import { Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import type { StoredFile } from '../../core/types.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { FilesToSend } from '../../files/attachments/FilesToSend.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import type { Message } from './queries.ts'
import { noRecipients, RecipientFields, type Recipients } from './RecipientFields.tsx'

/** Administrators write to all members of their organisation, others to its administrators. */
export function WriteMessage({ answers }: { answers?: Message }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const organisation_id = answers?.organisation_id ?? session.organisation_id!
  const administers = useAdministers(organisation_id)
  const choosing = administers && !answers
  const { busy, refusal, send } = useSending()
  const sent = useRef(false)
  const [files, setFiles] = useState<StoredFile[]>([])
  const [uploading, setUploading] = useState(false)
  const form = useForm<Values>({
    initialValues: { ...noRecipients, sms: false, subject: answers ? replyTo(answers.subject) : '', text: '' },
    validate: {
      to: (to, { cc, bcc }) =>
        choosing && to.length + cc.length + bcc.length === 0 ? t('messaging:compose.whom') : null,
      subject: (subject) => (subject.trim() ? null : t('form.wrong.required')),
      text: (text) => (text.trim() ? null : t('form.wrong.required')),
    },
  })
  const submit = form.onSubmit(async (values) => {
    // Enter in a field submits too.
    if (uploading) return
    const to = answers ? { recipient_user_ids: [answers.sender_user_id!] } : choosing ? idsOf(values) : {}
    const { subject, text, sms } = values
    const attached = files.length > 0 && { file_ids: files.map(({ id }) => id) }
    await send(async () => {
      const body = { organisation_id, subject, text, ...to, ...(sms && { sms }), ...attached }
      const { data } = await guarded(client.create('message', body))
      sent.current = true
      showSuccess(t('messaging:compose.sent'))
      await refresh('message')
      navigate(paths.message({ id: data.id }), { replace: true })
    })
  })
  const at = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const organisation = session.user?.memberships.find((each) => each.organisation_id === organisation_id)
  const recipients = answers
    ? t('messaging:compose.toOne', { name: answers.sender ?? '' })
    : t('messaging:compose.toAdministrators', { organisation: organisation?.organisation_name ?? '' })

  return (
    <Page title={t(answers ? 'messaging:compose.replyTitle' : 'messaging:compose.title')}>
      <form onSubmit={submit} noValidate>
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
              <Text c="dimmed">{recipients}</Text>
              <RefusalAlert refusal={refusal?.field === 'recipient_user_ids' ? refusal : null} />
            </>
          )}
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
          <FilesToSend
            organisation_id={organisation_id}
            files={files}
            change={setFiles}
            onUploading={setUploading}
            error={at('file_ids')}
          />
          {administers && (
            <Switch
              label={t('messaging:compose.sms')}
              {...form.getInputProps('sms', { type: 'checkbox' })}
              error={at('sms')}
            />
          )}
          <Group gap="sm">
            <Button type="submit" loading={busy} disabled={uploading}>
              {t('messaging:compose.submit')}
            </Button>
            <Button
              component={Link}
              to={answers ? paths.message({ id: answers.id }) : paths.messages()}
              variant="subtle"
              color="gray"
            >
              {t('form.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
      {answers && (
        <Section title={t('messaging:compose.wrote', { name: answers.sender ?? '' })} apart>
          <LinkedText text={answers.text} />
        </Section>
      )}
      <UnsavedChanges changed={form.isDirty() || files.length > 0} free={sent} />
    </Page>
  )
}

const sentAs = { to: 'recipient_user_ids', cc: 'cc_user_ids', bcc: 'bcc_user_ids' } as const
const fields: string[] = [...Object.values(sentAs), 'subject', 'text', 'sms', 'file_ids']
const replyTo = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, 500)

/** Omits empty lists: an empty list would address the administrators. */
function idsOf({ to, cc, bcc }: Recipients) {
  const ids = (people: Recipients['to']) => people.map(({ user_id }) => user_id)
  return {
    ...(to.length > 0 && { recipient_user_ids: ids(to) }),
    ...(cc.length > 0 && { cc_user_ids: ids(cc) }),
    ...(bcc.length > 0 && { bcc_user_ids: ids(bcc) }),
  }
}

type Values = Recipients & { subject: string; text: string; sms: boolean }
