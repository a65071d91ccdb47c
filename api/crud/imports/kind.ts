import type { Db, Trx } from '#db/database.ts'
import type { Resource } from '../resource.ts'
import type { Viewer } from '../viewer.ts'

/**
 * What a table of a file becomes rows of: a domain declares it in its door. Rows are written by the resource's own
 * create and update, so that rights, quotas, validation and audit are those of single requests.
 */
export type ImportKind = {
  // biome-ignore lint/suspicious/noExplicitAny: each has types of its own, which what is generic does not know
  resource: Resource<any, any, any, any, any, any, any, any>
  columns: Record<string, ImportColumn>
  /** The columns that say which row a line is about. */
  key: readonly string[]
  /** The key in the spelling by which it is compared. */
  same(values: Record<string, string>): string
  /** What a new row gets besides what its line says. */
  given?(trx: Trx): Record<string, unknown>
  /** Refuses to remove a row that is in use by now, when its import is undone. @throws {AppError} */
  is_used?(db: Db, id: number): Promise<void>
  /**
   * The row that a line is about, which the viewer reads; undefined for a new one, null where there is nothing to do.
   * `body` is what the line says, as a request would.
   */
  find?(
    trx: Trx,
    of: { viewer: Viewer; organisation_id: number; values: Record<string, string>; body: Record<string, unknown> },
  ): Promise<number | null | undefined>
  /** Its files are written as a whole or not at all. */
  whole?: WholeFiles
}

/** Of rows that belong together, such as open invoices: in one transaction, with their sum. */
export type WholeFiles = {
  /** Lines with the same key are about the same row, such as one for each item of an invoice. */
  repeats?: true
  /** Before the transaction. */
  prepare?(db: Db, organisation_id: number): Promise<void>
  /** Writes a line itself, instead of by the resource's create and update. */
  write?(trx: Trx, of: WholeLine): Promise<Wrote>
  /** After the last line. @throws {AppError} where there are too many */
  finish?(trx: Trx, of: { viewer: Viewer; organisation_id: number; created: number }): Promise<void>
  /** Takes back what `write` has created. @throws {AppError} not_possible where it is in use by now */
  undo?(trx: Trx, of: { viewer: Viewer; organisation_id: number; id: number; what: string | null }): Promise<void>
}

export type WholeLine = {
  /** With the memberships that may write the resource. */
  viewer: Viewer
  organisation_id: number
  values: Record<string, string>
  date_order: 'dmy' | 'mdy'
  /** Whether rows that the line names are created. */
  creates_missing: boolean
}

/** @property before the values that were changed */
export type Wrote = {
  is: 'created' | 'updated' | 'same'
  id: number
  before: Record<string, unknown> | null
  shown_once: Record<string, unknown> | null
  /** Where a kind creates rows of several sorts: which this is. */
  what?: string
  /** Money that the files of the kind are compared by, in minor units. */
  sum?: { what: string; amount: number; currency: string; digits: number }
}

export type ImportColumn = {
  /** The field that it sets; its own name unless given, null for what only the key needs. */
  field?: string | null
  /** Other names that headers have, in any case. */
  aliases?: readonly string[]
  required?: true
  /** The unit in lists that were exported here, whose headers have none. */
  exported_in?: string
  /** Another column, without which it says nothing. */
  needs?: string
  /** Of a column about a row that several lines may name: its text as it is compared, since all must say the same. */
  spelled?(text: string): string
  /** Unless given, texts become what the schema of the field says. @throws {AppError} bad_request, which names the column */
  parse?(text: string, how: { unit: string | null; speed_unit: SpeedUnit }): unknown
  /** Id of the row with this name, such as a group. @throws {AppError} bad_request if it is missing */
  resolve?(text: string, of: Resolving): Promise<unknown>
}

export type Resolving = {
  trx: Trx
  viewer: Viewer
  organisation_id: number
  /** Creates a row that is missing, where the person has asked for it; null where not. */
  create: ((resource: Resource, body: Record<string, unknown>) => Promise<number>) | null
  /** Changes a row that a line names; null where rows that exist stay as they are. */
  update: ((resource: Resource, body: { id: number }) => Promise<unknown>) | null
  /** The texts of the line, by column. */
  values: Record<string, string>
}

export const speedUnits = { 'km/h': 1 / 3.6, mph: 0.44704, kn: 1852 / 3600, 'm/s': 1 } as const
export type SpeedUnit = keyof typeof speedUnits
