import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Transaction } from '#db/tables/billing/transaction.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { settleInstalments } from '../instalments/settle.ts'
import { toMajor } from '../money/document.ts'
import { type Exchanged, inHome } from './home.ts'
import { afterRecorded } from './outbox.ts'
import { reactivate } from './settled.ts'

/**
 * Writes a line of the ledger, and settles its invoice.
 *
 * @param entry.amount signed: a charge is positive, what settles it is negative
 */
export async function record(
  trx: Trx,
  { invoice, exchange_rate, bank_amount, moved, ...entry }: Entry,
): Promise<number> {
  const { organisation_id, contact_id, user_id, currency, id: invoice_id } = invoice
  const line = { organisation_id, contact_id, user_id, currency, invoice_id, ...entry }
  const home = await inHome(trx, { ...line, exchange_rate, bank_amount, moved })
  const { id } = await trx
    .insertInto('transaction')
    .values({ ...line, ...home })
    .returning('id')
    .executeTakeFirstOrThrow()
  await settle(trx, invoice_id)
  await afterRecorded(trx, { id })
  return id
}

/**
 * Records what was paid, refunded, written off or adjusted.
 *
 * @param payment.amount positive, but of an adjustment
 * @throws {AppError} not_possible beyond what is open, or what was paid
 */
export async function recordPayment(trx: Trx, invoice_id: number, { kind, amount, ...more }: Payment): Promise<number> {
  const invoice = await lockInvoice(trx, invoice_id)
  const is_note = invoice.type === 'credit_note'
  const open = openOf(invoice)
  const name = invoice.document_number
  if (invoice.state === 'draft' || invoice.state === 'void') {
    throw new AppError('not_possible', `This ${is_note ? 'credit note' : 'invoice'} is ${invoice.state}.`)
  }
  if (kind !== 'adjustment' && amount <= 0) throw wrong('amount', 'must be above 0.')
  if (kind === 'refund') {
    const most = is_note ? open : await paidWith(trx, invoice_id)
    if (amount > most) throw beyond(`${name} has ${show(most, invoice)} to refund`)
    return record(trx, { invoice, kind, amount, ...more })
  }
  if (is_note && kind !== 'adjustment') {
    throw new AppError('not_possible', 'A credit note is refunded or allocated to an invoice.')
  }
  if (kind === 'adjustment') {
    const after = (is_note ? -open : open) + amount
    const allowed = is_note ? after <= 0 && -after <= invoice.gross : after >= 0 && after <= invoice.gross
    if (!allowed) throw beyond(`${name} has ${show(open, invoice)} open of ${show(invoice.gross, invoice)}`)
    return record(trx, { invoice, kind, amount, ...more })
  }
  if (amount > open) throw beyond(`${name} has ${show(open, invoice)} open`)
  return record(trx, { invoice, kind, amount: -amount, ...more })
}

/** The transaction of a provider's payment, null where it is new. */
export async function findByProvider(
  trx: Trx,
  organisation_id: number,
  { provider, provider_id }: { provider?: string | null | undefined; provider_id?: string | null | undefined },
): Promise<number | null> {
  if (!provider || !provider_id) return null
  const found = await trx
    .selectFrom('transaction')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()
  return found?.id ?? null
}

/**
 * Uses a credit note for an invoice: two adjustments that add up to nothing.
 *
 * @param of.amount without it as much as is open of both
 * @returns what was allocated
 */
export async function allocate(
  trx: Trx,
  note_id: number,
  invoice_id: number,
  { amount: most, ...more }: Allocating = {},
): Promise<number> {
  // In the order of their ids, so that two allocations do not wait for each other.
  const locked = new Map<number, LockedInvoice>()
  for (const id of [note_id, invoice_id].sort((a, b) => a - b)) locked.set(id, await lockInvoice(trx, id))
  const [note, invoice] = [locked.get(note_id)!, locked.get(invoice_id)!]
  const fits =
    note.type === 'credit_note' && invoice.type === 'invoice' && note.organisation_id === invoice.organisation_id
  if (!fits) throw new AppError('not_possible', 'A credit note is allocated to an invoice.')
  if (note.contact_id !== invoice.contact_id || note.currency !== invoice.currency) {
    throw new AppError('not_possible', 'The credit note and the invoice have another contact or currency.')
  }
  const possible = Math.min(openOf(note), openOf(invoice))
  if (most !== undefined && most > possible) throw beyond(`${show(possible, note)} can be allocated`)
  const amount = most ?? possible
  if (amount === 0 || note.state !== 'authorised' || invoice.state !== 'authorised') return 0
  const key = `allocate ${randomUUID()}`
  const common = { kind: 'adjustment' as const, reference: `${note.document_number} → ${invoice.document_number}` }
  const of_note = more.provider_id ? { ...more, provider_id: `${more.provider_id}#note` } : more
  const given = await record(trx, { invoice: note, ...common, amount, ...of_note, client_key: `${key} note` })
  const moved = await homeAmountOf(trx, given)
  await record(trx, { invoice, ...common, amount: -amount, ...more, moved, client_key: `${key} invoice` })
  return amount
}

/** What one side of an allocation gives the other, in the home currency. */
export async function homeAmountOf(trx: Trx, id: number): Promise<number | undefined> {
  const line = await trx.selectFrom('transaction').select('home_amount').where('id', '=', id).executeTakeFirstOrThrow()
  return line.home_amount ?? undefined
}

/** Settles an invoice by its transactions: what is paid, and whether that is all. */
export async function settle(trx: Trx, invoice_id: number): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    with ledger as (select coalesce(sum(amount), 0) as open from transaction where invoice_id = ${invoice_id})
    update invoice i set paid = i.gross - abs(l.open), modified_at = now(),
      state = case when l.open = 0 then 'paid' else 'authorised' end
    from ledger l where i.id = ${invoice_id} and i.state in ('authorised', 'paid') returning i.state`.execute(trx)
  await settleInstalments(trx, invoice_id)
  if (rows[0]?.state === 'paid') await reactivate(trx, invoice_id)
}

/** Locks an invoice until the end of the transaction. */
export async function lockInvoice(trx: Trx, id: number) {
  return await trx
    .selectFrom('invoice')
    .selectAll()
    .select(sql<number>`(select c.digits from currency c where c.code = invoice.currency)`.as('digits'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const openOf = ({ gross, paid }: { gross: number; paid: number }) => gross - paid

/** Payments less refunds, with their reversals. */
async function paidWith(trx: Trx, invoice_id: number): Promise<number> {
  const { rows } = await sql<{ paid: number }>`select coalesce(-sum(amount), 0)::float8 as paid from transaction
    where invoice_id = ${invoice_id} and kind in ('payment', 'refund')`.execute(trx)
  return rows[0]!.paid
}

const beyond = (reason: string) => new AppError('not_possible', `amount: ${reason}.`, 'amount')

/** An amount for a sentence. */
const show = (amount: number, { currency, digits }: LockedInvoice) => `${currency} ${toMajor(amount, digits)}`

type Row = RowOf<typeof Transaction>
export type LockedInvoice = Awaited<ReturnType<typeof lockInvoice>>
type Of = Pick<LockedInvoice, 'id' | 'organisation_id' | 'contact_id' | 'user_id' | 'currency'>
export type More = Partial<
  Pick<
    Row,
    'at' | 'method' | 'reference' | 'provider' | 'provider_id' | 'client_key' | 'created_by' | 'reverses_transaction_id'
  >
> &
  Exchanged
type Entry = More & { invoice: Of; kind: Row['kind']; amount: number }
type Allocating = Pick<More, 'at' | 'provider' | 'provider_id'> & { amount?: number | undefined }
export type Payment = More & { kind: 'payment' | 'refund' | 'writeoff' | 'adjustment'; amount: number }
