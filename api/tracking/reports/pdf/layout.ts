import { makePdf } from '../../../pdf/document.ts'
import { titleOf } from '../title.ts'
import type { Printed } from './printed.ts'
import { dayOf, partsOf, writeTable } from './table.ts'

/** A report as PDF, made in a worker thread. */
export function layOut({ read, logo }: Printed): Promise<Buffer> {
  const { title, about, organisation_name, timezone, columns, rows, from, until, count, empty } = read
  const about_file = { title: titleOf(read), author: organisation_name, created_at: new Date(), is_landscape: true }
  return makePdf(about_file, (pdf) => {
    if (logo) pdf.image(logo, { alt: organisation_name, width: 160, height: 48 })
    pdf.heading(1, `${title}: ${organisation_name}`)
    const period = from === until ? dayOf(from) : `${dayOf(from)} to ${dayOf(until)}`
    pdf.paragraph(`${about}. ${period}, times of ${timezone}.`, { muted: true })
    if (rows.length === 0) return pdf.paragraph(empty ?? 'Nothing happened in this period.')
    for (const part of read.parts) {
      pdf.heading(2, part.title)
      if (part.rows.length === 0) pdf.paragraph(part.empty)
      else for (const columns of partsOf(part.columns)) writeTable(pdf, { ...read, ...part, totals: {} }, columns)
    }
    if (read.heading) pdf.heading(2, read.heading)
    for (const part of partsOf(columns)) writeTable(pdf, read, part)
    pdf.paragraph(`${count} ${count === 1 ? 'row' : 'rows'}.`, { muted: true })
  })
}
