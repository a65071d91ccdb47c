import type { InvoiceDocument } from '../invoices/document.ts'
import { toMajor } from '../money/document.ts'
import type { Endpoint } from '../tax_numbers/electronic_address.ts'
import { type Category, categoriesOf, rateOf, type Subtotal, subtotalsOf, type TaxTypes } from './categories.ts'
import { buyerOf, missing, type Party, sellerOf } from './party.ts'

/**
 * What an authorised invoice or credit note says by the European norm EN 16931, before it is written in one of its
 * syntaxes (UBL, CII).
 *
 * @param of.types the type of each tax rate
 * @throws {AppError} not_possible, with what is missing, where the norm asks for it
 */
export function electronicOf(document: InvoiceDocument, { types, currency: own, ...at }: Books): ElectronicInvoice {
  const { invoice, issuer, lines, digits } = document
  const { currency, net, tax, gross, open } = invoice
  if (invoice.state !== 'authorised' && invoice.state !== 'paid')
    throw missing('state', `the document is ${invoice.state}`)
  if (digits > 2) throw missing('currency', `EN 16931 has two places, and ${currency} has ${digits}`)
  const categories = categoriesOf(lines, types)
  const taxed = categories.some((each) => each !== 'O')
  const seller = sellerOf(issuer, own)
  const number = seller.tax_number?.trim() || null
  if (taxed && !number) {
    throw missing('gst_number', 'the organisation has no tax number, which an invoice with tax needs')
  }
  const buyer = buyerOf(document.contact, seller)
  const is_invoice = invoice.type === 'invoice'
  const paid = is_invoice ? gross - open : 0
  return {
    is_invoice,
    number: invoice.document_number ?? '',
    issued_on: invoice.issued_on,
    due_on: is_invoice ? invoice.due_on : null,
    currency,
    reference: invoice.reference || (invoice.document_number ?? ''),
    credits_number: invoice.credits_number,
    terms: is_invoice ? issuer.payment_details || null : CREDITED,
    seller: {
      ...seller,
      tax_number: taxed ? number : null,
      identifier: taxed ? null : (number ?? seller.name),
      endpoint: at.seller ?? null,
    },
    buyer: {
      ...buyer,
      tax_number: taxed ? buyer.tax_number?.trim() || null : null,
      identifier: null,
      endpoint: at.buyer ?? null,
    },
    money: (amount) => toMajor(amount, digits),
    net,
    tax,
    gross,
    paid,
    payable: gross - paid,
    subtotals: subtotalsOf(lines, categories).map((sum) => Object.assign(sum, { reason: REASONS[sum.category] })),
    lines: lines.map((line, i) => lineOf(line, categories[i]!)),
  }
}

/**
 * The price is the net amount of the whole quantity, so that quantity × price is the line's amount to the cent, also where
 * the price holds the tax. A price is not negative: the quantity is.
 */
function lineOf({ description, item_code, quantity, net, tax_rate }: Line, category: Category): ElectronicLine {
  const [first = ''] = description.split('\n')
  const whole = trimmed(quantity)
  return {
    name: first.slice(0, 200) || item_code || '–',
    description: description.length > first.length ? description : null,
    item_code: item_code || null,
    quantity: net < 0 ? `-${whole}` : whole,
    net,
    price: Math.abs(net),
    price_for: Number(quantity) > 0 ? whole : null,
    category,
    rate: rateOf(category, tax_rate),
  }
}

const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

const REASONS: Record<Category, string | null> = {
  S: null,
  Z: null,
  E: 'Exempt from tax',
  AE: 'Reverse charge',
  O: 'Not subject to tax',
}
/** What has an amount says when it is paid (BR-CO-25), a credit note too. */
const CREDITED = 'Credit note: nothing is to be paid.'

type Line = InvoiceDocument['lines'][number]
/** `currency` is the organisation's own; `seller` and `buyer` are addresses in the Peppol network. */
export type Books = { types: TaxTypes; currency: string; seller?: Endpoint | null; buyer?: Endpoint | null }

/** Amounts are in the smallest unit of the currency; `money` writes them. */
export type ElectronicInvoice = {
  /** Else a credit note. */
  is_invoice: boolean
  number: string
  issued_on: string
  due_on: string | null
  currency: string
  /** What the buyer is to find it by. */
  reference: string
  credits_number: string | null
  terms: string | null
  seller: ElectronicParty
  buyer: ElectronicParty
  money: (amount: number) => string
  net: number
  tax: number
  gross: number
  paid: number
  payable: number
  subtotals: (Subtotal & { reason: string | null })[]
  lines: ElectronicLine[]
}
export type ElectronicParty = Party & {
  /** Of a seller who charges no tax: the name instead of the tax number (BR-CO-26, BR-O-02). */
  identifier: string | null
  /** In the Peppol network. */
  endpoint: Endpoint | null
}
export type ElectronicLine = {
  name: string
  description: string | null
  item_code: string | null
  quantity: string
  net: number
  price: number
  /** The quantity that the price is for. */
  price_for: string | null
  category: Category
  rate: string
}
