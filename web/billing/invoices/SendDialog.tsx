import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { actOnInvoice } from '../documents/document.ts'
import { LetterDialog } from '../documents/LetterDialog.tsx'

/** Sends an invoice with its PDF by e-mail. */
export function SendDialog({ invoice, email, close }: { invoice: Row<'invoice'>; email: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <LetterDialog
      email={email}
      title={t('billing:invoice.send')}
      text={t(invoice.sent_at ? 'billing:invoice.sendAgainText' : 'billing:invoice.sendText')}
      hint={t('billing:invoice.letterText')}
      submit={t('billing:invoice.sendSubmit')}
      sent={(to) => t('billing:invoice.sent', { to })}
      send={(letter) => actOnInvoice(client.act('POST invoice/send', { id: invoice.id, ...letter }))}
      close={close}
    />
  )
}
