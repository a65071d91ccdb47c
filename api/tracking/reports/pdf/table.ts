import { DateTime } from 'luxon'
import { headOf } from '../../../crud/sheets/measures.ts'
import type { Table } from '../../../pdf/table.ts'
import { textOf } from '../cells.ts'
import type { Read } from '../read.ts'
import type { Column, Value } from '../report.ts'

/** Columns of a table, at most: what is wider continues in further tables, each with the first column. */
const MAX_COLUMNS = 11

export function writeTable(pdf: { table(table: Table): void }, read: Read, columns: Column[]): void {
  const { rows, totals, units } = read
  const texts = rows.map((row) => columns.map((column) => cellOf(row[column.name], column, read)))
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

/** Nothing is quiet, so that what there is stands out; 0 °C is not nothing. */
const cellOf = (value: Value | undefined, { measure, digits }: Column, { timezone, units }: Read) =>
  value === 0 && measure !== 'number' ? '–' : textOf(value, measure, { timezone, units, digits })

export const dayOf = (day: string) => DateTime.fromISO(day).toFormat('d LLL yyyy')

/** The title of a column of a day. */
const DAY = /^\d{4}-\d\d-\d\d$/

const shares: Partial<Record<Column['measure'], number>> = { text: 1.8, moment: 1.6 }

export function partsOf([first, ...others]: Column[]): Column[][] {
  const parts: Column[][] = []
  for (let at = 0; at < others.length; at += MAX_COLUMNS - 1) {
    parts.push([first!, ...others.slice(at, at + MAX_COLUMNS - 1)])
  }
  return parts
}
