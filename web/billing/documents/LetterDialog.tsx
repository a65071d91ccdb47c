import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** Sends an invoice or a quote with its PDF by e-mail. */
export function LetterDialog({ email, title, text: explanation, hint, submit, sent, send, close }: Props) {
  const { t } = useTranslation()
  const [to, setTo] = useState(email)
  const [text, setText] = useState('')
  const run = async () => {
    await send({ to: to.trim(), ...(text.trim() && { text: text.trim() }) })
    showSuccess(sent(to.trim()))
  }
  return (
    <ActionDialog
      title={title}
      text={explanation}
      submit={submit}
      disabled={!to.includes('@')}
      fields={['to', 'text']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            type="email"
            label={t('billing:invoice.to')}
            value={to}
            maxLength={254}
            error={errorOf('to')}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Textarea
            label={t('billing:invoice.letter')}
            description={hint}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={4000}
            value={text}
            error={errorOf('text')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

type Props = {
  /** That is proposed. */
  email: string
  title: string
  text: string
  /** What is sent where no text is written. */
  hint?: string
  submit: string
  /** What is said when it has been sent. */
  sent: (to: string) => string
  send: (letter: { to: string; text?: string }) => Promise<unknown>
  close: () => void
}
