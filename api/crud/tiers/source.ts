import type { RawBuilder } from 'kysely'
import type { ListRequest } from '../resource.ts'

/** The files that a resource's old rows are in. */
export type Source = {
  /** Changes when rows have moved from the table into files, or a file was replaced; 0 if there have never been files. */
  version(request: ListRequest): Promise<number>
  /**
   * Finds the files that may hold rows of a list, without opening one; null if there are none.
   *
   * @param range only files with rows in it
   */
  find(request: ListRequest, range: KeyRange): Promise<Files | null>
  /** Those that may hold the row of this id. */
  findOne(request: ListRequest, id: number): Promise<Files | null>
  /** Rows as a statement with the columns of the table. */
  asTable(rows: ArchivedRow[]): RawBuilder<unknown>
}

export type Files = {
  version: number
  /** Whether rows of the files were changed: they are read in the table. */
  has_changes: boolean
  /** How many rows of the list are in the files, as the files' table suggests. */
  estimate: number
  /**
   * Reads the rows of the list behind `range.after`, in its order. A few may not fulfil its conditions.
   *
   * @param pace rows that are expected to be read at least
   */
  rows(range: KeyRange, pace: number, signal?: AbortSignal): AsyncGenerator<ArchivedRow[]>
  /** Reads keys only. */
  keys(range: KeyRange, pace: number, signal?: AbortSignal): AsyncGenerator<ArchivedRow[]>
  /** Counts the rows of the list. It may stop at more than `most`. */
  count(most: number, signal?: AbortSignal): Promise<number>
}

/** A row, with the key by which the list is sorted: its id, or a time in microseconds since 1970. */
export type ArchivedRow = { at: Key; row: Record<string, unknown> }
export type Key = { key: number; id: number }

/** A part of a list in its order: rows behind `after` up to `until`; null is its end. */
export type KeyRange = { by: string; descending: boolean; after: Key | null; until: Key | null }
