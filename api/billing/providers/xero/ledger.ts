import { sql } from 'kysely'
import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import type { Push } from '../pushes.ts'
import { toXeroAmount } from './documents.ts'

/**
 * A payment of an invoice, or a refund, which Xero knows as a payment of the credit note.
 *
 * @throws {ProviderError} refused, where Xero has no place for it
 */
export async function loadPayment({ db }: ApiContext, push: Push): Promise<Payment> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.amount, y.digits, i.id as document_id, i.type as of, c.settings->>'payment_account_code' as account_code,
      (t.at at time zone o.timezone)::date::text as date,
      (select n.id from invoice n where n.credits_invoice_id = i.id and n.type = 'credit_note' and n.state <> 'void'
        order by n.id desc limit 1) as credit_note_id
    from transaction t join invoice i on i.id = t.invoice_id join currency y on y.code = t.currency
      join organisation o on o.id = t.organisation_id
      join provider_connection c on c.id = ${push.connection_id}
    where t.id = ${push.entity_id}`.execute(db)
  const row = rows[0]
  if (!row) throw new ProviderError('refused', 'The transaction is not about an invoice.')
  if (!row.account_code) throw new ProviderError('refused', 'Choose the account that payments go to, then retry.')
  const { account_code, date, digits } = row
  const is_refund_of_invoice = row.kind === 'refund' && row.of === 'invoice'
  if (is_refund_of_invoice && row.credit_note_id === null) {
    throw new ProviderError(
      'refused',
      'Xero refunds credit notes only: write one for the invoice, or book the refund there.',
    )
  }
  return {
    of: is_refund_of_invoice ? 'credit_note' : row.of,
    document_id: is_refund_of_invoice ? row.credit_note_id! : row.document_id,
    account_code,
    date,
    amount: toXeroAmount(Math.abs(row.amount), digits),
    reference: `Ringfence ${row.id}`,
  }
}

/** The part of a credit note that settles an invoice: the credit on the invoice. */
export async function loadAllocation({ db }: ApiContext, push: Push): Promise<Allocation> {
  const { rows } = await sql<{ invoice_id: number; amount: number; digits: number; date: string }>`
    select t.invoice_id, abs(t.amount) as amount, y.digits, (t.at at time zone o.timezone)::date::text as date
    from transaction t join currency y on y.code = t.currency join organisation o on o.id = t.organisation_id
    where t.id = ${push.entity_id}`.execute(db)
  const row = rows[0]
  if (!row) throw new ProviderError('refused', 'The transaction is not there.')
  const { invoice_id, date } = row
  return {
    credit_note_id: Number(push.payload.credit_note_id),
    invoice_id,
    date,
    amount: toXeroAmount(row.amount, row.digits),
  }
}

type Row = {
  id: number
  kind: string
  amount: number
  digits: number
  document_id: number
  of: 'invoice' | 'credit_note'
  account_code: string | null
  date: string
  credit_note_id: number | null
}
type Payment = {
  of: 'invoice' | 'credit_note'
  document_id: number
  account_code: string
  date: string
  amount: number
  reference: string
}
type Allocation = { credit_note_id: number; invoice_id: number; amount: number; date: string }
