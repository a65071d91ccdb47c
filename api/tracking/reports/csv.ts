import { stringify } from 'csv-stringify/sync'
import type { Read } from './read.ts'

/** A report as CSV for programs: the names of the columns, seconds, metres, metres per second, moments in UTC. */
export function toCsv({ columns, rows }: Read): string {
  return stringify(rows, { header: true, columns: columns.map(({ name }) => name), escape_formulas: true })
}
