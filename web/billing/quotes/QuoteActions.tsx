import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { download } from '../../kit/ui/download.ts'
import { LetterDialog } from '../documents/LetterDialog.tsx'
import type { Quote } from './form.ts'

/** What can be done with a quote: its PDF, send it, withdraw it, write its invoice. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const { id, state, expired, document_number, invoice_id, deposit, deposit_invoice_id } = quote
  const { busy, run } = useAction({ changes: ['quote', 'invoice'] })
  const pdf = useAction({ failed: t('billing:quotes.pdfFailed') })
  const canInvoice = state === 'accepted' && (invoice_id === null || quote.invoice_state === 'void')
  const asksDeposit = deposit > 0 && deposit_invoice_id === null && invoice_id === null
  const write = (final: boolean) =>
    run(() => client.act('POST quote/invoice', { id, final }), t('billing:quotes.invoiced'))
  const canSend = state === 'draft' || (state === 'sent' && !expired)
  return (
    <Group gap="sm">
      <Button
        variant="default"
        loading={pdf.busy}
        onClick={() => pdf.run(() => download('quote/pdf', { id }, `${document_number ?? `quote-${id}`}.pdf`))}
      >
        {t('billing:invoice.pdf')}
      </Button>
      {state === 'sent' && (
        <ConfirmButton
          label={t('billing:quotes.withdraw')}
          run={() => run(() => client.act('POST quote/withdraw', { id }), t('billing:quotes.withdrawn'))}
          dangerous
        />
      )}
      {canInvoice && asksDeposit && (
        <Button variant="default" loading={busy} onClick={() => write(false)}>
          {t('billing:quotes.depositInvoice')}
        </Button>
      )}
      {canInvoice && (
        <Button loading={busy} onClick={() => write(true)}>
          {t(deposit > 0 ? 'billing:quotes.finalInvoice' : 'billing:quotes.invoice')}
        </Button>
      )}
      {canSend && (
        <Button variant={state === 'draft' ? 'filled' : 'default'} onClick={() => setSending(true)}>
          {t(state === 'draft' ? 'billing:quotes.send' : 'billing:quotes.sendAgain')}
        </Button>
      )}
      {sending && <SendQuote quote={quote} close={() => setSending(false)} />}
    </Group>
  )
}

function SendQuote({ quote, close }: { quote: Quote; close: () => void }) {
  const { t } = useTranslation()
  const { id, sent_at, sent_to, contact_email } = quote
  return (
    <LetterDialog
      email={sent_to ?? contact_email ?? ''}
      title={t('billing:quotes.send')}
      text={t(sent_at ? 'billing:quotes.sendAgainText' : 'billing:quotes.sendText')}
      submit={t('billing:quotes.send')}
      sent={(to) => t('billing:quotes.sent', { to })}
      send={(letter) => guarded(client.act('POST quote/send', { id, ...letter })).finally(() => refresh('quote'))}
      close={close}
    />
  )
}
