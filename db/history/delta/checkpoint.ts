import { parquetReadObjects, type SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { compressors, writing_compressors } from '../parquet/format.ts'
import { type Action, type Add, type MetaData, protocol, type Remove } from './actions.ts'

/** Encodes the state of a log as the actions that lead to it: a row each, of which one column is not null. */
export function encodeCheckpoint(metaData: MetaData, adds: Add[], removes: Remove[]): Buffer {
  const rows: Record<string, unknown>[] = [
    { protocol },
    { metaData: { ...metaData, createdTime: BigInt(metaData.createdTime) } },
  ]
  for (const add of adds) {
    const { size, modificationTime } = add
    rows.push({ add: { ...add, size: BigInt(size), modificationTime: BigInt(modificationTime) } })
  }
  for (const remove of removes) {
    const { size, deletionTimestamp } = remove
    rows.push({ remove: { ...remove, size: BigInt(size), deletionTimestamp: BigInt(deletionTimestamp) } })
  }
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({
    writer: bytes,
    schema,
    codec: 'ZSTD',
    compressors: writing_compressors,
    statistics: false,
  })
  const columnData = columns.map((name) => ({ name, data: rows.map((row) => row[name] ?? null), offsetIndex: false }))
  writer.write({ columnData, rowGroupSize: 50_000 })
  writer.finish()
  return Buffer.from(bytes.getBytes())
}

export async function readCheckpoint(bytes: Buffer): Promise<Action[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const rows = await parquetReadObjects({ file, compressors })
  return rows.flatMap((row) =>
    columns.filter((name) => row[name]).map((name) => ({ [name]: plain(row[name]) }) as never),
  )
}

/** Numbers of this log are far below 2^53. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}

const columns = ['protocol', 'metaData', 'add', 'remove'] as const

const optional = { repetition_type: 'OPTIONAL' } as const
const text = (name: string, repetition_type: 'OPTIONAL' | 'REQUIRED' = 'OPTIONAL'): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
  repetition_type,
})
const plainField = (name: string, type: 'INT32' | 'INT64' | 'BOOLEAN'): SchemaElement => ({ name, type, ...optional })
const group = (name: string, num_children: number): SchemaElement => ({ name, num_children, ...optional })
const map = (name: string): SchemaElement[] => [
  { name, num_children: 1, converted_type: 'MAP', logical_type: { type: 'MAP' }, ...optional },
  { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
  text('key', 'REQUIRED'),
  text('value'),
]
const list = (name: string): SchemaElement[] => [
  { name, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' }, ...optional },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  text('element'),
]

const schema: SchemaElement[] = [
  { name: 'checkpoint', num_children: columns.length },
  group('protocol', 2),
  plainField('minReaderVersion', 'INT32'),
  plainField('minWriterVersion', 'INT32'),
  group('metaData', 7),
  text('id'),
  text('name'),
  group('format', 2),
  text('provider'),
  ...map('options'),
  text('schemaString'),
  ...list('partitionColumns'),
  ...map('configuration'),
  plainField('createdTime', 'INT64'),
  group('add', 6),
  text('path'),
  ...map('partitionValues'),
  plainField('size', 'INT64'),
  plainField('modificationTime', 'INT64'),
  plainField('dataChange', 'BOOLEAN'),
  text('stats'),
  group('remove', 6),
  text('path'),
  plainField('deletionTimestamp', 'INT64'),
  plainField('dataChange', 'BOOLEAN'),
  plainField('extendedFileMetadata', 'BOOLEAN'),
  ...map('partitionValues'),
  plainField('size', 'INT64'),
]
