import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { lockAccount, recordOnAccount } from './account.ts'
import { lockInvoice, openOf, record } from './record.ts'

/**
 * Reverses a transaction by its opposite. Both sides of an allocation are reversed together.
 *
 * @param by the person who reverses it; null for a reversal that a provider reports
 * @param at when it counts; now without it
 * @returns the reversing transaction
 * @throws {AppError} not_possible for a charge or credit, which belong to their document, and for a second time
 */
export async function reverse(trx: Trx, by: By, id: number, reason: string, at?: string): Promise<number> {
  const row = await trx.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (row.kind === 'charge' || row.kind === 'credit') {
    throw new AppError('not_possible', 'This belongs to an invoice: please void or credit that.')
  }
  if (row.reverses_transaction_id !== null) throw new AppError('not_possible', 'This is a reversal itself.')
  if (by !== null) await checkBooks(trx, row)
  const both = row.client_key?.startsWith('allocate ')
    ? await trx
        .selectFrom('transaction')
        .selectAll()
        .where('organisation_id', '=', row.organisation_id)
        .where(
          'client_key',
          'in',
          ['note', 'account', 'invoice'].map((side) => `${row.client_key!.slice(0, KEY_LENGTH)} ${side}`),
        )
        // An invoice is locked before the account.
        .orderBy(sql`invoice_id nulls last`)
        .execute()
    : [row]
  const made = new Map<number, number>()
  for (const one of both) made.set(one.id, await reverseOne(trx, by, one, { reason, at }))
  return made.get(id)!
}

/** Of `allocate ` and a UUID. */
const KEY_LENGTH = 'allocate '.length + 36

async function reverseOne(trx: Trx, by: By, row: Row, { reason, at }: Reversing): Promise<number> {
  const reversal = {
    reverses_transaction_id: row.id,
    reference: reason,
    method: row.method,
    created_by: by?.user_id ?? null,
    ...(at && { at }),
  }
  const invoice = row.invoice_id === null ? null : await lockInvoice(trx, row.invoice_id)
  const known = await trx
    .selectFrom('transaction')
    .select('id')
    .where('reverses_transaction_id', '=', row.id)
    .executeTakeFirst()
  if (known) throw new AppError('not_possible', 'This has been reversed already.')
  if (invoice === null) {
    await checkAccount(trx, by, row)
    return recordOnAccount(trx, { account: row, kind: row.kind, amount: -row.amount, ...reversal })
  }
  const open = (invoice.type === 'credit_note' ? -openOf(invoice) : openOf(invoice)) - row.amount
  const possible =
    invoice.type === 'credit_note' ? open <= 0 && -open <= invoice.gross : open >= 0 && open <= invoice.gross
  if (by === null && (!possible || invoice.state === 'void')) {
    // What a provider gives back is never refused: of an invoice that was voided or paid since, it is credit.
    return recordOnAccount(trx, { account: row, kind: row.kind, amount: -row.amount, ...reversal })
  }
  if (!possible || invoice.state === 'void') {
    throw new AppError(
      'not_possible',
      `Without it ${invoice.document_number} would not add up: reverse what followed first.`,
    )
  }
  return record(trx, { invoice: { ...invoice, ...whose(row) }, kind: row.kind, amount: -row.amount, ...reversal })
}

/** @throws {AppError} not_possible for what came from the connected books, which would have it again */
async function checkBooks(trx: Trx, { organisation_id, provider, provider_id }: Row): Promise<void> {
  if (provider !== 'xero') return
  const { rows } =
    await sql`select 1 from provider_connection where organisation_id = ${organisation_id} and kind = 'xero'
    and state in ('connected', 'broken') and starts_with(${provider_id}, tenant_id || ' ')`.execute(trx)
  if (rows.length > 0) throw new AppError('not_possible', 'This came from Xero: change it there, and it changes here.')
}

/** @throws {AppError} not_possible where the credit has been used; what a provider takes back it has taken */
async function checkAccount(trx: Trx, by: By, { contact_id, currency, amount }: Row): Promise<void> {
  if (contact_id === null) return
  const credit = await lockAccount(trx, { contact_id, currency })
  if (by !== null && amount < 0 && credit + amount < 0) {
    throw new AppError('not_possible', 'This credit has been used: reverse what followed first.')
  }
}

const whose = ({ user_id, contact_id }: Row) => ({ user_id, contact_id })

type By = Pick<Viewer, 'user_id'> | null
type Reversing = { reason: string; at: string | undefined }
type Row = {
  id: number
  organisation_id: number
  user_id: number | null
  contact_id: number | null
  currency: string
  kind: 'charge' | 'payment' | 'refund' | 'credit' | 'writeoff' | 'adjustment'
  amount: number
  method: 'bank' | 'card' | 'cash' | 'provider' | null
  invoice_id: number | null
  provider: string | null
  provider_id: string | null
}
