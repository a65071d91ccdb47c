import type { Statistics } from 'hyparquet'
import type { ArchivedEvent, Column } from '../event.ts'
import { columnNames, columns } from './format.ts'
import { integersOf } from './numbers.ts'

/** Turns a column's values as the reader gives them into those of events, in as little memory as they need. */
export function valuesOf(name: Column, chunks: ArrayLike<unknown>[]): Values {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (name === 'attributes') return new Texts(chunks as ArrayLike<Uint8Array | undefined>[], length)
  if (chunks.length === 1 && chunks[0] instanceof Float64Array) return chunks[0]
  if (chunks.every((chunk) => chunk instanceof BigInt64Array)) return numbersOf(chunks, length)
  const { kind } = columns[name]
  const is_integer = kind === 'integer' || kind === 'time'
  const values = new Array<unknown>(length)
  let are_numbers = true
  let at = 0
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) {
      const value = chunk[i] ?? null
      values[at++] = is_integer && value !== null ? Number(value) : value
      if (typeof value !== 'number') are_numbers = false
    }
  }
  return are_numbers ? Float64Array.from(values as number[]) : values
}

/** Puts the chunks of a column together. */
function numbersOf(chunks: BigInt64Array[], length: number): Float64Array {
  const numbers = new Float64Array(length)
  const integers = new BigInt64Array(numbers.buffer)
  let at = 0
  for (const chunk of chunks) {
    integers.set(chunk, at)
    at += chunk.length
  }
  integersOf(numbers)
  return numbers
}

/** Texts that are decoded when their event is wanted. */
class Texts {
  readonly length: number
  readonly bytes: number
  readonly #all: Buffer
  /** Where each ends; negative where it is null, so that it ends where the one before does. */
  readonly #ends: Int32Array

  constructor(chunks: ArrayLike<Uint8Array | undefined>[], length: number) {
    this.length = length
    this.#ends = new Int32Array(length)
    let end = 0
    let row = 0
    for (const chunk of chunks) {
      for (let i = 0; i < chunk.length; i++) {
        const text = chunk[i]
        end += text?.length ?? 0
        this.#ends[row++] = text ? end : ~end
      }
    }
    this.#all = Buffer.allocUnsafeSlow(end)
    let at = 0
    for (const chunk of chunks) {
      for (let i = 0; i < chunk.length; i++) {
        const text = chunk[i]
        if (!text) continue
        this.#all.set(text, at)
        at += text.length
      }
    }
    this.bytes = end + 4 * length
  }

  at(row: number): string | null {
    const end = this.#ends[row]!
    if (end < 0) return null
    const before = row === 0 ? 0 : this.#ends[row - 1]!
    return this.#all.toString('utf8', before < 0 ? ~before : before, end)
  }
}

/** The value of a row. */
export function valueAt(values: Values, row: number): unknown {
  return values instanceof Texts ? values.at(row) : values[row]
}

/** The events of a row group, all columns of which have been read. */
export function eventsOf(values: Record<string, Values>, rows: number): ArchivedEvent[] {
  return Array.from({ length: rows }, (_, i) => {
    const event: Record<string, unknown> = {}
    for (const name of columnNames) event[name] = valueAt(values[name]!, i)
    return event as ArchivedEvent
  })
}

/** The bytes that a column takes in memory, about. */
export function bytesOf(values: Values): number {
  if (values instanceof Texts) return values.bytes
  // Numbers among nulls are objects of their own.
  return (values instanceof Float64Array ? 8 : 16) * values.length
}

/**
 * The value of all rows of a row group by the statistics of a column; undefined where rows differ, or where statistics do
 * not say: those of numbers with fractions do not tell 0 from −0, and those of long texts are cut.
 */
export function constantOf(name: Column, rows: number, statistics: Statistics | undefined): unknown {
  if (!statistics) return undefined
  const { null_count, min_value, max_value, is_min_value_exact, is_max_value_exact } = statistics
  if (columns[name].nullable) {
    if (null_count === undefined) return undefined
    if (Number(null_count) === rows) return null
    if (Number(null_count) !== 0) return undefined
  }
  if (min_value === undefined || min_value !== max_value) return undefined
  switch (columns[name].kind) {
    case 'flag':
      return min_value
    case 'integer':
    case 'time':
      return Number(min_value)
    case 'text':
      if (is_min_value_exact === false || is_max_value_exact === false) return undefined
      return Buffer.byteLength(min_value as string) < CUT_BYTES ? min_value : undefined
    default:
      return undefined
  }
}

/** Longer texts in statistics may be cut. */
const CUT_BYTES = 16

/** Values of a column by row: those of all but attributes are read by index, too. */
export type Values = ArrayLike<unknown> | Texts
