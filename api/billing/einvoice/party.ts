import { bareOf, prefixOf } from '../../crud/tax_numbers/tax_numbers.ts'
import type { InvoiceDocument } from '../invoices/document.ts'
import type { Endpoint } from '../tax_numbers/electronic_address.ts'

export type Line = InvoiceDocument['lines'][number]
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

/** Seller or buyer. A seller who charges no tax is identified by the name instead of the tax number (BR-CO-26, BR-O-02). */
export function partyOf(party: Party, { taxed, scheme, endpoint, is_seller }: Shown) {
  const { name, country, phone, email } = party
  const number = taxed && party.tax_number?.trim() ? taxId(party.tax_number, country, scheme) : null
  const { address1, address2, address3, city, postcode } = party
  return {
    ...(endpoint && { 'cbc:EndpointID': identified(endpoint) }),
    ...(is_seller && !number && { 'cac:PartyIdentification': { 'cbc:ID': party.tax_number?.trim() || name } }),
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': {
      ...(address1 && { 'cbc:StreetName': address1 }),
      ...(address2 && { 'cbc:AdditionalStreetName': address2 }),
      ...(city && { 'cbc:CityName': city }),
      ...(postcode && { 'cbc:PostalZone': postcode }),
      ...(address3 && { 'cac:AddressLine': { 'cbc:Line': address3 } }),
      'cac:Country': { 'cbc:IdentificationCode': country },
    },
    ...(number && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': number, 'cac:TaxScheme': { 'cbc:ID': scheme } } }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      ...(endpoint && REGISTERS.has(endpoint.scheme) && { 'cbc:CompanyID': identified(endpoint) }),
    },
    ...((phone || email) && {
      'cac:Contact': { ...(phone && { 'cbc:Telephone': phone }), ...(email && { 'cbc:ElectronicMail': email }) },
    }),
  }
}

/** A tax number begins with its country in an electronic invoice (BR-CO-09), but not where the tax is GST. */
const taxId = (number: string, country: string, scheme: TaxScheme) =>
  `${scheme === 'VAT' ? prefixOf(country) : ''}${bareOf(number, country)}`

const identified = ({ scheme, id }: Endpoint) => ({ '#text': id, '@_schemeID': scheme })
/** Schemes of registers of companies: New Zealand's business numbers, and Australia's. */
const REGISTERS = new Set(['0088', '0151'])

export type TaxScheme = 'VAT' | 'GST'
type Shown = { taxed: boolean; scheme: TaxScheme; endpoint?: Endpoint | null | undefined; is_seller: boolean }
