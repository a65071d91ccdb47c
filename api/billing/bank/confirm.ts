import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { endRefunded } from '../invoices/refunded.ts'
import { lockAccount, recordOnAccount, refundCredit } from '../ledger/account.ts'
import { readHome } from '../ledger/home.ts'
import { checkUnlocked, isLockedAt } from '../ledger/locked.ts'
import { BANK } from '../ledger/paid.ts'
import { type LockedInvoice, lockInvoice, recordPayment } from '../ledger/record.ts'
import { reverse } from '../ledger/reverse.ts'
import { receive } from '../receipts/receive.ts'
import { openPayoutAgain, settlePayout } from './payouts.ts'

/**
 * Writes what a line of the bank says to the ledger: money that came as payments of invoices or credit of contacts, money
 * that went as refunds of credit notes or of credit. Its parts add up to it. Confirmed twice, it is written once. A payout
 * is in the books already, by what its provider says: the line confirms that it has arrived.
 *
 * @throws {AppError} bad_request or not_possible that names the field
 */
export async function confirmLine(trx: Trx, id: number, parts: Part[], by: By): Promise<void> {
  const line = await lockLine(trx, id)
  if (line.state !== 'open') throw new AppError('not_possible', `The line of ${line.day} is ${line.state} already.`)
  const sum = parts.reduce((s, { amount }) => s + amount, 0)
  const { organisation_id, day: date } = line
  // What was undone in books that are locked by now was reversed today: so it counts today, too.
  const is_late = line.confirmed_count > 0 && (await isLockedAt(trx, organisation_id, line.at))
  if (!is_late) await checkUnlocked(trx, { organisation_id, date, field: by.field })
  if (sum !== Math.abs(line.amount)) throw wrong(`${by.field}.parts`, 'must add up to the amount of the line.')
  const [first] = parts
  if (first?.payout_id !== undefined && parts.length === 1) await settlePayout(trx, line, first, `${by.field}.parts.0`)
  else await writeParts(trx, is_late ? { ...line, at: new Date().toISOString() } : line, parts, by)
  await trx
    .updateTable('bank_line')
    .set({ state: 'confirmed', confirmed_count: line.confirmed_count + 1, modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

async function writeParts(trx: Trx, line: Line, parts: Part[], by: By): Promise<void> {
  const common = {
    at: line.at,
    method: 'bank' as const,
    created_by: by.user_id,
    provider: BANK,
    reference: [line.name, line.reference, line.details].filter(Boolean).join(' · ').slice(0, 500),
  }
  for (const [i, part] of parts.entries()) {
    const provider_id = `line ${line.id}.${line.confirmed_count + 1}/${i + 1}`
    const { document_amount, amount } = part
    const money = document_amount === undefined ? { amount } : { amount: document_amount, bank_amount: amount }
    const entry = { ...common, provider_id, ...money }
    const invoice = await checkPart(trx, line, part, `${by.field}.parts.${i}`)
    if (invoice) {
      if (line.amount > 0) await receive(trx, invoice, { ...entry, part_id: `${provider_id}#part` })
      else {
        await recordPayment(trx, invoice.id, { ...entry, kind: 'refund' })
        await endRefunded(trx, invoice.id)
      }
      continue
    }
    const { user_id } = await contactOf(trx, line, part.contact_id!)
    const account = {
      organisation_id: line.organisation_id,
      contact_id: part.contact_id!,
      user_id,
      currency: line.currency,
    }
    if (line.amount < 0) await refundCredit(trx, account, entry)
    else {
      await lockAccount(trx, account)
      await recordOnAccount(trx, { account, ...entry, kind: 'payment', amount: -part.amount })
    }
  }
}

/**
 * Takes back what a line has written, by reversals. It is open again.
 *
 * @throws {AppError} not_possible where something followed that is to be reversed first
 */
export async function undoLine(trx: Trx, id: number, { user_id }: { user_id: number }): Promise<void> {
  const line = await lockLine(trx, id)
  if (line.state === 'open') return
  if (line.state === 'confirmed') {
    const { rows } = await sql<{ id: number }>`select t.id from transaction t
      where t.organisation_id = ${line.organisation_id} and t.provider = ${BANK}
        and t.provider_id like ${`line ${id}.${line.confirmed_count}/%`}
        and not exists (select from transaction r where r.reverses_transaction_id = t.id)
      order by t.id desc`.execute(trx)
    // On the day of the bank, as if it had never been there, since the line is confirmed on that day again.
    const at = (await isLockedAt(trx, line.organisation_id, line.at)) ? undefined : line.at
    for (const row of rows) await reverse(trx, { user_id }, row.id, 'The line of the bank was undone', at)
    await openPayoutAgain(trx, line)
  }
  await trx
    .updateTable('bank_line')
    .set({ state: 'open', modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Sets a line aside that is not of the books of members, such as a fee of the bank. */
export async function ignoreLine(trx: Trx, id: number): Promise<void> {
  const line = await lockLine(trx, id)
  if (line.state === 'confirmed') throw new AppError('not_possible', 'This line is in the ledger: undo it first.')
  await trx
    .updateTable('bank_line')
    .set({ state: 'ignored', modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** @returns the document of a part, null for one of a contact */
async function checkPart(
  trx: Trx,
  line: Line,
  { invoice_id, contact_id, payout_id, document_amount }: Part,
  field: string,
): Promise<LockedInvoice | null> {
  if (payout_id !== undefined) throw wrong(field, 'a payout is the whole line, without an invoice or a contact.')
  if ((invoice_id === undefined) === (contact_id === undefined)) throw wrong(field, 'name an invoice or a contact.')
  if (contact_id !== undefined) {
    if (document_amount !== undefined) throw wrong(`${field}.document_amount`, 'is of an invoice.')
    await contactOf(trx, line, contact_id, `${field}.contact_id`)
    return null
  }
  const of = { organisation_id: line.organisation_id, id: invoice_id! }
  const known = await trx
    .selectFrom('invoice')
    .select('id')
    .where('id', '=', of.id)
    .where('organisation_id', '=', of.organisation_id)
    .executeTakeFirst()
  if (!known) throw new AppError('not_found', 'There is no such invoice.', `${field}.invoice_id`)
  const invoice = await lockInvoice(trx, of.id)
  const { type, state, currency, document_number } = invoice
  const wanted = line.amount > 0 ? 'invoice' : 'credit_note'
  if (type !== wanted || state === 'draft') {
    const what = wanted === 'invoice' ? 'an authorised invoice' : 'an authorised credit note'
    throw new AppError('not_possible', `Choose ${what}.`, `${field}.invoice_id`)
  }
  if (currency === line.currency) {
    if (document_amount === undefined) return invoice
    throw wrong(`${field}.document_amount`, `${document_number} is in ${currency}, as the line is.`)
  }
  const home = await readHome(trx, invoice)
  if (document_amount === undefined || line.currency !== home?.currency) {
    throw new AppError('not_possible', `${document_number} is in ${currency}.`, `${field}.invoice_id`)
  }
  return invoice
}

async function contactOf(trx: Trx, { organisation_id }: Line, id: number, field = 'contact_id') {
  const found = await trx
    .selectFrom('contact')
    .select('user_id')
    .where('id', '=', id)
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no such contact.', field)
  return found
}

/** A line counts at noon of its day, in the timezone of its organisation. */
async function lockLine(trx: Trx, id: number): Promise<Line> {
  const { rows } = await sql<Line>`
    select l.*, to_char((l.day + time '12:00') at time zone o.timezone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from bank_line l join organisation o on o.id = l.organisation_id where l.id = ${id} for update of l`.execute(trx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such line.')
  return rows[0]
}

type Line = {
  id: number
  organisation_id: number
  day: string
  amount: number
  currency: string
  name: string
  reference: string
  details: string
  state: 'open' | 'confirmed' | 'ignored'
  confirmed_count: number
  at: string
}
/** `field`: where the line is in the request, such as `lines.0`. */
type By = { user_id: number; field: string }
/** `document_amount`: of an invoice in another currency, what of it is paid, in that. */
export type Part = {
  document_amount?: number | undefined
  invoice_id?: number | undefined
  contact_id?: number | undefined
  payout_id?: number | undefined
  amount: number
}
