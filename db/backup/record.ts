import type { Kysely } from 'kysely'
import { type Database, Installation } from '../tables/index.ts'

/** Notes a complete backup, whose age is a metric. */
export async function recordBackup(db: Kysely<Database>, began: Date): Promise<void> {
  await db.updateTable(Installation.name).set({ backed_up_at: began.toISOString() }).execute()
}
