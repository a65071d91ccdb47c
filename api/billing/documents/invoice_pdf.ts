import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { readContent } from '../../files/contents.ts'
import { makePdf, type Pdf } from '../../pdf/document.ts'
import type { DocumentContact, InvoiceDocument } from '../invoices/document.ts'
import { toMajor } from '../money/document.ts'

/**
 * An invoice or credit note as PDF. The same document gives the same bytes.
 *
 * @param logo bytes of a PNG or JPEG
 */
export function invoicePdf(document: InvoiceDocument, logo: Buffer | null, signal?: AbortSignal): Promise<Buffer> {
  const { invoice, issuer } = document
  const title = titleOf(document)
  const created_at = new Date(invoice.authorised_at ?? invoice.modified_at)
  const options = { title, author: issuer.name, created_at, language: 'en-NZ', ...(signal && { signal }) }
  const footer = issuer.footer ? (page: number, of: number) => `${issuer.footer} · Page ${page} of ${of}` : undefined
  return makePdf({ ...options, ...(footer && { footer }) }, async (pdf) => {
    if (logo) pdf.image(logo, { alt: issuer.name, width: 180, height: 70 })
    pdf.heading(1, title)
    if (invoice.state === 'draft' || invoice.state === 'void') {
      pdf.paragraph(
        invoice.state === 'draft' ? 'Draft: this is not an invoice yet.' : 'Void: nothing is owed on this.',
        {
          bold: true,
        },
      )
    }
    writeParties(pdf, document)
    await pdf.facts(factsOf(document))
    await writeLines(pdf, document)
    await writeTotals(pdf, document)
    if (issuer.payment_details && invoice.type === 'invoice') {
      pdf.heading(2, 'How to pay')
      pdf.paragraph(issuer.payment_details)
    }
    if (issuer.terms) {
      pdf.heading(2, 'Terms')
      pdf.paragraph(issuer.terms, { muted: true })
    }
  })
}

/** The bytes of the organisation's logo; null without one, or if its file is gone. */
export async function readLogo({ db, contents }: ApiContext, file_id: number | null): Promise<Buffer | null> {
  if (file_id === null) return null
  const found = await contentOf(db, file_id)
  if (!found?.content_id) return null
  const parts: Buffer[] = []
  for await (const part of contents.read(await readContent(db, found.content_id))) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A document that shows GST is a tax invoice by its name: New Zealand's law no longer asks for it, buyers do. */
export function titleOf({ invoice, issuer }: InvoiceDocument): string {
  const kind = invoice.type === 'credit_note' ? 'Credit note' : issuer.gst_number ? 'Tax invoice' : 'Invoice'
  return [kind, invoice.document_number].filter(Boolean).join(' ')
}

function writeParties(pdf: Pdf, { issuer, contact }: InvoiceDocument): void {
  const { name, address1, address2, address3, phone, email, gst_number } = issuer
  pdf.paragraph(linesOf(name, address1, address2, address3, phone, email, gst_number && `GST number ${gst_number}`))
  pdf.heading(2, 'To')
  pdf.paragraph(linesOf(...addressOf(contact)))
}

export const addressOf = (contact: DocumentContact) => [
  ...[contact.name, contact.company, contact.address1, contact.address2, contact.address3],
  [contact.city, contact.postcode].filter(Boolean).join(' '),
  ...[contact.country, contact.tax_number && `Tax number ${contact.tax_number}`],
]

function factsOf({ invoice }: InvoiceDocument): [string, string][] {
  const facts: [string, string | null][] = [
    ['Date', dateText(invoice.issued_on)],
    ['Due', invoice.type === 'invoice' ? dateText(invoice.due_on) : null],
    ['Credits', invoice.credits_number],
    ['Reference', invoice.reference],
    ['Exchange rate', Number(invoice.exchange_rate) === 1 ? null : trimmed(invoice.exchange_rate)],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

async function writeLines(pdf: Pdf, { invoice, lines, digits }: InvoiceDocument): Promise<void> {
  const has_discount = lines.some(({ discount }) => Number(discount) !== 0)
  const right = { align: 'right' as const }
  const amount = invoice.amounts_are === 'inclusive' ? 'gross' : 'net'
  await pdf.table({
    columns: [
      { title: 'Description', share: 4 },
      { title: 'Quantity', share: 1.2, ...right },
      { title: 'Price', share: 1.4, ...right },
      ...(has_discount ? [{ title: 'Discount', share: 1.2, ...right }] : []),
      { title: 'Tax', share: 1.2, ...right },
      {
        title: `Amount${{ exclusive: ' excl. tax', inclusive: ' incl. tax', no_tax: '' }[invoice.amounts_are]}`,
        share: 1.6,
        ...right,
      },
    ],
    rows: lines.map((line) => [
      line.description || line.item_code,
      trimmed(line.quantity),
      priceText(line.unit_price, digits),
      ...(has_discount ? [Number(line.discount) === 0 ? '' : `${trimmed(line.discount)} %`] : []),
      line.tax_name ? `${trimmed(line.tax_rate)} %` : '',
      moneyText(line[amount], digits),
    ]),
  })
}

async function writeTotals(pdf: Pdf, { invoice, taxes, digits }: InvoiceDocument): Promise<void> {
  const money = (amount: number) => moneyText(amount, digits)
  const rows: [string, string][] = [
    ['Net', money(invoice.net)],
    ...taxes
      .filter(({ name, tax }) => name || tax > 0)
      .map(({ name, rate, tax }): [string, string] => [`${name} ${trimmed(rate)} %`, money(tax)]),
    [`Total ${invoice.currency}`, money(invoice.gross)],
  ]
  if (invoice.state === 'authorised' || invoice.state === 'paid') {
    if (invoice.paid > 0) rows.push([invoice.type === 'invoice' ? 'Paid or credited' : 'Used', money(invoice.paid)])
    rows.push([invoice.type === 'invoice' ? 'To pay' : 'Credit left', money(invoice.open)])
  }
  pdf.keep(20 * rows.length)
  await pdf.table({
    columns: [
      { title: 'Total', share: 5, align: 'right' },
      { title: 'Amount', share: 1.4, align: 'right' },
    ],
    rows,
    row_heads: true,
    has_heads: false,
    is_plain: true,
  })
}

/** 1234567 → 12,345.67 */
export function moneyText(amount: number, digits: number): string {
  const [whole, fraction] = toMajor(amount, digits).split('.')
  return [whole!.replace(/\B(?=(\d{3})+$)/g, ','), fraction].filter((part) => part !== undefined).join('.')
}

/** At least the places of the currency, and more only where the price has them. */
function priceText(price: string, digits: number): string {
  const [whole, fraction = ''] = trimmed(price).split('.')
  return fraction.length >= digits ? trimmed(price) : `${whole}${digits > 0 ? `.${fraction.padEnd(digits, '0')}` : ''}`
}

const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
const linesOf = (...lines: (string | null | undefined)[]) => lines.filter(Boolean).join('\n')

/** 2027-01-31 → 31 January 2027 */
export function dateText(day: string): string {
  const format = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(day))
}

const contentOf = (db: Db, file_id: number) =>
  db
    .selectFrom('file')
    .select('content_id')
    .where('id', '=', file_id)
    .where('deleted_at', 'is', null)
    .where('size', '<', LARGEST_LOGO)
    .executeTakeFirst()
const LARGEST_LOGO = 5_000_000
