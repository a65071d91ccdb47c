import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Quote } from '#db/tables/billing/quotes/quote.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { ApiContext } from '../../context.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { authorOf, NO_AUTHOR } from '../authority.ts'
import { accountFor } from '../books/account_for.ts'
import { digitsOf } from '../books/checks.ts'
import { authorise } from '../invoices/authorise.ts'
import { type Held, heldDeposit } from '../invoices/deposits.ts'
import { writeDraft } from '../invoices/invoice.ts'
import { asBody, type LineBody } from '../invoices/lines.ts'
import { depositOf } from '../money/deposits.ts'
import { toMajor } from '../money/document.ts'

/** Deposits are owed here until they are taken off an invoice. */
const DEPOSITS = { name: 'Deposits received', type: 'liability', codes: ['830', 'DEPOSITS'] } as const

export const NOT_WRITTEN = 'Its invoice has not been written yet.'

/** Writes the invoice of an accepted quote under the right of the person who sent it; what is refused says why. */
export async function invoiceAccepted(context: ApiContext, id: number, of: Sender): Promise<void> {
  try {
    const author = await authorOf(context.db, of.organisation_id, of.author_user_id)
    if (!author)
      throw new AppError('forbidden', NO_AUTHOR.replace('saved', 'sent').replace('Save it again', 'Write it'))
    await transact(context, (trx) => becomeInvoice(trx, id, author.user_id))
  } catch (error) {
    if (!(error instanceof AppError))
      context.log.error({ quote: id, err: error }, 'the invoice of a quote was not written')
    const problem = error instanceof AppError ? error.message : NOT_WRITTEN
    await sql`update quote set problem = ${problem} where id = ${id} and invoice_id is null`.execute(context.db)
  }
}

/**
 * Writes what an accepted quote asks for next: the invoice of its deposit, then the final one, which takes off what is held
 * of the deposit. Prices are those that were offered, tax rates those of today: an invoice is authorised only if it comes
 * to what was accepted.
 *
 * @param final the final invoice, also where the deposit was not invoiced
 * @throws {AppError} not_possible where it is not accepted, or has an invoice
 */
export async function becomeInvoice(trx: Trx, id: number, user_id: number, final = false): Promise<number> {
  const row = await trx.selectFrom('quote').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (row.state !== 'accepted') throw new AppError('not_possible', 'Only a quote that was accepted becomes an invoice.')
  if (row.invoice_id !== null && !(await isVoid(trx, row.invoice_id)))
    throw new AppError('not_possible', 'It has an invoice.')
  if (row.deposit > 0 && row.deposit_invoice_id === null && row.invoice_id === null && !final) {
    const lines = await depositLines(trx, row)
    return write(trx, row, { user_id, column: 'deposit_invoice_id', lines, gross: row.deposit })
  }
  const held = await heldDeposit(trx, row.deposit_invoice_id)
  const lines = [...asBody(row.lines), ...held.lines]
  return write(trx, row, { user_id, column: 'invoice_id', lines, gross: row.gross - held.gross, held })
}

/** The lines of the deposit's invoice: one for each tax. */
async function depositLines(trx: Trx, row: Row): Promise<LineBody[]> {
  const { organisation_id, amounts_are, currency, lines, document_number, deposit_percent, deposit_amount } = row
  const account_code = await accountFor(trx, organisation_id, DEPOSITS)
  const offer = { amounts_are, digits: await digitsOf(trx, currency), lines }
  const description = `Deposit for quote ${document_number}`
  return depositOf(offer, { percent: deposit_percent, amount: deposit_amount }).lines.map(
    ({ quantity, unit_price, tax_rate_id }) => ({ quantity, unit_price, tax_rate_id, account_code, description }),
  )
}

async function write(trx: Trx, row: Row, { user_id, column, lines, gross: accepted, held }: Writing): Promise<number> {
  const { organisation_id, contact_id, currency, amounts_are, branding_theme_id, document_number } = row
  const of = { organisation_id, contact_id, currency, amounts_are, branding_theme_id, created_by_user_id: user_id }
  const { id: invoice_id } = await writeDraft(trx, { ...of, reference: document_number! }, lines)
  await checkQuota(trx, 'invoices_per_day', { id: organisation_id })
  // Before it is authorised, which looks for its deposit.
  await trx
    .updateTable('quote')
    .set({ [column]: invoice_id, modified_at: sql`now()` })
    .where('id', '=', row.id)
    .execute()
  const { gross, digits } = await trx
    .selectFrom('invoice as i')
    .innerJoin('currency as c', 'c.code', 'i.currency')
    .select(['i.gross', 'c.digits'])
    .where('i.id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  if (held) await checkTaken(trx, invoice_id, held)
  const is_same = gross === accepted
  if (row.authorises && is_same) await authorise(trx, invoice_id)
  const money = (amount: number) => `${currency} ${toMajor(amount, digits)}`
  const problem = is_same
    ? null
    : `The tax has changed: the invoice is a draft of ${money(gross)}, and ${money(accepted)} was accepted.`
  await trx.updateTable('quote').set({ problem }).where('id', '=', row.id).execute()
  return invoice_id
}

/** @throws {AppError} not_possible where the deposit was charged with a tax that has another rate today */
async function checkTaken(trx: Trx, invoice_id: number, held: Held): Promise<void> {
  const { rows } = await sql<{ tax: number }>`select coalesce(sum(tax), 0)::float8 as tax from invoice_line
    where invoice_id = ${invoice_id} and account_code = ${held.account_code}`.execute(trx)
  if (rows[0]!.tax + held.tax === 0) return
  const reason = 'The tax has changed since the deposit: please credit its invoice, and write the final one then.'
  throw new AppError('not_possible', reason)
}

const isVoid = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.selectFrom('invoice').select('state').where('id', '=', id).executeTakeFirst())?.state === 'void'

type Row = RowOf<typeof Quote>
type Writing = {
  user_id: number
  column: 'invoice_id' | 'deposit_invoice_id'
  lines: LineBody[]
  /** What was accepted. */
  gross: number
  held?: Held
}
type Sender = { organisation_id: number; author_user_id: number | null }
