import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import type { InvoiceDocument } from '../invoices/document.ts'
import { endpointOf } from '../tax_numbers/electronic_address.ts'
import { ciiOf } from './cii.ts'
import { type Books, electronicOf } from './model.ts'
import { ublOf } from './ubl.ts'

/**
 * An authorised document as an electronic one, as UBL or, for a Factur-X, as CII.
 *
 * @throws {AppError} not_possible, with what is missing, where the norm asks for it
 */
export async function electronicXml(db: Db, document: InvoiceDocument, syntax: 'ubl' | 'cii'): Promise<string> {
  const books = await booksOf(db, document.invoice)
  return syntax === 'ubl' ? ublOf(document, books) : ciiOf(document, books)
}

/** Whether a document has all that the norm asks for. */
export async function canBeElectronic(db: Db, document: InvoiceDocument): Promise<boolean> {
  const books = await booksOf(db, document.invoice)
  try {
    electronicOf(document, books)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_possible') return false
    throw error
  }
}

/** Where the buyer is reached is as it is now: that is no part of what was authorised. */
async function booksOf(db: Db, { organisation_id, contact_id }: InvoiceDocument['invoice']): Promise<Books> {
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
  const contact = await db
    .selectFrom('contact')
    .select('electronic_address')
    .where('id', '=', contact_id)
    .executeTakeFirst()
  const seller = endpointOf(config.electronic_address)
  const buyer = endpointOf(contact?.electronic_address)
  return { currency: config.currency, seller, buyer, types: new Map(rates.map(({ id, type }) => [id, type])) }
}
