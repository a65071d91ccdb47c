import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead, type RowGroup } from 'hyparquet'
import { DamagedHistory } from './errors.ts'
import type { Column } from './event.ts'
import { compressors, parsers, valuesOf } from './format.ts'

/**
 * Reads the footer of a file.
 *
 * @throws {DamagedHistory}
 */
export async function openParquet(place: Place, { bytes, read }: Source): Promise<ParquetFile> {
  const file: AsyncBuffer = { byteLength: bytes, slice: (from, to = bytes) => read(from, to) }
  try {
    const metadata = await parquetMetadataAsync(file, { parsers, initialFetchSize: FOOTER_GUESS, geoparquet: false })
    return new ParquetFile(place, file, metadata)
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

  constructor(place: Place, file: AsyncBuffer, metadata: FileMetaData) {
    this.#place = place
    this.#file = file
    this.#metadata = metadata
    this.footer_bytes = metadata.metadata_length
    this.groups = metadata.row_groups.map((row_group) => ({ row_group, rows: Number(row_group.num_rows) }))
  }

  /**
   * Reads columns of a row group.
   *
   * @throws {DamagedHistory}
   */
  async readGroup<C extends Column>({ row_group, rows }: Group, columns: readonly C[]): Promise<Values<C>> {
    const chunks = Object.fromEntries(columns.map((name) => [name, []])) as Record<string, ArrayLike<unknown>[]>
    // With this group alone, the library need not search those before it.
    const metadata = { ...this.#metadata, row_groups: [row_group], num_rows: row_group.num_rows }
    try {
      await parquetRead({
        file: this.#file,
        metadata,
        columns: [...columns],
        compressors,
        parsers,
        onChunk: ({ columnName, columnData }) => chunks[columnName]!.push(columnData),
      })
      const values = columns.map((name) => [name, valuesOf(name, chunks[name]!)] as const)
      if (values.some(([, { length }]) => length !== rows)) throw new Error('a column has too few values')
      return Object.fromEntries(values) as Values<C>
    } catch (error) {
      throw error instanceof DamagedHistory ? error : new DamagedHistory(this.#place, error)
    }
  }
}

/** Minimum and maximum of a column, from the statistics of a row group; null if all its values are null. */
export function rangeOf({ row_group }: Group, column: Column): [number, number] | null {
  const { statistics } =
    row_group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column)?.meta_data ?? {}
  const { min_value, max_value } = statistics ?? {}
  return min_value === undefined || max_value === undefined ? null : [Number(min_value), Number(max_value)]
}

/** Most footers; a larger one takes a second read. */
const FOOTER_GUESS = 64 * 1024

export type Group = { row_group: RowGroup; rows: number }
export type Values<C extends Column = Column> = Record<C, unknown[]>
type Place = { organisation_id: number; day: string; backend_key: string }
type Source = { bytes: number; read(from: number, to: number): Promise<ArrayBuffer> }
