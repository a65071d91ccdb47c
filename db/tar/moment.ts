import { type Kysely, sql } from 'kysely'
import type { Database, TableName } from '../tables/index.ts'
import { version } from '../version.ts'
import { type Column, columnsOf } from './columns.ts'

/** Reads the database as of one moment, however long that takes. No day is closed in the meantime. */
export function atOneMoment<T>(db: Kysely<Database>, read: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Before the snapshot, which would not show where the events of a day that is closed now have gone.
      await sql`lock table event_archive_partition in share mode`.execute(trx)
      return read(trx)
    })
}

/** What the manifests of backups and of exported organisations say of the database. */
export async function describeDatabase(trx: Kysely<Database>, tables: readonly TableName[]): Promise<Described> {
  const described: Described['tables'] = []
  for (const name of tables) {
    const columns = await columnsOf(trx, name)
    described.push({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
  }
  const created_at = new Date().toISOString()
  return { app_version: version, created_at, migrations: await migrationsOf(trx), tables: described }
}

/** The names of the migrations that the database has. */
export async function migrationsOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

export type Described = {
  app_version: string
  created_at: string
  migrations: string[]
  tables: { name: string; columns: Pick<Column, 'name' | 'type'>[] }[]
}
