import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { digitsOf } from '../books/checks.ts'
import { toMajor } from '../money/document.ts'
import { inHome } from './home.ts'
import { afterRecorded } from './outbox.ts'
import { homeAmountOf, type LockedInvoice, lockInvoice, type More, openOf, record } from './record.ts'

/**
 * Credit on account: what a contact has paid that belongs to no invoice. It is the lines of the ledger without an
 * invoice, and is used by the next one, or by hand, or paid back.
 *
 * Where an invoice is locked too, it is locked first, so that two of these never wait for each other.
 */
export async function creditOf(db: Db, { contact_id, currency }: Account): Promise<number> {
  const { rows } = await sql<{ credit: number }>`select coalesce(-sum(amount), 0)::float8 as credit from transaction
    where contact_id = ${contact_id} and currency = ${currency} and invoice_id is null`.execute(db)
  return rows[0]!.credit
}

/**
 * Locks the account of a contact until the end of the transaction: not its key, which every line of the ledger shares.
 *
 * @returns what it holds
 */
export async function lockAccount(trx: Trx, account: Account): Promise<number> {
  await sql`select 1 from contact where id = ${account.contact_id} for no key update`.execute(trx)
  return creditOf(trx, account)
}

/** Writes a line of the ledger without an invoice. @param entry.amount signed: what was paid is negative */
export async function recordOnAccount(
  trx: Trx,
  { account, exchange_rate, bank_amount, moved, ...entry }: Entry,
): Promise<number> {
  const { organisation_id, contact_id, user_id, currency } = account
  const line = { organisation_id, contact_id, user_id, currency, invoice_id: null, ...entry }
  const home = await inHome(trx, { ...line, exchange_rate, bank_amount, moved })
  const { id } = await trx
    .insertInto('transaction')
    .values({ ...line, ...home })
    .returning('id')
    .executeTakeFirstOrThrow()
  await afterRecorded(trx, { id })
  return id
}

/**
 * Pays credit back.
 *
 * @throws {AppError} not_possible beyond what there is
 */
export async function refundCredit(trx: Trx, account: Holder, { amount, ...more }: Paying): Promise<number> {
  if (amount <= 0) throw wrong('amount', 'must be above 0.')
  const credit = await lockAccount(trx, account)
  if (amount > credit) throw await beyond(trx, account, credit)
  return recordOnAccount(trx, { account, kind: 'refund', amount, ...more })
}

/**
 * Uses credit for an invoice of the same contact: two adjustments that add up to nothing.
 *
 * @param most the amount; without it as much as there is of both
 * @returns what was used
 * @throws {AppError} not_possible beyond that, or for another contact or currency
 */
export async function spendCredit(trx: Trx, account: Account, invoice_id: number, most?: number): Promise<number> {
  const invoice = await lockInvoice(trx, invoice_id)
  if (invoice.contact_id !== account.contact_id || invoice.currency !== account.currency) {
    throw new AppError('not_possible', 'The invoice is of another contact or currency.', 'invoice_id')
  }
  if (invoice.type !== 'invoice' || invoice.state !== 'authorised') {
    const what = invoice.type === 'invoice' ? `is ${invoice.state}` : 'is a credit note'
    throw new AppError('not_possible', `${invoice.document_number ?? 'The invoice'} ${what}.`, 'invoice_id')
  }
  const credit = await lockAccount(trx, account)
  const possible = Math.min(credit, openOf(invoice))
  if (most !== undefined && most > possible) throw await beyond(trx, account, possible)
  return settleByCredit(trx, invoice, most ?? possible)
}

/** Uses the credit of its contact for an invoice that was just authorised, as far as there is some. */
export async function spendCreditOn(trx: Trx, invoice: LockedInvoice): Promise<void> {
  const { contact_id, currency, gross } = invoice
  if (contact_id === null) return
  // Most contacts have none: asked without a lock first.
  if ((await creditOf(trx, { contact_id, currency })) <= 0) return
  const credit = await lockAccount(trx, { contact_id, currency })
  await settleByCredit(trx, invoice, Math.min(credit, gross), await usedAt(trx, invoice))
}

/** When credit settles an invoice that is dated back: on its day, but not before all of the credit was there. */
async function usedAt(trx: Trx, { organisation_id, contact_id, currency, issued_on }: LockedInvoice) {
  const { rows } = await sql<{ at: string }>`
    select to_char(greatest((${issued_on}::date + time '12:00') at time zone o.timezone, max(t.at)) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from organisation o join transaction t on t.organisation_id = o.id
    where o.id = ${organisation_id} and t.contact_id = ${contact_id} and t.currency = ${currency} and t.invoice_id is null
    group by o.id having ${issued_on}::date < (now() at time zone o.timezone)::date`.execute(trx)
  return rows[0]?.at
}

async function settleByCredit(trx: Trx, invoice: LockedInvoice, amount: number, at?: string): Promise<number> {
  if (amount <= 0 || invoice.contact_id === null) return 0
  const account = { ...invoice, contact_id: invoice.contact_id }
  const key = `allocate ${randomUUID()}`
  const dated = at === undefined ? {} : { at }
  const common = { kind: 'adjustment' as const, reference: `Credit → ${invoice.document_number}`, ...dated }
  const given = await recordOnAccount(trx, {
    account: holderOf(account),
    ...common,
    amount,
    client_key: `${key} account`,
  })
  const moved = await homeAmountOf(trx, given)
  await record(trx, { invoice, ...common, amount: -amount, moved, client_key: `${key} invoice` })
  return amount
}

/** The account that a document's contact has. */
export const holderOf = ({ organisation_id, contact_id, user_id, currency }: Holder): Holder => ({
  organisation_id,
  contact_id,
  user_id,
  currency,
})

/** The refusal of more than there is. */
async function beyond(trx: Trx, { currency }: Account, credit: number): Promise<AppError> {
  const amount = toMajor(Math.max(credit, 0), await digitsOf(trx, currency))
  return new AppError('not_possible', `amount: ${currency} ${amount} of credit can be used.`, 'amount')
}

export type Account = { contact_id: number; currency: string }
export type Holder = Account & { organisation_id: number; user_id: number | null }
type Entry = More & { account: Omit<Holder, 'contact_id'> & { contact_id: number | null } } & {
  kind: 'payment' | 'refund' | 'adjustment' | 'writeoff' | 'charge' | 'credit'
  amount: number
}
type Paying = More & { amount: number }
