import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { download } from '../../kit/ui/download.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import type { Quote } from './form.ts'

/** What can be done with a quote: its PDF, send it, withdraw it, write its invoice. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const { id, state, expired, document_number, invoice_id } = quote
  const { busy, run } = useAction({ changes: ['quote', 'invoice'] })
  const pdf = useAction({ failed: t('billing:quotes.pdfFailed') })
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
      {state === 'accepted' && invoice_id === null && (
        <Button
          loading={busy}
          onClick={() => run(() => client.act('POST quote/invoice', { id }), t('billing:quotes.invoiced'))}
        >
          {t('billing:quotes.invoice')}
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
  const [to, setTo] = useState(quote.sent_to ?? quote.contact_email ?? '')
  const [text, setText] = useState('')
  const run = async () => {
    const letter = { id: quote.id, to: to.trim(), ...(text.trim() && { text: text.trim() }) }
    await guarded(client.act('POST quote/send', letter)).finally(() => refresh('quote'))
    showSuccess(t('billing:quotes.sent', { to: to.trim() }))
  }
  return (
    <ActionDialog
      title={t('billing:quotes.send')}
      text={t(quote.sent_at ? 'billing:quotes.sendAgainText' : 'billing:quotes.sendText')}
      submit={t('billing:quotes.send')}
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
