import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { startStream } from '../http/stream.ts'
import type { Resource } from './resource.ts'

/** Streams rows as CSV: a header, then a line each; objects as JSON. */
export async function toCsv(resource: Resource, rows: AsyncGenerator<Record<string, unknown>>): Promise<Readable> {
  const source = await startStream(rows)
  const stringifier = stringify({
    header: true,
    columns: Object.keys(resource.row.properties),
    cast: { boolean: (value) => String(value) },
    escape_formulas: true, // a name like =cmd() must stay a name in a spreadsheet
  })
  source.on('error', (error) => stringifier.destroy(error))
  // Stops the query when the client disconnects.
  stringifier.on('close', () => source.destroy())
  return source.pipe(stringifier)
}
