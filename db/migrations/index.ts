import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { checkHistory, withChecksum } from './history.ts'
import { migrations } from './list.ts'

export { migrations }

/**
 * Brings the database up to date, in one transaction.
 *
 * @param last the last one to run, for a backup of an older release
 * @returns the names of the migrations that were run
 * @throws {Error} with one sentence for people when the database was made by statements that no release had, or by a
 * newer release
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own day, not today's
export async function migrate(db: Kysely<any>, last?: string): Promise<string[]> {
  return await db.transaction().execute(async (trx) => {
    // Several processes may start at once, and a migration takes what it takes.
    await sql`select pg_advisory_xact_lock(hashtext('ringfence migrations'))`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    const executed = await checkHistory(trx, Object.keys(migrations))
    // Kysely would first read all columns of all tables.
    if (!last && executed.length === Object.keys(migrations).length) return []
    const recorded = Object.entries(migrations).map(([name, migration]) => [name, withChecksum(name, migration)])
    const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => Object.fromEntries(recorded) } })
    const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (error) throw error
    return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
  })
}
