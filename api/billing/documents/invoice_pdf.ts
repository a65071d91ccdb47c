import type { ApiContext } from '../../context.ts'
import { keptDocument } from '../../files/documents/kept.ts'
import { findLogo, readLogo } from '../../files/logo.ts'
import type { Archive } from '../../pdf/archive.ts'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import { facturXOf } from '../einvoice/facturx.ts'
import { electronicXml } from '../einvoice/read.ts'
import type { InvoiceDocument } from '../invoices/document.ts'
import { type PrintedInvoice, printedOf } from './printed.ts'

const layout: LayoutModule<{ document: PrintedInvoice; logo: Uint8Array | null; archive?: Archive }> = new URL(
  './layout.ts',
  import.meta.url,
)

/**
 * An invoice or credit note as PDF. One that is no draft is made once and kept, until what it shows changes, such as
 * what is paid.
 *
 * @param user_id who asks; null is the platform
 * @throws {AppError} as `PdfWorkers.make` does
 */
export async function invoicePdf(context: ApiContext, document: InvoiceDocument, user_id: number | null) {
  const { id, organisation_id, state } = document.invoice
  const logo = await findLogo(context.db, document.issuer.logo_file_id)
  const printed = printedOf(document)
  const make = async () => {
    const bytes = logo && (await readLogo(context, logo.content_id))
    return pdfWorkers.make(layout, { document: printed, logo: bytes }, { user_id, organisation_id })
  }
  if (state === 'draft') return make()
  return keptDocument(context, { organisation_id, invoice_id: id }, { printed, logo: logo?.sha256 ?? null }, make)
}

/**
 * The same as Factur-X: PDF/A-3 that holds the electronic invoice. It is not kept, but the same document gives the same
 * bytes.
 *
 * @throws {AppError} not_possible, with what is missing, where EN 16931 asks for it
 */
export async function facturXPdf(context: ApiContext, document: InvoiceDocument, user_id: number | null) {
  const archive = facturXOf(await electronicXml(context.db, document, 'cii'))
  const { organisation_id } = document.invoice
  return makePrinted(context, printedOf(document), document.issuer.logo_file_id, { user_id, organisation_id, archive })
}

/** A document that looks like an invoice, such as a quote. */
export async function makePrinted(
  context: ApiContext,
  document: PrintedInvoice,
  logo_file_id: number | null,
  { archive, ...of }: By,
) {
  const logo = await findLogo(context.db, logo_file_id)
  const bytes = logo && (await readLogo(context, logo.content_id))
  return pdfWorkers.make(layout, { document, logo: bytes, ...(archive && { archive }) }, of)
}

type By = { user_id: number | null; organisation_id: number; archive?: Archive }
