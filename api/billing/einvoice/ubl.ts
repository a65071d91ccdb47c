import { XMLBuilder } from 'fast-xml-parser'
import { countryCode, ofCurrency } from '../../crud/tax_numbers/countries.ts'
import { AppError } from '../../http/errors.ts'
import type { InvoiceDocument } from '../invoices/document.ts'
import { toMajor } from '../money/document.ts'
import type { Endpoint } from '../tax_numbers/electronic_address.ts'
import { type Category, categoriesOf, rateOf, subtotalsOf, type TaxTypes } from './categories.ts'
import { type Line, type Party, partyOf, type TaxScheme } from './party.ts'

/**
 * An authorised invoice or credit note as UBL 2.1 by the European norm EN 16931 (without an extension of a country).
 *
 * @param of.types the type of each tax rate
 * @throws {AppError} not_possible, with what is missing, where the norm asks for it
 * @source https://docs.peppol.eu/poacc/billing/3.0/syntax/ubl-invoice/tree/ (the order of the elements)
 */
export function ublOf(document: InvoiceDocument, { types, currency: own, seller: from, buyer: to }: Books): string {
  const { invoice, issuer, contact, lines, digits } = document
  const { type, document_number, currency, issued_on, due_on, reference, net, tax, gross, open } = invoice
  if (invoice.state !== 'authorised' && invoice.state !== 'paid')
    throw missing('state', `the document is ${invoice.state}`)
  if (digits > 2) throw missing('currency', `EN 16931 has two places, and ${currency} has ${digits}`)
  const amount = (value: number) => ({ '#text': toMajor(value, digits), '@_currencyID': currency })
  const categories = categoriesOf(lines, types)
  const taxed = categories.some((each) => each !== 'O')
  const seller = sellerOf(issuer, own)
  if (taxed && !seller.tax_number?.trim()) {
    throw missing('gst_number', 'the organisation has no tax number, which an invoice with tax needs')
  }
  const is_invoice = type === 'invoice'
  const buyer = buyerOf(contact, seller)
  const profile = profileOf([seller.country, buyer.country], from && to)
  const scheme = profile.scheme
  const paid = is_invoice ? gross - open : 0
  const root = {
    'cbc:CustomizationID': profile.customization,
    ...(profile.process && { 'cbc:ProfileID': profile.process }),
    'cbc:ID': document_number,
    'cbc:IssueDate': issued_on,
    ...(is_invoice && { 'cbc:DueDate': due_on }),
    [`cbc:${is_invoice ? 'Invoice' : 'CreditNote'}TypeCode`]: is_invoice ? '380' : '381',
    'cbc:DocumentCurrencyCode': currency,
    'cbc:BuyerReference': reference || document_number,
    ...(invoice.credits_number && {
      'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': invoice.credits_number } },
    }),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(seller, { taxed, scheme, endpoint: from, is_seller: true }) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(buyer, { taxed, scheme, endpoint: to, is_seller: false }) },
    ...(is_invoice && issuer.payment_details && { 'cac:PaymentTerms': { 'cbc:Note': issuer.payment_details } }),
    'cac:TaxTotal': {
      'cbc:TaxAmount': amount(tax),
      'cac:TaxSubtotal': subtotalsOf(lines, categories).map((sum) => ({
        'cbc:TaxableAmount': amount(sum.net),
        'cbc:TaxAmount': amount(sum.tax),
        'cac:TaxCategory': categoryXml(sum.category, sum.rate, { scheme, with_reason: true }),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(net),
      'cbc:TaxExclusiveAmount': amount(net),
      'cbc:TaxInclusiveAmount': amount(gross),
      ...(paid > 0 && { 'cbc:PrepaidAmount': amount(paid) }),
      'cbc:PayableAmount': amount(gross - paid),
    },
    [`cac:${is_invoice ? 'Invoice' : 'CreditNote'}Line`]: lines.map((line, i) => {
      const quantity = { '#text': trimmed(line.net < 0 ? `-${line.quantity}` : line.quantity), '@_unitCode': 'C62' }
      return {
        'cbc:ID': String(i + 1),
        [`cbc:${is_invoice ? 'Invoiced' : 'Credited'}Quantity`]: quantity,
        'cbc:LineExtensionAmount': amount(line.net),
        'cac:Item': itemOf(line, categories[i]!, scheme),
        'cac:Price': priceOf(line, amount),
      }
    }),
  }
  const name = is_invoice ? 'Invoice' : 'CreditNote'
  const space = 'urn:oasis:names:specification:ubl:schema:xsd'
  const xml = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    [name]: {
      '@_xmlns': `${space}:${name}-2`,
      '@_xmlns:cac': `${space}:CommonAggregateComponents-2`,
      '@_xmlns:cbc': `${space}:CommonBasicComponents-2`,
      ...root,
    },
  })
  return plain(xml)
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })

/** The organisation has no field for its country: it is the last line of its address, else that of its currency. */
function sellerOf(issuer: InvoiceDocument['issuer'], own: string): Party {
  const written = [issuer.address1, issuer.address2, issuer.address3].filter((line) => line?.trim())
  const named = countryCode(written.at(-1) ?? null)
  const country = named ?? ofCurrency[own]
  if (!country) throw missing('address3', 'the organisation’s address does not name its country in the last line')
  const [address1 = null, address2 = null, address3 = null] = named ? written.slice(0, -1) : written
  const { name, gst_number: tax_number, phone, email } = issuer
  return { name, address1, address2, address3, city: null, postcode: null, country, tax_number, phone, email }
}

function buyerOf(contact: InvoiceDocument['contact'], seller: Party): Party {
  const country = contact.country?.trim() ? countryCode(contact.country) : seller.country
  if (!country) throw missing('country', `the contact’s country, ${contact.country}, is not known`)
  return { ...contact, name: contact.company || contact.name, country }
}

/**
 * Between two addresses of the Peppol network the profile of that network: PINT A-NZ in Australia and New Zealand, else BIS
 * Billing 3. Without them it is the norm alone.
 *
 * @source https://docs.peppol.eu/poac/aunz/pint-aunz/ and https://docs.peppol.eu/poacc/billing/3.0/
 */
function profileOf(countries: string[], network: unknown): Profile {
  if (!network) return { customization: EN_16931, process: null, scheme: 'VAT' }
  if (countries.every((country) => country === 'NZ' || country === 'AU')) {
    return { customization: 'urn:peppol:pint:billing-1@aunz-1', process: 'urn:peppol:bis:billing', scheme: 'GST' }
  }
  const customization = `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
  return { customization, process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', scheme: 'VAT' }
}
const EN_16931 = 'urn:cen.eu:en16931:2017'
type Profile = { customization: string; process: string | null; scheme: TaxScheme }

function itemOf({ description, item_code, tax_rate }: Line, category: Category, scheme: TaxScheme) {
  const [first = ''] = description.split('\n')
  return {
    ...(description.length > first.length && { 'cbc:Description': description }),
    'cbc:Name': first.slice(0, 200) || item_code || '–',
    ...(item_code && { 'cac:SellersItemIdentification': { 'cbc:ID': item_code } }),
    'cac:ClassifiedTaxCategory': categoryXml(category, rateOf(category, tax_rate), { scheme, with_reason: false }),
  }
}

/**
 * The net price of the whole quantity, so that quantity × price is the line's amount to the cent, also where the price
 * holds the tax. A price is not negative: the quantity is.
 */
function priceOf({ net, quantity }: Line, amount: (value: number) => object) {
  const base = { 'cbc:BaseQuantity': { '#text': trimmed(quantity), '@_unitCode': 'C62' } }
  return { 'cbc:PriceAmount': amount(Math.abs(net)), ...(Number(quantity) > 0 && base) }
}

function categoryXml(category: Category, rate: string, { scheme, with_reason }: Shown) {
  return {
    'cbc:ID': category,
    ...(category !== 'O' && { 'cbc:Percent': rate }),
    ...(with_reason && reasons[category] && { 'cbc:TaxExemptionReason': reasons[category] }),
    'cac:TaxScheme': { 'cbc:ID': scheme },
  }
}

const reasons: Partial<Record<Category, string>> = {
  E: 'Exempt from tax',
  AE: 'Reverse charge',
  O: 'Not subject to tax',
}

const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** Without what XML cannot hold. */
const plain = (text: string) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')

const missing = (field: string, reason: string) =>
  new AppError('not_possible', `${field}: ${reason}, so that there is no electronic invoice.`, field)

type Shown = { scheme: TaxScheme; with_reason: boolean }
/** `currency` is the organisation's own; `seller` and `buyer` are addresses in the Peppol network. */
type Books = { types: TaxTypes; currency: string; seller?: Endpoint | null; buyer?: Endpoint | null }
