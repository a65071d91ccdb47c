import { stringify } from 'csv-stringify/sync'
import { isoOf } from '../chain/append.ts'

/** Of the values of a line in their order, but for its digest. */
const names = [
  'fix_at',
  'received_at',
  'event',
  'alarm',
  'valid',
  'longitude',
  'latitude',
  'altitude_m',
  'heading',
  'speed_ms',
  'accuracy_m',
  'outside_boundary',
  'repeated',
  'late',
  'boundary_id',
  'attributes',
] as const

/** The lines of reports as CSV, UTC and metres per second; the digest of each is left out. */
export function csvOfLines(lines: readonly string[], header: boolean): string {
  const rows = lines.map((line) => {
    const values = JSON.parse(line) as unknown[]
    return names.map((name, at) => cell(name, values[at]))
  })
  return stringify(rows, { header, columns: [...names], escape_formulas: true })
}

function cell(name: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (name === 'fix_at' || name === 'received_at') return isoOf(value as number)
  if (typeof value === 'boolean') return String(value)
  return value as string | number
}
