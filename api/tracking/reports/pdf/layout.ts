import { DateTime } from 'luxon'
import { headOf } from '../../../crud/sheets/measures.ts'
import { makePdf, type Pdf } from '../../../pdf/document.ts'
import { textOf } from '../cells.ts'
import type { Read } from '../read.ts'
import type { Column, Value } from '../report.ts'
import { titleOf } from '../title.ts'

/** Columns of a table, at most: what is wider continues in further tables, each with the first column. */
const MAX_COLUMNS = 11

/**
 * A report as PDF, made in a worker thread.
 *
 * @param printed.logo bytes of a PNG or JPEG; one that cannot be drawn is left out: the title has the name
 */
export function layOut({ read, logo }: Printed): Promise<Buffer> {
  const { title, about, organisation_name, timezone, columns, rows, from, until, count } = read
  const about_file = { title: titleOf(read), author: organisation_name, created_at: new Date(), is_landscape: true }
  return makePdf(about_file, (pdf) => {
    if (logo) pdf.image(logo, { alt: organisation_name, width: 160, height: 48 })
    pdf.heading(1, `${title}: ${organisation_name}`)
    const period = from === until ? dayOf(from) : `${dayOf(from)} to ${dayOf(until)}`
    pdf.paragraph(`${about}. ${period}, times of ${timezone}.`, { muted: true })
    if (rows.length === 0) return pdf.paragraph('Nothing happened in this period.')
    for (const part of partsOf(columns)) writeTable(pdf, read, part)
    pdf.paragraph(`${count} ${count === 1 ? 'row' : 'rows'}.`, { muted: true })
  })
}

function writeTable(pdf: Pdf, read: Read, columns: Column[]): void {
  const { rows, totals, units } = read
  const texts = rows.map((row) => columns.map(({ name, measure }) => cellOf(row[name], measure, read)))
  const sums = columns.map(({ name, measure }, index) => (index === 0 ? 'Total' : textOf(totals[name], measure, read)))
  const has_totals = sums.slice(1).some(Boolean)
  pdf.table({
    columns: columns.map(({ title, measure }) => ({
      title: headOf(DAY.test(title) ? DateTime.fromISO(title).toFormat('d LLL') : title, measure, units),
      share: shares[measure] ?? 1,
      ...(measure !== 'text' && measure !== 'moment' && { align: 'right' as const }),
    })),
    rows: has_totals ? [...texts, sums] : texts,
    row_heads: true,
    has_total: has_totals,
  })
}

/** Nothing is quiet, so that what there is stands out. */
const cellOf = (value: Value | undefined, measure: Column['measure'], read: Read) =>
  value === 0 ? '–' : textOf(value, measure, read)

const dayOf = (day: string) => DateTime.fromISO(day).toFormat('d LLL yyyy')

/** The title of a column of a day. */
const DAY = /^\d{4}-\d\d-\d\d$/

const shares: Partial<Record<Column['measure'], number>> = { text: 1.8, moment: 1.6 }

function partsOf([first, ...others]: Column[]): Column[][] {
  const parts: Column[][] = []
  for (let at = 0; at < others.length; at += MAX_COLUMNS - 1) {
    parts.push([first!, ...others.slice(at, at + MAX_COLUMNS - 1)])
  }
  return parts
}

export type Printed = { read: Read; logo: Uint8Array | null }
