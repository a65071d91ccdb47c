import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { authorOf, NO_AUTHOR } from '../authority.ts'
import { authorise } from '../invoices/authorise.ts'
import { writeDraft } from '../invoices/invoice.ts'
import { asBody } from '../invoices/lines.ts'
import { toMajor } from '../money/document.ts'

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
 * Writes the invoice of an accepted quote, with the prices that were offered, at the tax rates of today. It is authorised only
 * if it comes to what was accepted.
 *
 * @throws {AppError} not_possible where it is not accepted, or has an invoice
 */
export async function becomeInvoice(trx: Trx, id: number, user_id: number): Promise<number> {
  const row = await trx.selectFrom('quote').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (row.state !== 'accepted') throw new AppError('not_possible', 'Only a quote that was accepted becomes an invoice.')
  if (row.invoice_id !== null) throw new AppError('not_possible', 'It has an invoice.')
  const { organisation_id, contact_id, currency, amounts_are, branding_theme_id, document_number } = row
  const of = { organisation_id, contact_id, currency, amounts_are, branding_theme_id, created_by_user_id: user_id }
  const { id: invoice_id } = await writeDraft(trx, { ...of, reference: document_number! }, asBody(row.lines))
  await checkQuota(trx, 'invoices_per_day', { id: organisation_id })
  const { gross, digits } = await trx
    .selectFrom('invoice as i')
    .innerJoin('currency as c', 'c.code', 'i.currency')
    .select(['i.gross', 'c.digits'])
    .where('i.id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const is_same = gross === row.gross
  if (row.authorises && is_same) await authorise(trx, invoice_id)
  const money = (amount: number) => `${currency} ${toMajor(amount, digits)}`
  const problem = is_same
    ? null
    : `The tax has changed: the invoice is a draft of ${money(gross)}, and ${money(row.gross)} was accepted.`
  await trx.updateTable('quote').set({ invoice_id, problem, modified_at: sql`now()` }).where('id', '=', id).execute()
  return invoice_id
}

type Sender = { organisation_id: number; author_user_id: number | null }
