import type { Readable } from 'node:stream'
import { type CastReturnObject, stringify } from 'csv-stringify'
import { startStream } from '../http/stream.ts'
import type { Resource } from './resource.ts'

/**
 * Streams rows as CSV: a header, then a line each; objects as JSON, and money as a decimal with as many places as the
 * currency has (`digits` of the row, or the column that `x-digits` names).
 */
export async function toCsv(
  resource: Pick<Resource, 'row' | 'csv'>,
  rows: AsyncGenerator<Record<string, unknown>>,
): Promise<Readable> {
  const { row, csv = {} } = resource
  const further = Object.entries(csv)
  const amounts = amountsOf(resource)
  const source = await startStream(further.length + amounts.length > 0 ? prepare(rows, further, amounts) : rows)
  const stringifier = stringify({
    header: true,
    columns: [...Object.keys(row.properties), ...Object.keys(csv)],
    cast: {
      boolean: (value) => String(value),
      object: (value) => (value instanceof Money ? textOf(value.text) : JSON.stringify(value)),
      string: (value) => (isNegative(value) ? textOf(value) : value),
    },
    escape_formulas: true, // a name like =cmd() must stay a name in a spreadsheet
  })
  source.on('error', (error) => stringifier.destroy(error))
  // Stops the query when the client disconnects.
  stringifier.on('close', () => source.destroy())
  return source.pipe(stringifier)
}

async function* prepare(rows: AsyncGenerator<Record<string, unknown>>, further: Further, amounts: AmountColumn[]) {
  for await (const row of rows) {
    const money = amounts.map(([name, digits]) => [name, new Money(row[name] as number | null, row[digits] as number)])
    yield { ...row, ...Object.fromEntries(money), ...Object.fromEntries(further.map(([name, of]) => [name, of(row)])) }
  }
}

/** The columns of minor units, where rows say how many places their currency has. */
function amountsOf({ row: { properties } }: Pick<Resource, 'row'>): AmountColumn[] {
  if (!('digits' in properties)) return []
  return Object.entries(properties)
    .filter(([, schema]) => isMoney(schema))
    .map(([name, schema]) => [name, digitsColumn(schema)])
}

/** The column with the places of an amount. */
export function digitsColumn(schema: object): string {
  const { anyOf = [], 'x-digits': digits } = schema as { anyOf?: object[]; 'x-digits'?: string }
  return digits ?? anyOf.map(digitsColumn).find((name) => name !== 'digits') ?? 'digits'
}

function isMoney(schema: object): boolean {
  const { anyOf = [], 'x-measure': measure } = schema as { anyOf?: object[]; 'x-measure'?: string }
  return measure === 'money' || anyOf.some(isMoney)
}

/** An amount in minor units. The quotient is rounded far below a minor unit, so the decimal is exact up to 7 × 10¹⁵. */
class Money {
  readonly text: string
  constructor(minor: number | null, digits: number) {
    this.text = minor === null ? '' : (minor / 10 ** digits).toFixed(digits)
  }
}

/** A number is no formula, also where it begins with a minus. */
function textOf(text: string): string | CastReturnObject {
  const as_it_is = { value: text, escape_formulas: false }
  return text.startsWith('-') ? as_it_is : text
}

const isNegative = (text: string) => /^-\d+(\.\d+)?$/.test(text)

type AmountColumn = [name: string, digits: string]
type Further = [name: string, of: (row: Record<string, unknown>) => string | null][]
