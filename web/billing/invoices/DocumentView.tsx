import { Stack } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import type { InvoiceDocument } from '../documents/document.ts'
import { plain } from '../documents/draft.ts'
import { Totals } from '../documents/Totals.tsx'
import { Instalments } from '../instalments/Instalments.tsx'
import { Money } from '../Money.tsx'
import { StateBadge } from '../StateBadge.tsx'
import classes from './DocumentView.module.css'

/** The lines as they were authorised, and what was entered for them since. */
function DocumentView({ document, administers }: Props) {
  const { t } = useTranslation()
  const { invoice, issuer, taxes, transactions } = document
  const { type, currency, net, tax, gross, paid, state } = invoice
  return (
    <Stack gap="xl">
      <section>
        <DocumentLines document={document} administers={administers} />
      </section>
      <Totals
        net={net}
        tax={tax}
        gross={gross}
        paid={paid}
        currency={currency}
        taxes={taxes}
        is_credit={type === 'credit_note'}
      />
      <Instalments document={document} />
      {state !== 'void' && (invoice.open > 0 || administers) && issuer?.payment_details && type === 'invoice' && (
        <Section title={t('billing:invoice.howToPay')}>
          <p className={classes.paper}>{issuer.payment_details}</p>
          {!administers && <p>{t('billing:invoice.payReference', { number: invoice.document_number })}</p>}
        </Section>
      )}
      {transactions.length > 0 && (
        <Section title={t('billing:transactions.title')}>
          <Entries transactions={transactions} currency={currency} />
        </Section>
      )}
    </Stack>
  )
}

/** An invoice or a credit note: its state, whose it is, what is open, and the document. */
export function DocumentPage({ document, administers, actions, children }: PageProps) {
  const { t } = useTranslation()
  const { day, moment } = useTimes()
  const { invoice, contact, issuer } = document
  const { type, issued_on, due_on, reference, message_state, sent_at, currency, open } = invoice
  const sent = !sent_at ? null : [moment(sent_at), message_state && choiceOf(t, message_state)]
  const { payable, next_due_on } = invoice
  const next = open > 0 && payable < open && toMoney(payable, currency)
  const dueText = [day(open > 0 ? next_due_on : due_on), next].filter(Boolean).join(': ')
  return (
    <RecordFrame
      title={t(`billing:invoice.titleOf.${type}`, { number: invoice.document_number })}
      state={<StateBadge state={shownState(invoice)} />}
      actions={actions}
      facts={[
        [
          labelOf(t, 'invoice', 'contact_id'),
          contact && (
            <address key="contact" className={classes.address}>
              {addressOf(contact)}
            </address>
          ),
        ],
        [t('billing:invoice.from'), !administers && issuer?.name],
        [labelOf(t, 'invoice', 'issued_on'), day(issued_on)],
        [labelOf(t, 'invoice', 'due_on'), type === 'invoice' && dueText],
        [
          labelOf(t, 'invoice', 'open'),
          open > 0 && <Money key="open" amount={signed(invoice, open)} currency={currency} />,
        ],
        ...homeFacts(t, invoice, administers),
        [labelOf(t, 'invoice', 'reference'), reference],
        [labelOf(t, 'invoice', 'sent_at'), administers && sent?.filter(Boolean).join(' · ')],
        [
          t('billing:invoice.external'),
          administers && invoice.external_id && (invoice.external_state ?? invoice.external_id),
        ],
        [
          labelOf(t, 'invoice', 'credits_invoice_id'),
          invoice.credits_invoice_id && (
            <Link key="credits" to={pageOf(administers)({ id: invoice.credits_invoice_id })}>
              {invoice.credits_number ?? t('billing:invoice.title')}
            </Link>
          ),
        ],
      ]}
    >
      {children}
      <DocumentView document={document} administers={administers} />
    </RecordFrame>
  )
}

/** The rate of a document in another currency, and what it is in the organisation's own. */
function homeFacts(t: TFunction, invoice: Row<'invoice'>, administers: boolean): [string, ReactNode][] {
  const { exchange_rate, home_currency, home_gross, currency } = invoice
  if (!administers || !exchange_rate || home_gross === null) return []
  return [
    [labelOf(t, 'invoice', 'exchange_rate'), `${home_currency} 1 = ${currency} ${plain(exchange_rate)}`],
    [
      t('billing:invoice.gross', { currency: home_currency }),
      <Money key="home" amount={signed(invoice, home_gross)} currency={home_currency} />,
    ],
  ]
}

function DocumentLines({ document: { invoice, lines, digits }, administers }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{labelOf(t, 'invoiceline', 'description')}</th>
            <th data-number>{labelOf(t, 'invoiceline', 'quantity')}</th>
            <th data-number>{labelOf(t, 'invoiceline', 'unit_price')}</th>
            <th data-number>{labelOf(t, 'invoiceline', 'tax_rate_id')}</th>
            <th data-number>{labelOf(t, 'invoiceline', amountName(invoice))}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td data-wide>
                {line.description}
                {administers && (line.item_code || line.account_code) && (
                  <span className={classes.item}>
                    {[line.item_code, line.account_code].filter(Boolean).join(' · ')}
                  </span>
                )}
              </td>
              <td data-number data-label={labelOf(t, 'invoiceline', 'quantity')}>
                {plain(line.quantity)}
              </td>
              <td data-number data-label={labelOf(t, 'invoiceline', 'unit_price')}>
                {plain(line.unit_price, digits)}
                {Number(line.discount) > 0 && ` − ${plain(line.discount)} %`}
              </td>
              <td data-number>{line.tax_name || (Number(line.tax_rate) > 0 ? `${plain(line.tax_rate)} %` : '–')}</td>
              <td data-number>
                <Money amount={line[amountName(invoice)]} currency={invoice.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Entries({ transactions, currency }: { transactions: InvoiceDocument['transactions']; currency: string }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{labelOf(t, 'transaction', 'at')}</th>
            <th>{labelOf(t, 'transaction', 'kind')}</th>
            <th>{labelOf(t, 'transaction', 'reference')}</th>
            <th data-number>{labelOf(t, 'transaction', 'amount')}</th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((entry) => (
            <tr key={entry.id}>
              <td>
                <Link to={paths.transaction({ id: entry.id })}>{moment(entry.at)}</Link>
              </td>
              <td>
                {t(`billing:transactions.kinds.${entry.kind}`)}
                {entry.method && ` · ${t(`billing:transactions.methods.${entry.method}`)}`}
              </td>
              <td>{entry.reference}</td>
              <td data-number>
                <Money amount={entry.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** An authorised invoice whose day has passed is overdue. */
export function shownState({ type, state, overdue }: Pick<Row<'invoice'>, 'type' | 'state' | 'overdue'>) {
  // Nobody pays a credit note: it is used up by invoices or refunded.
  if (state === 'authorised' && type === 'credit_note') return 'unused'
  return state === 'authorised' && overdue ? 'overdue' : state
}

/** A name, an address and a tax number, each on its line. */
export function addressOf(party: NonNullable<InvoiceDocument['contact']>): string {
  const { name, company, address1, address2, address3, city, postcode, country, email, tax_number } = party
  const place = [city, postcode].filter(Boolean).join(' ')
  return [name, company, address1, address2, address3, place, country, email, tax_number].filter(Boolean).join('\n')
}

/** An amount as it counts in what is owed: a credit note takes from it. */
export const signed = ({ type }: Pick<Row<'invoice'>, 'type'>, amount: number) =>
  type === 'credit_note' ? -amount : amount

const amountName = ({ amounts_are }: Row<'invoice'>) => (amounts_are === 'inclusive' ? 'gross' : 'net')
const pageOf = (administers: boolean) => (administers ? paths.invoiceEdit : paths.invoice)

type Props = {
  document: InvoiceDocument
  /** Whether the reader sees what is of the books only. */
  administers: boolean
}
type PageProps = Props & {
  actions: ReactNode
  /** Above the document. */
  children?: ReactNode
}
