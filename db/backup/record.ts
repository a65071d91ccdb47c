import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'

/** Notes a complete backup, whose age is a metric. */
export async function recordBackup(db: Kysely<Database>, began: Date): Promise<void> {
  await db.updateTable('installation').set({ backed_up_at: began.toISOString() }).execute()
}
