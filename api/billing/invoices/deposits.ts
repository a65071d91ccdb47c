import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { takenOff } from '../money/deposits.ts'
import type { LineBody } from './lines.ts'

/**
 * What is held of a deposit: its invoice without what was credited of it; nothing of one that is void.
 *
 * @returns its lines, to be taken off the final invoice
 */
export async function heldDeposit(db: Db, invoice_id: number | null): Promise<Held> {
  if (invoice_id === null) return nothing
  const { rows } = await sql<HeldLine>`
    select i.state, i.type, i.document_number, l.description, l.quantity, l.unit_price, l.discount, l.account_code,
      l.tax_rate_id, l.tax, l.gross
    from invoice i join invoice_line l on l.invoice_id = i.id
    where (i.id = ${invoice_id} or i.credits_invoice_id = ${invoice_id} and i.state in ('authorised', 'paid'))
    order by i.id, l.position`.execute(db)
  const first = rows.find(({ type }) => type === 'invoice')
  if (first?.state === 'draft') {
    throw new AppError('not_possible', 'The invoice of its deposit is a draft: please authorise or delete it.')
  }
  if (!first || first.state === 'void') return { ...nothing, account_code: first?.account_code ?? null }
  const held: Held = { gross: 0, tax: 0, account_code: first.account_code, lines: [] }
  for (const { state: _, type, document_number, tax, gross, ...line } of rows) {
    const sign = type === 'invoice' ? 1 : -1
    held.gross += sign * gross
    held.tax += sign * tax
    const description = `${type === 'invoice' ? 'Deposit' : 'Credited of the deposit'} ${document_number}`
    held.lines.push({ ...(type === 'invoice' ? takenOff(line) : line), description })
  }
  return held.gross === 0 ? { ...held, lines: [] } : held
}

/**
 * The final invoice of a quote takes exactly the deposit off that is held.
 *
 * @throws {AppError} not_possible otherwise
 */
export async function checkFinal(trx: Trx, draft: { id: number }): Promise<void> {
  const quote = await trx
    .selectFrom('quote')
    .select('deposit_invoice_id')
    .where('invoice_id', '=', draft.id)
    .where('deposit_invoice_id', 'is not', null)
    .executeTakeFirst()
  if (!quote) return
  // So that it is neither voided nor credited in the meantime.
  await sql`select from invoice where id = ${quote.deposit_invoice_id} for update`.execute(trx)
  const held = await heldDeposit(trx, quote.deposit_invoice_id)
  const { rows } = await sql<{ gross: number; tax: number }>`
    select coalesce(sum(gross), 0)::float8 as gross, coalesce(sum(tax), 0)::float8 as tax from invoice_line
    where invoice_id = ${draft.id} and account_code = ${held.account_code}`.execute(trx)
  if (rows[0]!.gross + held.gross === 0 && rows[0]!.tax + held.tax === 0) return
  throw new AppError(
    'not_possible',
    'lines: they do not take off the deposit as it is held now. Please delete this draft, and write it from the quote again.',
    'lines',
  )
}

/**
 * A deposit stays as it is while an invoice takes it off. The caller holds the lock of its invoice.
 *
 * @throws {AppError} not_possible
 */
export async function checkDeposit(trx: Trx, { id }: { id: number }): Promise<void> {
  const { rows } = await sql<{ document_number: string }>`
    select f.document_number from quote q join invoice f on f.id = q.invoice_id and f.state in ('authorised', 'paid')
    where q.deposit_invoice_id = ${id} and f.gross <> (select coalesce(sum(n.gross), 0) from invoice n
      where n.credits_invoice_id = f.id and n.state in ('authorised', 'paid'))`.execute(trx)
  if (rows.length === 0) return
  const reason = `${rows[0]!.document_number} takes this deposit off: please void or credit that first.`
  throw new AppError('not_possible', reason)
}

const nothing: Held = { gross: 0, tax: 0, account_code: null, lines: [] }
export type Held = { gross: number; tax: number; account_code: string | null; lines: LineBody[] }
type HeldLine = {
  state: string
  type: 'invoice' | 'credit_note'
  document_number: string
  description: string
  quantity: string
  unit_price: string
  discount: string
  account_code: string
  tax_rate_id: number | null
  tax: number
  gross: number
}
