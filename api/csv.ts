import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Resource } from './resource.ts'

/** Streams rows as CSV: a header, then a line each; objects as JSON. Nothing waits for the whole. */
export function toCsv(resource: Resource, rows: AsyncIterable<Record<string, unknown>>): Readable {
  const stringifier = stringify({
    header: true,
    columns: Object.keys(resource.row.properties),
    cast: { boolean: (value) => String(value) },
    escape_formulas: true, // a name like =cmd() must stay a name in a spreadsheet
  })
  const source = Readable.from(rows)
  source.on('error', (error) => stringifier.destroy(error))
  return source.pipe(stringifier)
}
