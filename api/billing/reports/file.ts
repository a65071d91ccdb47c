import { stringify } from 'csv-stringify/sync'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import { toMajor } from '../money/document.ts'
import type { MadeReport } from './reports.ts'

export const formats = ['csv', 'pdf'] as const
const layout: LayoutModule<MadeReport> = new URL('./layout.ts', import.meta.url)

/** A report as a file. In CSV amounts are decimals, which a program reads as numbers. */
export async function fileOf(report: MadeReport, format: (typeof formats)[number], user_id: number | null) {
  const name = `${report.title}, ${report.until}.${format}`.replace(/[^\p{L}\p{N} ,._-]/gu, '')
  const { columns, digits, organisation_id } = report
  if (format === 'pdf') {
    const bytes = await pdfWorkers.make(layout, report, { user_id, organisation_id })
    return { name, mimetype: 'application/pdf', bytes }
  }
  const rows = [...report.rows, ...(report.total ? [report.total] : [])].map((row) =>
    columns.map(({ name, is_money }) => {
      const value = row[name] ?? null
      if (is_money && typeof value === 'number') return Number(toMajor(value, digits))
      // A text like a formula is marked as text; amounts below 0 stay numbers.
      return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
    }),
  )
  const cast = { number: (value: number) => value.toFixed(digits) }
  const head = columns.map(({ title }) => title)
  return { name, mimetype: 'text/csv; charset=utf-8', bytes: Buffer.from(stringify([head, ...rows], { cast })) }
}
