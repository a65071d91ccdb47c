import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { actOnInvoice } from './document.ts'

/** Sends an invoice with its PDF by e-mail. */
export function SendDialog({ invoice, email, close }: { invoice: Row<'invoice'>; email: string; close: () => void }) {
  const { t } = useTranslation()
  const [to, setTo] = useState(email)
  const [text, setText] = useState('')
  const run = async () => {
    const letter = { id: invoice.id, to: to.trim(), ...(text.trim() && { text: text.trim() }) }
    await actOnInvoice(client.act('POST invoice/send', letter))
    showSuccess(t('billing:invoice.sent', { to: to.trim() }))
  }
  return (
    <ActionDialog
      title={t('billing:invoice.send')}
      text={t(invoice.sent_at ? 'billing:invoice.sendAgainText' : 'billing:invoice.sendText')}
      submit={t('billing:invoice.sendSubmit')}
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
            description={t('billing:invoice.letterText')}
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
