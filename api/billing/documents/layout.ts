import type { Archive } from '../../pdf/archive.ts'
import { makePdf, type Pdf } from '../../pdf/document.ts'
import type { PrintedInvoice } from './printed.ts'
import { addressOf, dateText, linesOf, moneyText, priceText, titleOf, trimmed } from './texts.ts'

/**
 * An invoice or credit note as PDF, made in a worker thread. The same document gives the same bytes.
 *
 * @param printed.archive makes it PDF/A-3, with a file
 * @param printed.logo bytes of a PNG or JPEG; one that cannot be drawn is left out, and the issuer's name stands below it
 */
export function layOut({ document, logo, archive }: Printed): Promise<Buffer> {
  const { invoice, issuer } = document
  const title = titleOf(document)
  const options = { title, author: issuer.name, created_at: new Date(document.created_at) }
  const footer = issuer.footer ? (page: number, of: number) => `${issuer.footer} · Page ${page} of ${of}` : undefined
  return makePdf({ ...options, ...(footer && { footer }), ...(archive && { archive }) }, (pdf) => {
    if (logo) pdf.image(logo, { alt: issuer.name, width: 180, height: 70 })
    pdf.heading(1, title)
    if (invoice.state === 'draft' || invoice.state === 'void') {
      pdf.paragraph(
        invoice.state !== 'draft'
          ? 'Void: nothing is owed on this.'
          : `Draft: this is not ${document.quote ? 'a quote' : 'an invoice'} yet.`,
        { bold: true },
      )
    }
    writeParties(pdf, document)
    pdf.facts(factsOf(document))
    if (document.quote?.note) pdf.paragraph(document.quote.note)
    writeLines(pdf, document)
    writeTotals(pdf, document)
    if (document.reverse_charge) pdf.paragraph('Reverse charge: the recipient accounts for the tax.')
    writeInstalments(pdf, document)
    if (issuer.payment_details && invoice.type === 'invoice' && !document.quote) {
      pdf.heading(2, 'How to pay')
      pdf.paragraph(issuer.payment_details)
    }
    if (issuer.terms) {
      pdf.heading(2, 'Terms')
      pdf.paragraph(issuer.terms, { muted: true })
    }
  })
}

function writeParties(pdf: Pdf, { issuer, contact }: PrintedInvoice): void {
  const { name, address1, address2, address3, phone, email, gst_number } = issuer
  pdf.paragraph(linesOf(name, address1, address2, address3, phone, email, gst_number && `GST number ${gst_number}`))
  pdf.heading(2, 'To')
  pdf.paragraph(linesOf(...addressOf(contact)))
}

function factsOf({ invoice, instalments, quote }: PrintedInvoice): [string, string][] {
  const facts: [string, string | null][] = [
    ['Date', dateText(invoice.issued_on)],
    [
      quote ? 'Valid until' : instalments ? 'Last instalment due' : 'Due',
      invoice.type === 'invoice' ? dateText(invoice.due_on) : null,
    ],
    ['Credits', invoice.credits_number],
    ['Reference', invoice.reference],
    ['Exchange rate', invoice.exchange_rate && trimmed(invoice.exchange_rate)],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

function writeLines(pdf: Pdf, { invoice, lines, digits }: PrintedInvoice): void {
  const has_discount = lines.some(({ discount }) => Number(discount) !== 0)
  const right = { align: 'right' as const }
  const amount = invoice.amounts_are === 'inclusive' ? 'gross' : 'net'
  pdf.table({
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

function writeInstalments(pdf: Pdf, { invoice, instalments, digits }: PrintedInvoice): void {
  if (!instalments || invoice.state === 'void') return
  pdf.heading(2, 'Instalments')
  pdf.table({
    columns: [
      { title: 'Due', share: 5 },
      { title: 'Amount', share: 1.4, align: 'right' },
    ],
    rows: instalments.map(({ due_on, amount }) => [dateText(due_on), moneyText(amount, digits)]),
  })
}

function writeTotals(pdf: Pdf, { invoice, taxes, digits, quote }: PrintedInvoice): void {
  const money = (amount: number) => moneyText(amount, digits)
  const rows: [string, string][] = [
    ['Net', money(invoice.net)],
    ...taxes
      .filter(({ name, tax }) => name || tax !== 0)
      .map(({ name, rate, tax }): [string, string] => [`${name} ${trimmed(rate)} %`, money(tax)]),
    [`Total ${invoice.currency}`, money(invoice.gross)],
  ]
  if (!quote && (invoice.state === 'authorised' || invoice.state === 'paid')) {
    if (invoice.paid > 0) rows.push([invoice.type === 'invoice' ? 'Paid or credited' : 'Used', money(invoice.paid)])
    rows.push([invoice.type === 'invoice' ? 'To pay' : 'Credit left', money(invoice.open)])
  }
  if (quote && quote.deposit > 0) rows.push(['Deposit, to pay when you accept', money(quote.deposit)])
  pdf.keep(20 * rows.length)
  pdf.table({
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

type Printed = { document: PrintedInvoice; logo: Uint8Array | null; archive?: Archive }
