import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Encoding, ParquetParsers, SchemaElement, Statistics } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'
import type { ArchivedEvent, Column } from './event.ts'

/**
 * The format of a file: Parquet, zstd, sorted by tracker, time of the fix and digest. `organisation_id` and `day` are in
 * the path (`organisation=1/day=2026-11-20/…`), as tools that read many files expect it.
 */
export const FORMAT = '1'

/** A tracker's day is in one or two of them; decoding one takes some milliseconds. */
export const GROUP_ROWS = 4096
/** Events of a file. A tracker's day is never split. */
export const PART_ROWS = 500_000

type Kind = 'integer' | 'time' | 'text' | 'flag' | 'double' | 'real'
type Declared = { kind: Kind; nullable?: true; encoding?: Encoding }

/** Measured on the data of docs/decisions/history-files.md; without an encoding the writer chooses a dictionary. */
const columns: Record<Column, Declared> = {
  id: { kind: 'integer', encoding: 'DELTA_BINARY_PACKED' },
  tracker_id: { kind: 'integer', encoding: 'DELTA_BINARY_PACKED' },
  fix_at: { kind: 'time', encoding: 'DELTA_BINARY_PACKED' },
  received: { kind: 'time', encoding: 'DELTA_BINARY_PACKED' },
  event: { kind: 'text' },
  alarm: { kind: 'text', nullable: true },
  valid: { kind: 'flag' },
  longitude: { kind: 'double', nullable: true, encoding: 'BYTE_STREAM_SPLIT' },
  latitude: { kind: 'double', nullable: true, encoding: 'BYTE_STREAM_SPLIT' },
  altitude: { kind: 'real', nullable: true },
  heading: { kind: 'real', nullable: true },
  speed: { kind: 'real', nullable: true },
  accuracy: { kind: 'real', nullable: true },
  outside_boundary: { kind: 'flag', nullable: true },
  repeated: { kind: 'flag' },
  late: { kind: 'flag' },
  boundary_id: { kind: 'integer', nullable: true },
  // The writer's dictionary would hide from zstd what neighbours have in common.
  attributes: { kind: 'text', nullable: true, encoding: 'PLAIN' },
  digest: { kind: 'integer', encoding: 'BYTE_STREAM_SPLIT' },
}

export const columnNames = Object.keys(columns) as Column[]

const delta_types: Record<Kind, string> = {
  integer: 'long',
  time: 'timestamp',
  text: 'string',
  flag: 'boolean',
  double: 'double',
  real: 'float',
}

/** The columns as the schema of a Delta Lake table names them. */
export const deltaFields = columnNames.map((name) => {
  const { kind, nullable = false } = columns[name]
  return { name, type: delta_types[kind], nullable, metadata: {} }
})

const elements: Record<Kind, Omit<SchemaElement, 'name'>> = {
  integer: { type: 'INT64' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  flag: { type: 'BOOLEAN' },
  double: { type: 'DOUBLE' },
  real: { type: 'FLOAT' },
}

export const schema: SchemaElement[] = [
  { name: 'event', num_children: columnNames.length },
  ...columnNames.map((name): SchemaElement => {
    const { kind, nullable } = columns[name]
    return { name, ...elements[kind], repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED' }
  }),
]

/** Turns rows into columns, as the writer takes them. */
export function columnsOf(events: ArchivedEvent[]): ColumnSource[] {
  return columnNames.map((name) => {
    const { kind, nullable, encoding } = columns[name]
    const is_integer = kind === 'integer' || kind === 'time'
    const data = events.map((event) => {
      const value = event[name]
      return is_integer && value !== null ? BigInt(value as number) : value
    })
    return { name, data, nullable: nullable ?? false, offsetIndex: false, ...(encoding && { encoding }) }
  })
}

/**
 * The schema as the reader is to see it: times stay numbers, and the attributes bytes until their event is wanted.
 * Decoding both takes longer than all the rest.
 */
export function readingSchema(written: SchemaElement[]): SchemaElement[] {
  return written.map(({ converted_type, logical_type, ...element }) => {
    const is_raw = columns[element.name as Column]?.kind === 'time' || element.name === 'attributes'
    return { ...element, ...(!is_raw && { converted_type, logical_type }) }
  })
}

/** Turns a column's values as the reader gives them into those of events, in as little memory as they need. */
export function valuesOf(name: Column, chunks: ArrayLike<unknown>[]): Values {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (name === 'attributes') return new Texts(chunks as ArrayLike<Uint8Array | undefined>[], length)
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

/** Reads the halves of each number, without a `bigint` for each: all are below 2^53. */
function numbersOf(chunks: BigInt64Array[], length: number): Float64Array {
  const numbers = new Float64Array(length)
  let at = 0
  for (const { buffer, byteOffset, length: count } of chunks) {
    const low = new Uint32Array(buffer, byteOffset, 2 * count)
    const high = new Int32Array(buffer, byteOffset, 2 * count)
    for (let i = 0; i < count; i++) numbers[at++] = high[2 * i + 1]! * 2 ** 32 + low[2 * i]!
  }
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

export const compressors = {
  ZSTD: (bytes: Uint8Array, size = 0): Uint8Array => zstdDecompressSync(bytes, { maxOutputLength: Math.max(size, 1) }),
}

export const writing_compressors = {
  ZSTD: (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes, { params: ZSTD }),
}

/**
 * From level 9 on, more time saves less than a tenth of a byte an event. With zstd's checksums other programs notice
 * damaged pages, too.
 */
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 }

/** Keeps microseconds: the reader's own dates have milliseconds. */
export const parsers: Partial<ParquetParsers> = {
  timestampFromMicroseconds: (value: bigint) => value as unknown as Date,
}
