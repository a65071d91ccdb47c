import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as tracking from './20261121_tracking.ts'

/** All migrations, oldest first. A new one goes to the end; one that has been released is never changed. */
const migrations: Record<string, Migration> = {
  '20261121_tracking': tracking,
}

/** Brings the database up to date. @returns the names of the migrations that were run. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own day, not today's
export async function migrate(db: Kysely<any>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
