import { countryCode, ofCurrency } from '../../crud/tax_numbers/countries.ts'
import { bareOf, prefixOf } from '../../crud/tax_numbers/tax_numbers.ts'
import { AppError } from '../../http/errors.ts'
import type { InvoiceDocument } from '../invoices/document.ts'
import type { Endpoint } from '../tax_numbers/electronic_address.ts'

/** The organisation has no field for its country: it is the last line of its address, else that of its currency. */
export function sellerOf(issuer: InvoiceDocument['issuer'], own: string): Party {
  const written = [issuer.address1, issuer.address2, issuer.address3].filter((line) => line?.trim())
  const named = countryCode(written.at(-1) ?? null)
  const country = named ?? ofCurrency[own]
  if (!country) throw missing('address3', 'the organisation’s address does not name its country in the last line')
  const [address1 = null, address2 = null, address3 = null] = named ? written.slice(0, -1) : written
  const { name, gst_number: tax_number, phone, email } = issuer
  return { name, address1, address2, address3, city: null, postcode: null, country, tax_number, phone, email }
}

export function buyerOf(contact: InvoiceDocument['contact'], seller: Party): Party {
  const country = contact.country?.trim() ? countryCode(contact.country) : seller.country
  if (!country) throw missing('country', `the contact’s country, ${contact.country}, is not known`)
  const { address1, address2, address3, city, postcode, tax_number, phone, email } = contact
  const name = contact.company || contact.name
  return { name, address1, address2, address3, city, postcode, country, tax_number, phone, email }
}

/** A tax number begins with its country in an electronic invoice (BR-CO-09), but not where the tax is GST. */
export function taxIdOf({ tax_number, country }: Party, scheme: TaxScheme): string | null {
  if (tax_number === null) return null
  return `${scheme === 'VAT' ? prefixOf(country) : ''}${bareOf(tax_number, country)}`
}

/** Its number in a register of companies: New Zealand's business numbers, or Australia's. */
export const registeredAs = (endpoint: Endpoint | null) =>
  endpoint && (endpoint.scheme === '0088' || endpoint.scheme === '0151') ? endpoint : null

export const missing = (field: string, reason: string) =>
  new AppError('not_possible', `${field}: ${reason}, so that there is no electronic invoice.`, field)

export type Party = {
  name: string
  address1: string | null
  address2: string | null
  address3: string | null
  city: string | null
  postcode: string | null
  /** ISO 3166-1. */
  country: string
  tax_number: string | null
  phone: string | null
  email: string | null
}
export type TaxScheme = 'VAT' | 'GST'
