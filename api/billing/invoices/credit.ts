import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { lockInvoice } from '../ledger/record.ts'
import { authorise, creditable } from './authorise.ts'
import { writeDraft } from './invoice.ts'
import type { LineBody } from './lines.ts'

/**
 * Credits an invoice, in whole or by lines. What it has open is settled by it; the rest stays with the credit note, to be
 * refunded or allocated.
 *
 * @returns the credit note
 * @throws {AppError} not_possible beyond what was invoiced and is not credited yet
 */
export async function creditInvoice(trx: Trx, id: number, { lines, reason, ...options }: Crediting): Promise<number> {
  const invoice = await lockInvoice(trx, id)
  if (invoice.type !== 'invoice' || invoice.state === 'draft' || invoice.state === 'void') {
    throw new AppError('not_possible', 'Only an authorised invoice is credited.')
  }
  if (invoice.contact_id === null) throw new AppError('not_possible', 'The contact of the invoice is gone.')
  const left = await creditable(trx, invoice)
  if (!lines && left < invoice.gross) {
    throw new AppError('not_possible', 'Part of it is credited already: please name the lines.', 'lines')
  }
  const { organisation_id, contact_id, currency, amounts_are, exchange_rate, branding_theme_id } = invoice
  const issued_on = options.issued_on
  const note = await writeDraft(
    trx,
    {
      organisation_id,
      contact_id,
      currency,
      amounts_are,
      exchange_rate,
      branding_theme_id,
      ...(issued_on && { issued_on }),
      ...(options.user_id !== null && { created_by_user_id: options.user_id }),
      type: 'credit_note',
      reference: reason ?? `Credits ${invoice.document_number}`,
      credits_invoice_id: id,
    },
    lines ?? id,
  )
  if (options.authorise ?? true) await authorise(trx, note.id)
  return note.id
}

type Crediting = {
  lines?: LineBody[] | undefined
  reason?: string | undefined
  authorise?: boolean | undefined
  issued_on?: string
  user_id: number | null
}
