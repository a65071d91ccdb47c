import type { InvoiceDocument } from '../invoices/document.ts'

/** What the PDF of an invoice shows: while it is the same, the bytes are. */
export function printedOf({ invoice, instalments, lines, taxes, issuer, contact, digits, ...more }: InvoiceDocument) {
  const { type, state, document_number, issued_on, due_on, credits_number, reference, exchange_rate } = invoice
  const { amounts_are, currency, net, gross, paid, open } = invoice
  const { logo_file_id: _, ...shown } = issuer
  return {
    invoice: {
      type,
      state,
      document_number,
      issued_on,
      due_on,
      credits_number,
      reference,
      exchange_rate,
      amounts_are,
      currency,
      net,
      gross,
      paid,
      open,
    },
    ...(instalments.length > 0 && { instalments: instalments.map(({ due_on, amount }) => ({ due_on, amount })) }),
    created_at: invoice.authorised_at ?? invoice.modified_at,
    lines: lines.map(({ description, item_code, quantity, unit_price, discount, tax_name, tax_rate, net, gross }) => ({
      description,
      item_code,
      quantity,
      unit_price,
      discount,
      tax_name,
      tax_rate,
      net,
      gross,
    })),
    taxes,
    ...(more.reverse_charge && { reverse_charge: true as const }),
    issuer: shown,
    contact,
    digits,
  }
}

/** `quote`: it is an offer, whose last day is that of payment. */
export type PrintedInvoice = ReturnType<typeof printedOf> & { quote?: { note: string; deposit: number } }
