import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { startStream } from '../http/stream.ts'
import type { Resource } from './resource.ts'

/** Streams rows as CSV: a header, then a line each; objects as JSON. */
export async function toCsv(resource: Resource, rows: AsyncGenerator<Record<string, unknown>>): Promise<Readable> {
  const { row, csv = {} } = resource
  const further = Object.entries(csv)
  const source = await startStream(further.length > 0 ? extend(rows, further) : rows)
  const stringifier = stringify({
    header: true,
    columns: [...Object.keys(row.properties), ...Object.keys(csv)],
    cast: { boolean: (value) => String(value) },
    escape_formulas: true, // a name like =cmd() must stay a name in a spreadsheet
  })
  source.on('error', (error) => stringifier.destroy(error))
  // Stops the query when the client disconnects.
  stringifier.on('close', () => source.destroy())
  return source.pipe(stringifier)
}

async function* extend(rows: AsyncGenerator<Record<string, unknown>>, further: Further) {
  for await (const row of rows) yield { ...row, ...Object.fromEntries(further.map(([name, of]) => [name, of(row)])) }
}

type Further = [name: string, of: (row: Record<string, unknown>) => string | null][]
