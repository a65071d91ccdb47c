import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import type { Quote } from './form.ts'
import { QuoteLines } from './QuoteLines.tsx'
import classes from './Quotes.module.css'

/** What was offered, and what became of it. */
export function QuoteView({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const { day, moment } = useTimes()
  const { problem, state, sent_at, sent_to, message_state, answered_at, answered_name: name, invoice_id } = quote
  const sent = [sent_to, sent_at && moment(sent_at), message_state && choiceOf(t, message_state)]
  const deposit: [string, ReactNode] = [
    labelOf(t, 'quote', 'deposit_number'),
    quote.deposit_invoice_id && (
      <Link key="deposit" to={paths.invoiceEdit({ id: quote.deposit_invoice_id })}>
        {quote.deposit_number ?? t('billing:quotes.draftInvoice')}
      </Link>
    ),
  ]
  // Before it is answered there is nothing of these.
  const answer = (at: string): [string, ReactNode][] => [
    [labelOf(t, 'quote', 'answered_name'), t('billing:quotes.answered', { name, at: moment(at) })],
    [labelOf(t, 'quote', 'answered_note'), quote.answered_note],
    [
      labelOf(t, 'quote', 'invoice_number'),
      invoice_id && (
        <Link key="invoice" to={paths.invoiceEdit({ id: invoice_id })}>
          {quote.invoice_number ?? t('billing:quotes.draftInvoice')}
        </Link>
      ),
    ],
    ...(quote.deposit > 0 ? [deposit] : []),
  ]
  return (
    <>
      {problem && (
        <Alert color="yellow" mb="md" role="status">
          {problem}
        </Alert>
      )}
      {state === 'sent' && !sent_at && (
        <Alert color="yellow" mb="md" role="status">
          {t('billing:quotes.notMailed')}
        </Alert>
      )}
      <Facts
        facts={[
          [labelOf(t, 'quote', 'contact_name'), quote.contact_name],
          [labelOf(t, 'quote', 'issued_on'), day(quote.issued_on)],
          [labelOf(t, 'quote', 'valid_until'), day(quote.valid_until)],
          [labelOf(t, 'quote', 'reference'), quote.reference],
          [labelOf(t, 'quote', 'sent_at'), sent.filter(Boolean).join(' · ')],
          ...(answered_at ? answer(answered_at) : []),
        ]}
      />
      {quote.note && <p className={classes.text}>{quote.note}</p>}
      <QuoteLines quote={quote} />
    </>
  )
}
