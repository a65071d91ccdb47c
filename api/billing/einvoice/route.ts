import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { type InvoiceDocument, readDocument } from '../invoices/document.ts'
import { invoice } from '../invoices/invoice.ts'
import { endpointOf } from '../tax_numbers/electronic_address.ts'
import { ublOf } from './ubl.ts'

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
      const xml = await invoiceXml(db, document)
      const name = (document.invoice.document_number ?? '').replace(/[^A-Za-z0-9._-]/g, '-')
      reply.header('content-disposition', `attachment; filename="${name}.xml"`)
      return reply.type('application/xml').send(xml)
    },
  })
}

/**
 * An authorised document as an electronic one.
 *
 * @throws {AppError} not_possible, with what is missing, where the norm asks for it
 */
export async function invoiceXml(db: Db, document: InvoiceDocument): Promise<string> {
  const { organisation_id, contact_id } = document.invoice
  const books = await booksOf(db, organisation_id)
  return ublOf(document, { ...books, buyer: await addressOf(db, contact_id) })
}

async function booksOf(db: Db, organisation_id: number) {
  const config = await db
    .selectFrom('billing_config')
    .select(['currency', 'electronic_address'])
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  const rates = await db
    .selectFrom('tax_rate')
    .select(['id', 'type'])
    .where('organisation_id', '=', organisation_id)
    .execute()
  const seller = endpointOf(config.electronic_address)
  return { currency: config.currency, seller, types: new Map(rates.map(({ id, type }) => [id, type])) }
}

/** Where the buyer is reached now: that is no part of what was authorised. */
async function addressOf(db: Db, contact_id: number | null) {
  const contact = await db
    .selectFrom('contact')
    .select('electronic_address')
    .where('id', '=', contact_id)
    .executeTakeFirst()
  return endpointOf(contact?.electronic_address)
}
