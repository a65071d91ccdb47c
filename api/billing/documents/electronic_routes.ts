import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { electronicXml } from '../einvoice/read.ts'
import { type InvoiceDocument, readDocument } from '../invoices/document.ts'
import { invoice } from '../invoices/invoice.ts'
import { facturXPdf } from './invoice_pdf.ts'

/** An invoice as an electronic one, for the programs of who receives it. */
export function addInvoiceXml(app: TypedApp, { db }: ApiContext): void {
  app.get('/invoice/xml', {
    schema: {
      tags: ['invoices'],
      summary: 'Read an invoice as UBL 2.1 by EN 16931',
      querystring: IdQuery,
      response: { ...answers({}), 200: Type.Any({ description: 'application/xml' }) },
    },
    async handler(request, reply) {
      const { id } = await read(db, invoice, viewerOf(request), request.query.id)
      const document = await readDocument(db, id)
      const xml = await electronicXml(db, document, 'ubl')
      reply.header('content-disposition', `attachment; filename="${nameOf(document)}.xml"`)
      return reply.type('application/xml').send(xml)
    },
  })
}

/** The same as a PDF for people, which holds it for programs. */
export function addFacturX(app: TypedApp, context: ApiContext): void {
  const { db } = context
  app.get('/invoice/facturx', {
    schema: {
      tags: ['invoices'],
      summary: 'Read an invoice as Factur-X (ZUGFeRD): a PDF with its XML by EN 16931',
      querystring: IdQuery,
      response: { ...answers({}), 200: Type.Any({ description: 'application/pdf' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = await read(db, invoice, viewer, request.query.id)
      const document = await readDocument(db, id)
      const bytes = await facturXPdf(context, document, viewer.user_id)
      reply.header('content-disposition', `attachment; filename="${nameOf(document)}.pdf"`)
      return reply.type('application/pdf').send(bytes)
    },
  })
}

const nameOf = ({ invoice: { document_number } }: InvoiceDocument) =>
  (document_number ?? '').replace(/[^A-Za-z0-9._-]/g, '-')
