import { ProviderError } from '../errors.ts'

/**
 * An invoice or credit note as Xero wants it. Net, tax and gross are the computed ones: Xero gets the amounts of each
 * line, so that both books agree to the cent, and refuses a line that it computes otherwise.
 *
 * @throws {ProviderError} where Xero's two decimals cannot hold an amount
 */
export function toXeroDocument(document: PushedDocument): XeroDocument {
  const is_note = document.type === 'credit_note'
  return {
    Type: is_note ? 'ACCRECCREDIT' : 'ACCREC',
    [is_note ? 'CreditNoteNumber' : 'InvoiceNumber']: document.number,
    Contact: { ContactID: document.contact_external_id },
    Date: document.issued_on,
    ...(!is_note && { DueDate: document.due_on ?? document.issued_on, Url: document.url }),
    Reference: document.reference,
    LineAmountTypes: modes[document.amounts_are],
    CurrencyCode: document.currency,
    // Without it Xero takes its own rate of the day.
    ...(document.exchange_rate && { CurrencyRate: exact(document.exchange_rate) }),
    Status: 'AUTHORISED',
    ...(document.branding_theme && { BrandingThemeID: document.branding_theme }),
    LineItems: document.lines.map((line) => toXeroLine(document, line)),
  }
}

/** @param digits of the currency; Xero keeps two decimals of every currency */
export function toXeroAmount(minor: number, digits: number): number {
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)]
  if (/[1-9]/.test(fraction.slice(2))) {
    throw new ProviderError('refused', 'Xero keeps two decimals, and the amounts of this currency have more.')
  }
  return exact(`${minor < 0 ? '-' : ''}${whole}.${fraction.slice(0, 2) || '0'}`)
}

/** The amount of an answer in minor units. */
export const fromXeroAmount = (amount: number, digits: number) => Math.round(amount * 10 ** digits)

/** Xero computes its own totals of what it was sent. @returns a sentence where they are others than ours */
export function differenceOf(document: PushedDocument, answer: { Total?: number; TotalTax?: number }): string | null {
  const { digits, currency, gross, tax } = document
  const theirs = [fromXeroAmount(answer.Total ?? 0, digits), fromXeroAmount(answer.TotalTax ?? 0, digits)]
  if (theirs[0] === gross && theirs[1] === tax) return null
  const show = (minor: number) => `${toXeroAmount(minor, digits)} ${currency}`
  return `Xero's total is ${answer.Total} with tax ${answer.TotalTax}, ours ${show(gross)} with tax ${show(tax)}.`
}

function toXeroLine({ type, amounts_are, digits }: PushedDocument, line: PushedLine): XeroLine {
  const amount = toXeroAmount(amounts_are === 'inclusive' ? line.gross : line.net, digits)
  const has_discount = Number(line.discount ?? '0') !== 0
  // Credit notes have no discounts at Xero, discounts at most two decimals, and none of 100 %: such a line is one
  // piece at its amount. So is one that takes something off, and of that a part off.
  const is_exact = /^\d{1,2}(\.\d{1,2}0*)?$/.test(line.discount ?? '0')
  const takes_off = line.unit_price.startsWith('-')
  const folded = has_discount && (type === 'credit_note' || takes_off || !is_exact)
  return {
    Description: folded
      ? `${line.description} (${line.quantity} × ${line.unit_price}, −${line.discount} %)`
      : line.description,
    Quantity: folded ? 1 : exact(line.quantity),
    UnitAmount: folded ? amount : exact(line.unit_price),
    ...(has_discount && !folded && { DiscountRate: exact(line.discount!) }),
    ...(line.account_code && { AccountCode: line.account_code }),
    // A folded line has another quantity than the stock, and what is taken off brings nothing back to it.
    ...(line.item && !((folded || takes_off) && line.item.is_tracked) && { ItemCode: line.item.code }),
    TaxType: amounts_are === 'no_tax' ? 'NONE' : line.tax_type,
    TaxAmount: amounts_are === 'no_tax' ? 0 : toXeroAmount(line.tax, digits),
    LineAmount: amount,
  }
}

/** JSON numbers are doubles: 15 significant digits survive. */
function exact(text: string): number {
  const digits = text.includes('.') ? text.replace(/0+$/, '') : text
  if (digits.replace(/[-.]/g, '').replace(/^0+/, '').length > 15) {
    throw new ProviderError('refused', `Xero cannot hold the number ${text}.`)
  }
  return Number(text)
}

const modes = { exclusive: 'Exclusive', inclusive: 'Inclusive', no_tax: 'NoTax' } as const

/** Amounts are integers of minor units; quantities, prices and rates decimal texts. */
export type PushedDocument = {
  type: 'invoice' | 'credit_note'
  number: string
  contact_external_id: string
  amounts_are: keyof typeof modes
  currency: string
  /** Decimals of the currency. */
  digits: number
  /** Units of `currency` for one of the currency of the books; null for the provider's own rate. */
  exchange_rate: string | null
  issued_on: string
  due_on: string | null
  reference: string
  /** The page of the invoice, by which it is found again. */
  url: string
  /** Xero's id. */
  branding_theme: string | null
  tax: number
  gross: number
  lines: PushedLine[]
}
export type PushedLine = {
  item: XeroItem | null
  description: string
  quantity: string
  unit_price: string
  discount: string | null
  account_code: string | null
  tax_type: string
  net: number
  tax: number
  gross: number
}
/** Xero counts the stock of tracked items. */
export type XeroItem = { code: string; is_tracked: boolean }
type XeroLine = Record<string, string | number>
export type XeroDocument = Record<string, unknown> & { LineItems: XeroLine[] }
