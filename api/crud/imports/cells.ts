import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TProperties, TSchema } from 'typebox'
import { wrong } from '../../http/errors.ts'
import { listIn } from './parse.ts'

/** Text of cells becomes numbers and booleans by the schema of a new row. */
const ajv = formats.default(new Ajv({ coerceTypes: true, strict: false }))

/** @throws {AppError} bad_request that names the field and the reason */
export function makeCheck(schema: TSchema): (values: unknown) => void {
  const validate: ValidateFunction = ajv.compile(schema)
  return (values) => {
    if (validate(values)) return
    const error = validate.errors![0]!
    const field = fieldOf(error)
    throw wrong(field, `${reasonOf(error)}.`)
  }
}

const fieldOf = ({ instancePath, params }: ErrorObject) =>
  instancePath.split('/')[1] ?? (params as { missingProperty?: string }).missingProperty ?? ''

function reasonOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is missing'
  if (keyword === 'enum') return `must be one of ${(params as { allowedValues: string[] }).allowedValues.join(', ')}`
  return message ?? 'is not right'
}

/**
 * The fields of a line that are not empty, as a request has them: spreadsheets write days, decimals and choices in
 * their own ways.
 *
 * @param convert for columns that have a form of their own
 * @throws {AppError} bad_request that names the field
 */
export function toBody(
  line: Line,
  properties: TProperties,
  { date_order, convert = {} }: How,
): Record<string, unknown> {
  const cells = Object.entries(line).map(([name, text]) => [name, unescaped(text ?? '').trim()] as const)
  return Object.fromEntries(
    cells
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, convert[name]?.(text) ?? toValue(name, text, properties[name]!, date_order)]),
  )
}

/** CSV that was written here has an apostrophe before what a spreadsheet would take for a formula. */
const unescaped = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

function toValue(name: string, text: string, schema: TSchema, date_order: DateOrder): unknown {
  const { type, format, enum: words, items } = plain(schema)
  if (type === 'array') {
    const parts = (listIn(text) ?? text.split(';')).map((part) => part.trim())
    return parts.filter(Boolean).map((part) => wordOf(part, plain(items!).enum))
  }
  if (format === 'date') return dayOf(name, text, date_order)
  if (type === 'number' || type === 'integer') return text.replace(/^(-?\d+),(\d+)$/, '$1.$2')
  if (type === 'boolean')
    return { yes: true, no: false, '1': true, '0': false }[text.toLowerCase()] ?? text.toLowerCase()
  return wordOf(text, words)
}

/** A choice as people read it, such as `First assistant`. */
function wordOf(text: string, words: string[] | undefined): string {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return words?.includes(word) ? word : (words?.find((each) => each.toLowerCase() === text.toLowerCase()) ?? text)
}

/**
 * A day in ISO 8601, or as the parts of a date are ordered in a country.
 *
 * @throws {AppError} bad_request
 */
export function dayOf(name: string, text: string, date_order: DateOrder): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  const [, first = '', second = '', year = ''] = parts ?? []
  const [day, month] = date_order === 'dmy' ? [first, second] : [second, first]
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  if (!parts || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso) {
    const example = date_order === 'dmy' ? '31/12/2026' : '12/31/2026'
    throw wrong(name, `${text.slice(0, 30)} is no day such as 2026-12-31 or ${example}.`)
  }
  return iso
}

/** The schema of a value that may be null, without the null; of literals their words. */
function plain(schema: TSchema): Plain {
  const { anyOf } = schema as { anyOf?: (Plain & { const?: string })[] }
  if (!anyOf) return schema as Plain
  const words = anyOf.flatMap((one) => (one.const === undefined ? [] : [one.const]))
  if (words.length > 0) return { type: 'string', enum: words }
  return plain(anyOf.find(({ type }) => type !== 'null') as TSchema)
}

type Plain = { type?: string; format?: string; enum?: string[]; items?: TSchema }
export type DateOrder = 'dmy' | 'mdy'
export type Line = Record<string, string | undefined>
type How = { date_order: DateOrder; convert?: Record<string, (text: string) => unknown> }
