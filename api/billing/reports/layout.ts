import { makePdf } from '../../pdf/document.ts'
import { dateText, moneyText } from '../documents/texts.ts'
import type { MadeReport } from './reports.ts'

/** A report as PDF, made in a worker thread. */
export function layOut(report: MadeReport): Promise<Buffer> {
  const { title, organisation_name, currency, digits, columns, from, until, notes } = report
  const about = { title, author: organisation_name, created_at: new Date(), is_landscape: columns.length > 5 }
  return makePdf(about, (pdf) => {
    pdf.heading(1, title)
    pdf.paragraph(`${organisation_name}. ${dateText(from)} to ${dateText(until)}, amounts in ${currency}.`)
    const rows = [...report.rows, ...(report.total ? [report.total] : [])]
    if (rows.length === 0) pdf.paragraph('There is nothing in this period.')
    else {
      pdf.table({
        columns: columns.map(({ title, is_money }) =>
          is_money ? { title, share: 1.3, align: 'right' as const } : { title, share: 1.6 },
        ),
        rows: rows.map((row) =>
          columns.map(({ name, is_money }) => {
            const value = row[name] ?? ''
            return is_money && typeof value === 'number' ? moneyText(value, digits) : String(value)
          }),
        ),
        row_heads: true,
        has_total: Boolean(report.total),
      })
    }
    for (const note of notes) pdf.paragraph(note, { muted: true })
    if (report.how_to_pay) {
      pdf.heading(2, 'How to pay')
      pdf.paragraph(report.how_to_pay)
    }
  })
}
