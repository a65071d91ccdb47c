import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { client, guarded, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { FileToSend } from '../../files/attachments/FilesToSend.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { type Message, messageOf } from './queries.ts'
import { noRecipients, type Recipients } from './RecipientFields.tsx'
import type { PickedTemplate } from './TemplatePicker.tsx'

/** The state of a message that is written: its form, its files, and how it is sent, saved as a draft and thrown away. */
export function useWriting({ organisation_id, choosing, answers, draft, attached = [] }: Writing) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { busy, refusal, send: run } = useSending()
  const leaving = useRef(false)
  const template = useRef<PickedTemplate | null>(null)
  const [files, setFiles] = useState<FileToSend[]>(attached)
  const [uploading, setUploading] = useState(false)
  const form = useForm<Values>({
    initialValues: valuesOf(answers, draft),
    validate: {
      to: (to, { cc, bcc }) =>
        choosing && to.length + cc.length + bcc.length === 0 ? t('messaging:compose.whom') : null,
      subject: (subject) => (subject.trim() ? null : t('form.wrong.required')),
      text: (text) => (text.trim() ? null : t('form.wrong.required')),
    },
  })
  const has_changed = form.isDirty() || files.length !== attached.length || files.some((one) => !attached.includes(one))

  /** Opens the page that follows; the form asks no more whether it may be left. */
  async function leave(path: string) {
    leaving.current = true
    await refresh('message')
    navigate(path, { replace: true })
  }

  const send = () =>
    run(async () => {
      const body = bodyOf(form.values, files, answers, choosing)
      if (draft && has_changed) {
        const { data } = await guarded(client.update('message', { id: draft.id, ...body }))
        queries.setQueryData(messageOf(draft.id).queryKey, data)
      }
      const { data } = await (draft
        ? guarded(post<Message>('message/send', { id: draft.id }))
        : guarded(client.create('message', { organisation_id, ...withoutNone(body) })))
      showSuccess(t('messaging:compose.sent'))
      await leave(paths.message({ id: data.id }))
      if (draft) queries.removeQueries({ queryKey: messageOf(draft.id).queryKey })
    })

  const saveDraft = () =>
    run(async () => {
      const body = bodyOf(form.values, files, answers, choosing)
      const { data } = await guarded(storeDraft(organisation_id, draft, body))
      await queries.invalidateQueries({ queryKey: queryKeys.rows('attachment') })
      queries.setQueryData(messageOf(data.id).queryKey, data)
      showSuccess(t('messaging:compose.draftSaved'))
      await leave(paths.message({ id: data.id }))
    })

  const action = useAction()
  const remove = () =>
    action.run(async () => {
      await client.remove('message', draft!.id)
      await leave(paths.messages({ tab: 'drafts' }))
    }, t('messaging:compose.draftRemoved'))

  /** A template's subject does not replace that of an answer. */
  function applyTemplate(picked: PickedTemplate) {
    template.current = picked
    form.setValues({
      text: picked.text,
      ...(picked.subject && !answers && { subject: picked.subject }),
      ...(picked.channel === 'sms' && { sms: true }),
    })
  }

  /** Whether something was written since the form was opened or a template was picked. */
  function isTyped() {
    const { subject, text } = form.values
    const differs = (typed: string, before: string | undefined) => typed.trim() !== '' && typed !== before
    return differs(text, template.current?.text) || (!answers && differs(subject, template.current?.subject))
  }

  // Enter in a field submits too.
  const submit = form.onSubmit(() => (uploading ? undefined : send()))
  const state = { form, files, setFiles, uploading, setUploading, busy, refusal, leaving, has_changed }
  return { ...state, submit, saveDraft, remove, applyTemplate, isTyped }
}

function storeDraft(organisation_id: number, draft: Message | undefined, body: ReturnType<typeof bodyOf>) {
  return draft
    ? client.update('message', { id: draft.id, modified_at: draft.modified_at, ...body })
    : client.create('message', { organisation_id, state: 'draft', ...body })
}

function valuesOf(answers: Message | undefined, draft: Message | undefined): Values {
  if (draft?.draft) {
    const { to, cc, bcc, sms } = draft.draft
    return { to, cc, bcc, sms, subject: draft.subject, text: draft.text }
  }
  return { ...noRecipients, sms: false, subject: answers ? replyTo(answers.subject) : '', text: '' }
}

function bodyOf({ to, cc, bcc, sms, subject, text }: Values, files: FileToSend[], answers?: Message, choosing = false) {
  const ids = (people: Recipients['to']) => people.map(({ user_id }) => user_id)
  return {
    subject,
    text,
    sms,
    file_ids: files.map(({ id }) => id),
    ...(answers && { recipient_user_ids: [answers.sender_user_id!] }),
    ...(choosing && { recipient_user_ids: ids(to), cc_user_ids: ids(cc), bcc_user_ids: ids(bcc) }),
  }
}

/** Omits empty lists: an empty list would address the administrators. */
function withoutNone(body: ReturnType<typeof bodyOf>): ReturnType<typeof bodyOf> {
  const isSome = (value: unknown) => value !== false && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(body).filter(([, value]) => isSome(value))) as ReturnType<typeof bodyOf>
}

const replyTo = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, 500)

type Values = Recipients & { subject: string; text: string; sms: boolean }
type Writing = {
  organisation_id: number
  /** Whether the person names the recipients. */
  choosing: boolean
  answers?: Message | undefined
  draft?: Message | undefined
  /** The files of the draft. */
  attached?: FileToSend[] | undefined
}
