import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type RowGroup,
  type Statistics,
} from 'hyparquet'
import { DamagedHistory } from '../errors.ts'
import type { Column } from '../event.ts'
import type { DecodedColumns } from './decoded_columns.ts'
import type { Chunk } from './decoder.worker.ts'
import { compressors, parsers, readingSchema } from './format.ts'
import { decodeNumbers, isOfNumbers } from './numbers.ts'
import { constantOf, type Values, valuesOf } from './values.ts'

/**
 * Reads the footer of a file.
 *
 * @throws {DamagedHistory}
 */
export async function openParquet(place: Place, { bytes, read, decoded }: Source): Promise<ParquetFile> {
  const file: AsyncBuffer = { byteLength: bytes, slice: (from, to = bytes) => read(from, to) }
  try {
    const metadata = await parquetMetadataAsync(file, { parsers, initialFetchSize: FOOTER_GUESS, geoparquet: false })
    return new ParquetFile(place, file, metadata, decoded)
  } catch (error) {
    throw error instanceof DamagedHistory ? error : new DamagedHistory(place, error)
  }
}

/** A file whose footer has been read. */
export class ParquetFile {
  readonly groups: Group[]
  readonly footer_bytes: number
  readonly #place: Place
  readonly #file: AsyncBuffer
  readonly #metadata: FileMetaData
  readonly #decoded: DecodedColumns | null

  constructor(place: Place, file: AsyncBuffer, metadata: FileMetaData, decoded: DecodedColumns | null) {
    this.#place = place
    this.#file = file
    this.#metadata = { ...metadata, schema: readingSchema(metadata.schema) }
    this.#decoded = decoded
    this.footer_bytes = metadata.metadata_length
    this.groups = metadata.row_groups.map((row_group, index) => ({
      index,
      row_group,
      rows: Number(row_group.num_rows),
      constants: new Map(),
    }))
  }

  /**
   * Reads columns of a row group: neither those that have one value in all rows, which the footer says, nor those that
   * were read lately.
   *
   * @throws {DamagedHistory}
   */
  async readGroup<C extends Column>(group: Group, columns: readonly C[]): Promise<ValuesOf<C>> {
    const found = {} as Record<C, Values>
    const missing: C[] = []
    for (const name of columns) {
      const values = this.#known(group, name) ?? (await this.#decoded?.expected(this.#keyOf(group, name)))
      if (values) found[name] = values
      else missing.push(name)
    }
    if (missing.length === 0) return found as ValuesOf<C>
    const read = await this.#decode(group, missing)
    for (const name of missing) {
      found[name] = read[name]
      this.#decoded?.set(this.#keyOf(group, name), read[name])
    }
    return found as ValuesOf<C>
  }

  /**
   * The same file for who reads most of it: all its bytes are read at once, when the first of them is wanted. On a disk as
   * on S3 that takes much less than a read for each column of each row group.
   */
  whole(): ParquetFile {
    const { byteLength } = this.#file
    if (byteLength > WHOLE_BYTES) return this
    let all: Promise<ArrayBuffer> | null = null
    const slice = async (from: number, to = byteLength) => {
      all ??= Promise.resolve(this.#file.slice(0, byteLength))
      return (await all).slice(from, to)
    }
    return new ParquetFile(this.#place, { byteLength, slice }, this.#metadata, this.#decoded)
  }

  /**
   * Has columns of numbers decoded in another thread: who reads them soon, but is still busy with another file, finds
   * them decoded.
   */
  async prepare(groups: readonly Group[], columns: readonly Column[]): Promise<void> {
    if (!this.#decoded?.hasRoom) return
    const wanted = groups.flatMap((group) => {
      const missing = columns.filter((name) => this.#constantOf(group, name) === undefined)
      return this.#chunksOf(group, missing).map((chunk) => ({ ...chunk, key: this.#keyOf(group, chunk.name) }))
    })
    const [from, to] = [Math.min(...wanted.map((chunk) => chunk.from)), Math.max(...wanted.map((chunk) => chunk.to))]
    if (wanted.length === 0 || to - from > WHOLE_BYTES) return
    const chunks = wanted.map((chunk) => ({ ...chunk, from: chunk.from - from, to: chunk.to - from }))
    this.#decoded.prepare(chunks, async () => this.#file.slice(from, to))
  }

  #known(group: Group, name: Column): Values | undefined {
    const constant = this.#constantOf(group, name)
    if (constant !== undefined) return new Array(group.rows).fill(constant)
    return this.#decoded?.get(this.#keyOf(group, name))
  }

  #constantOf(group: Group, name: Column): unknown {
    if (!group.constants.has(name)) {
      group.constants.set(name, constantOf(name, group.rows, statisticsOf(group, name)))
    }
    return group.constants.get(name)
  }

  #keyOf({ index }: Group, name: Column): string {
    return `${this.#place.backend_key} ${index} ${name}`
  }

  async #decode<C extends Column>(group: Group, columns: readonly C[]): Promise<Record<C, Values>> {
    try {
      const numbers = await this.#decodeNumbers(group, columns)
      const others = columns.filter((name) => !numbers[name])
      return { ...numbers, ...(others.length > 0 && (await this.#decodeOthers(group, others))) } as Record<C, Values>
    } catch (error) {
      throw error instanceof DamagedHistory ? error : new DamagedHistory(this.#place, error)
    }
  }

  /** Those without nulls, which lie close to each other, so that one read is enough. */
  async #decodeNumbers(group: Group, names: readonly Column[]): Promise<Partial<Record<Column, Float64Array>>> {
    const chunks = this.#chunksOf(group, names)
    if (chunks.length === 0) return {}
    const [from, to] = [Math.min(...chunks.map((chunk) => chunk.from)), Math.max(...chunks.map((chunk) => chunk.to))]
    const bytes = new Uint8Array(await this.#file.slice(from, to))
    const found: Partial<Record<Column, Float64Array>> = {}
    for (const chunk of chunks) {
      const numbers = decodeNumbers(chunk.name, bytes.subarray(chunk.from - from, chunk.to - from), group.rows)
      if (numbers) found[chunk.name] = numbers
    }
    return found
  }

  /** Where the columns are that may be decoded by `decodeNumbers`. */
  #chunksOf(group: Group, names: readonly Column[]): Chunk[] {
    return names.filter(isOfNumbers).flatMap((name) => {
      const meta = chunkOf(group, name)
      if (meta?.codec !== 'ZSTD' || Number(meta.statistics?.null_count ?? 0) > 0) return []
      const from = Number(meta.dictionary_page_offset ?? meta.data_page_offset)
      return [{ name, from, to: from + Number(meta.total_compressed_size), rows: group.rows }]
    })
  }

  async #decodeOthers<C extends Column>({ row_group, rows }: Group, columns: C[]): Promise<Record<C, Values>> {
    const chunks = Object.fromEntries(columns.map((name) => [name, []])) as Record<string, ArrayLike<unknown>[]>
    // With this group alone, the library need not search those before it.
    const metadata = { ...this.#metadata, row_groups: [row_group], num_rows: row_group.num_rows }
    await parquetRead({
      file: this.#file,
      metadata,
      columns,
      compressors,
      parsers,
      utf8: false,
      onChunk: ({ columnName, columnData }) => chunks[columnName]!.push(columnData),
    })
    const values = columns.map((name) => [name, valuesOf(name, chunks[name]!)] as const)
    if (values.some(([, { length }]) => length !== rows)) throw new Error('a column has too few values')
    return Object.fromEntries(values) as Record<C, Values>
  }
}

/** Minimum and maximum of a column, from the statistics of a row group; null if all its values are null. */
export function rangeOf(group: Group, column: Column): [number, number] | null {
  const { min_value, max_value } = statisticsOf(group, column) ?? {}
  return min_value === undefined || max_value === undefined ? null : [Number(min_value), Number(max_value)]
}

const statisticsOf = (group: Group, column: Column): Statistics | undefined => chunkOf(group, column)?.statistics

const chunkOf = ({ row_group }: Group, column: Column) =>
  row_group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column)?.meta_data

/** Of a file of most rows: it is in memory while it is read. */
const WHOLE_BYTES = 16 * 1024 * 1024
/** Most footers; a larger one takes a second read. */
const FOOTER_GUESS = 64 * 1024

export type Group = {
  index: number
  row_group: RowGroup
  rows: number
  /** Of the columns that were asked for: the value that all rows have, undefined where they differ. */
  constants: Map<Column, unknown>
}
export type ValuesOf<C extends Column = Column> = { [K in C]: K extends 'attributes' ? Values : ArrayLike<unknown> }
type Place = { organisation_id: number; day: string; backend_key: string }
type Source = {
  bytes: number
  read(from: number, to: number): Promise<ArrayBuffer>
  /** What was decoded lately, of all files. */
  decoded: DecodedColumns | null
}
