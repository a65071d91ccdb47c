import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { canBeElectronic, electronicXml } from '../einvoice/read.ts'
import { type InvoiceDocument, readDocument } from '../invoices/document.ts'
import { invoice } from '../invoices/invoice.ts'
import { facturXPdf, invoicePdf } from './invoice_pdf.ts'

export const readInvoiceDocument = defineAction({
  method: 'GET',
  path: 'invoice/document',
  tags: ['invoices'],
  summary: 'Read all of an invoice: lines, taxes, organisation, contact and transactions',
  query: IdQuery,
  answer: Type.Unsafe<InvoiceDocument & { electronic: boolean }>(
    Type.Any({
      description: 'invoice, lines, taxes, issuer, contact, transactions, digits; electronic: whether it can be one',
    }),
  ),
  async run({ context: { db }, viewer, query }) {
    const { id } = await read(db, invoice, viewer, query.id)
    const document = await readDocument(db, id)
    return { ...document, electronic: await canBeElectronic(db, document) }
  },
})

/** An invoice for people. */
export const addInvoicePdf = documentRoute({
  path: '/invoice/pdf',
  summary: 'Read an invoice as PDF',
  kind: 'pdf',
  write: invoicePdf,
})

/** The same for the programs of who receives it. */
export const addInvoiceXml = documentRoute({
  path: '/invoice/xml',
  summary: 'Read an invoice as UBL 2.1 by EN 16931',
  kind: 'xml',
  write: ({ db }, document) => electronicXml(db, document, 'ubl'),
})

/** A PDF for people, which holds it for programs. */
export const addFacturX = documentRoute({
  path: '/invoice/facturx',
  summary: 'Read an invoice as Factur-X (ZUGFeRD): a PDF with its XML by EN 16931',
  kind: 'pdf',
  write: facturXPdf,
})

/** An invoice as a file, for who may read it. */
function documentRoute({ path, summary, kind, write }: DocumentRoute) {
  return (app: TypedApp, context: ApiContext): void => {
    app.get(path, {
      schema: {
        tags: ['invoices'],
        summary,
        querystring: IdQuery,
        response: { ...answers({}), 200: Type.Any({ description: `application/${kind}` }) },
      },
      async handler(request, reply) {
        const viewer = viewerOf(request)
        const { id } = await read(context.db, invoice, viewer, request.query.id)
        const document = await readDocument(context.db, id)
        const content = await write(context, document, viewer.user_id)
        const name = (document.invoice.document_number ?? `draft-${id}`).replace(/[^A-Za-z0-9._-]/g, '-')
        reply.header('content-disposition', `attachment; filename="${name}.${kind}"`)
        return reply.type(`application/${kind}`).send(content)
      },
    })
  }
}

type DocumentRoute = {
  path: string
  summary: string
  kind: 'pdf' | 'xml'
  write: (context: ApiContext, document: InvoiceDocument, user_id: number) => Promise<Uint8Array | string>
}
