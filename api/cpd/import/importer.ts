import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import type { RowQuota } from '../../crud/quotas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import type { DateOrder, Line } from './cells.ts'

/** What one kind of CSV creates. */
export type Importer = {
  /** The resource that the audit log names. */
  resource: string
  columns: readonly string[]
  quota: { organisation?: RowQuota; person?: RowQuota }
  /** Checks that the viewer may import. Runs before the transaction; `commits` is false in a preview. */
  prepare?(context: ApiContext, request: ImportRequest & { commits: boolean }): Promise<void>
  /** @returns a function that creates a line, or throws why it cannot be */
  begin(trx: Trx, request: ImportRequest & { preview: boolean }): Promise<ImportLine>
}

export type ImportLine = (line: Line, number: number) => Promise<'created' | 'existing'>
export type ImportRequest = { viewer: Viewer; organisation_id: number; date_order: DateOrder; lines: Line[] }
