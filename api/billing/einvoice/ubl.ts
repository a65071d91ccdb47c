import type { InvoiceDocument } from '../invoices/document.ts'
import type { Endpoint } from '../tax_numbers/electronic_address.ts'
import type { Category } from './categories.ts'
import { type Books, type ElectronicInvoice, type ElectronicLine, type ElectronicParty, electronicOf } from './model.ts'
import { registeredAs, type TaxScheme, taxIdOf } from './party.ts'
import { writeXml } from './xml.ts'

/**
 * An authorised invoice or credit note as UBL 2.1 by the European norm EN 16931 (without an extension of a country).
 *
 * @throws {AppError} as `electronicOf` does
 * @source https://docs.peppol.eu/poacc/billing/3.0/syntax/ubl-invoice/tree/ (the order of the elements)
 */
export function ublOf(document: InvoiceDocument, books: Books): string {
  const invoice = electronicOf(document, books)
  const { is_invoice, seller, buyer, credits_number, terms, money } = invoice
  const amount = (value: number) => ({ '#text': money(value), '@_currencyID': invoice.currency })
  const { customization, process, scheme } = profileOf(invoice)
  const name = is_invoice ? 'Invoice' : 'CreditNote'
  const namespaces = {
    '': `${SPACE}:${name}-2`,
    cac: `${SPACE}:CommonAggregateComponents-2`,
    cbc: `${SPACE}:CommonBasicComponents-2`,
  }
  return writeXml(name, namespaces, {
    'cbc:CustomizationID': customization,
    ...(process && { 'cbc:ProfileID': process }),
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issued_on,
    ...(invoice.due_on && { 'cbc:DueDate': invoice.due_on }),
    [`cbc:${name}TypeCode`]: is_invoice ? '380' : '381',
    'cbc:DocumentCurrencyCode': invoice.currency,
    'cbc:BuyerReference': invoice.reference,
    ...(credits_number && { 'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': credits_number } } }),
    'cac:AccountingSupplierParty': { 'cac:Party': partyXml(seller, scheme) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyXml(buyer, scheme) },
    ...(terms && { 'cac:PaymentTerms': { 'cbc:Note': terms } }),
    'cac:TaxTotal': {
      'cbc:TaxAmount': amount(invoice.tax),
      'cac:TaxSubtotal': invoice.subtotals.map((sum) => ({
        'cbc:TaxableAmount': amount(sum.net),
        'cbc:TaxAmount': amount(sum.tax),
        'cac:TaxCategory': categoryXml(sum, scheme),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(invoice.net),
      'cbc:TaxExclusiveAmount': amount(invoice.net),
      'cbc:TaxInclusiveAmount': amount(invoice.gross),
      ...(invoice.paid > 0 && { 'cbc:PrepaidAmount': amount(invoice.paid) }),
      'cbc:PayableAmount': amount(invoice.payable),
    },
    [`cac:${name}Line`]: invoice.lines.map((line, i) => ({
      'cbc:ID': String(i + 1),
      [`cbc:${is_invoice ? 'Invoiced' : 'Credited'}Quantity`]: counted(line.quantity),
      'cbc:LineExtensionAmount': amount(line.net),
      'cac:Item': itemXml(line, scheme),
      'cac:Price': {
        'cbc:PriceAmount': amount(line.price),
        ...(line.price_for && { 'cbc:BaseQuantity': counted(line.price_for) }),
      },
    })),
  })
}

const SPACE = 'urn:oasis:names:specification:ubl:schema:xsd'

/**
 * Between two addresses of the Peppol network the profile of that network: PINT A-NZ in Australia and New Zealand, else BIS
 * Billing 3. Without them it is the norm alone.
 *
 * @source https://docs.peppol.eu/poac/aunz/pint-aunz/ and https://docs.peppol.eu/poacc/billing/3.0/
 */
function profileOf({ seller, buyer }: ElectronicInvoice): Profile {
  if (!seller.endpoint || !buyer.endpoint) return { customization: EN_16931, process: null, scheme: 'VAT' }
  if ([seller, buyer].every(({ country }) => country === 'NZ' || country === 'AU')) {
    return { customization: 'urn:peppol:pint:billing-1@aunz-1', process: 'urn:peppol:bis:billing', scheme: 'GST' }
  }
  const customization = `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
  return { customization, process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', scheme: 'VAT' }
}
const EN_16931 = 'urn:cen.eu:en16931:2017'

function partyXml(party: ElectronicParty, scheme: TaxScheme) {
  const { name, identifier, endpoint, address1, address2, address3, city, postcode, country, phone, email } = party
  const number = taxIdOf(party, scheme)
  const registered = registeredAs(endpoint)
  return {
    ...(endpoint && { 'cbc:EndpointID': identified(endpoint) }),
    ...(identifier && { 'cac:PartyIdentification': { 'cbc:ID': identifier } }),
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
      ...(registered && { 'cbc:CompanyID': identified(registered) }),
    },
    ...((phone || email) && {
      'cac:Contact': { ...(phone && { 'cbc:Telephone': phone }), ...(email && { 'cbc:ElectronicMail': email }) },
    }),
  }
}

function itemXml({ name, description, item_code, category, rate }: ElectronicLine, scheme: TaxScheme) {
  return {
    ...(description && { 'cbc:Description': description }),
    'cbc:Name': name,
    ...(item_code && { 'cac:SellersItemIdentification': { 'cbc:ID': item_code } }),
    'cac:ClassifiedTaxCategory': categoryXml({ category, rate, reason: null }, scheme),
  }
}

function categoryXml({ category, rate, reason }: Taxed, scheme: TaxScheme) {
  return {
    'cbc:ID': category,
    ...(category !== 'O' && { 'cbc:Percent': rate }),
    ...(reason && { 'cbc:TaxExemptionReason': reason }),
    'cac:TaxScheme': { 'cbc:ID': scheme },
  }
}

const identified = ({ scheme, id }: Endpoint) => ({ '#text': id, '@_schemeID': scheme })
const counted = (quantity: string) => ({ '#text': quantity, '@_unitCode': 'C62' })

type Profile = { customization: string; process: string | null; scheme: TaxScheme }
type Taxed = { category: Category; rate: string; reason: string | null }
