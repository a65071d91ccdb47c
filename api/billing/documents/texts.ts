import type { DocumentContact } from '../invoices/document.ts'
import { toMajor } from '../money/document.ts'

/** A document that shows GST is a tax invoice by its name: New Zealand's law no longer asks for it, buyers do. */
export function titleOf({ invoice, issuer, quote }: Titled): string {
  if (quote) return ['Quote', invoice.document_number].filter(Boolean).join(' ')
  const kind = invoice.type === 'credit_note' ? 'Credit note' : issuer.gst_number ? 'Tax invoice' : 'Invoice'
  return [kind, invoice.document_number].filter(Boolean).join(' ')
}

export const addressOf = (contact: DocumentContact) => [
  contact.name,
  contact.company,
  contact.address1,
  contact.address2,
  contact.address3,
  [contact.city, contact.postcode].filter(Boolean).join(' '),
  contact.country,
  contact.tax_number && `Tax number ${contact.tax_number}`,
]

/** 1234567 → 12,345.67 */
export function moneyText(amount: number, digits: number): string {
  const [whole, fraction] = toMajor(amount, digits).split('.')
  return [whole!.replace(/\B(?=(\d{3})+$)/g, ','), fraction].filter((part) => part !== undefined).join('.')
}

/** At least the places of the currency, and more only where the price has them. */
export function priceText(price: string, digits: number): string {
  const [whole, fraction = ''] = trimmed(price).split('.')
  return fraction.length >= digits ? trimmed(price) : `${whole}${digits > 0 ? `.${fraction.padEnd(digits, '0')}` : ''}`
}

export const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
export const linesOf = (...lines: (string | null | undefined)[]) => lines.filter(Boolean).join('\n')

/** 2027-01-31 → 31 January 2027 */
export function dateText(day: string): string {
  const format = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(day))
}

type Titled = {
  invoice: { type: string; document_number: string | null }
  issuer: { gst_number: string | null }
  quote?: object
}
