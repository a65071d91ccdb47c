import type { Db, Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import type { DateOrder, Line } from '../../crud/imports/cells.ts'
import type { QuotasOf } from '../../crud/quotas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

/** What one kind of CSV creates. Its lines are checked in parts that write nothing, then written in parts. */
// biome-ignore lint/suspicious/noExplicitAny: each kind writes rows of its own
export type Importer<Row = any> = {
  /** The resource that the audit log names. */
  resource: string
  columns: readonly string[]
  quota: QuotasOf
  /** Lines of the parts that are written, for `Pace`. */
  pace: { first: number; least: number; most: number }
  /** Checks that the viewer may import. Runs before all else; `commits` is false in a preview. */
  prepare?(context: ApiContext, request: ImportRequest & { commits: boolean }): Promise<void>
  /** Refuses lines that would be too many together, apart from the quota of rows. */
  checkRoom?(trx: Trx, request: ImportRequest, rows: number): Promise<void>
  /** Begins to go through the lines of a request: to check them, or to write them. */
  begin(db: Db, request: ImportRequest & { preview: boolean }): Promise<Pass<Row>>
}

/** Goes through lines in their order, part by part. */
export type Pass<Row> = {
  /** Before a part is checked that will be written: parallel writes of the same wait. */
  lock?(trx: Trx): Promise<void>
  /** Writes nothing. @returns of each line what is to be written, or why it is refused */
  check(db: Db, lines: NumberedLine[]): Promise<Checked<Row>[]>
  /** Writes what was checked in the same transaction. @returns of each row what became of it */
  write(trx: Trx, rows: Row[]): Promise<(Written | AppError)[]>
}

/** A line that can be imported: its row, null where there is nothing to be written; and what it will be. */
export type Checked<Row> = { row: Row | null; is: Written } | AppError
export type Written = 'created' | 'existing'
export type NumberedLine = { number: number; line: Line }
export type ImportRequest = { viewer: Viewer; organisation_id: number; date_order: DateOrder; lines: NumberedLine[] }

/** @returns the refusal, where the work throws one */
export function attempt<T>(work: () => T): T | AppError {
  try {
    return work()
  } catch (error) {
    return refusal(error)
  }
}

export async function attemptAsync<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work()
  } catch (error) {
    return refusal(error)
  }
}

function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
