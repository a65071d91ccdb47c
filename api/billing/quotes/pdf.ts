import type { Quote } from '#db/tables/billing/quotes/quote.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { ApiContext } from '../../context.ts'
import { makePrinted } from '../documents/invoice_pdf.ts'
import type { PrintedInvoice } from '../documents/printed.ts'
import { issuerCopy } from '../invoices/authorise.ts'
import { contactNow } from '../invoices/document.ts'
import { computeDocument } from '../money/document.ts'

/** A quote as PDF, as invoices look. Of a draft, as it would be if it were sent now. */
export async function quotePdf(context: ApiContext, row: RowOf<typeof Quote>, user_id: number): Promise<Buffer> {
  const { db } = context
  const { digits } = await db
    .selectFrom('currency')
    .select('digits')
    .where('code', '=', row.currency)
    .executeTakeFirstOrThrow()
  const { logo_file_id, ...issuer } = row.issuer ?? (await issuerCopy(db, row))
  const { amounts_are, lines, net, gross } = row
  const printed: PrintedInvoice = {
    invoice: {
      type: 'invoice',
      state: row.state === 'draft' ? 'draft' : 'authorised',
      document_number: row.document_number,
      issued_on: row.issued_on,
      due_on: row.valid_until,
      credits_number: null,
      reference: row.reference,
      exchange_rate: null,
      amounts_are,
      currency: row.currency,
      net,
      gross,
      paid: 0,
      open: 0,
    },
    created_at: row.modified_at,
    lines,
    taxes: computeDocument({ amounts_are, digits, lines }).taxes,
    issuer,
    contact: row.contact ?? (await contactNow(db, row.contact_id)),
    digits,
    quote: { note: row.note, deposit: row.deposit },
  }
  return makePrinted(context, printed, logo_file_id, { user_id, organisation_id: row.organisation_id })
}
