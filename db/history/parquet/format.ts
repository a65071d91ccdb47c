import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Encoding, ParquetParsers, SchemaElement } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'
import type { ArchivedEvent, Column } from '../event.ts'

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
export const columns: Record<Column, Declared> = {
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
