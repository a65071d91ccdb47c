import type { Db } from '../database.ts'
import type { Lease } from './lease.ts'
import type { HistoryStore } from './store.ts'
import type { FileWriter } from './write.ts'

/** What the steps of `Archive` have in common. */
export type Work = {
  db: Db
  store: HistoryStore
  lease: Lease
  writer: FileWriter
  /** Late reports that are merged in one transaction. */
  merge_rows: number
  /** Between steps: keeps the lease, and ends the work when the process stops. */
  step(): Promise<void>
}
