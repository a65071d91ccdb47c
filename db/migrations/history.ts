import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { releasedChecksums } from './list.ts'
import { recognise } from './recognise.ts'
import { runRecorded } from './recorder.ts'

/** Records what the migration executed, in its transaction, and refuses what differs from what landed. */
export function withChecksum(name: string, migration: Migration): Migration {
  return {
    up: async (db) => {
      const checksum = await runRecorded(migration, db)
      const landed = releasedChecksums(name).at(-1)
      if (landed && checksum !== landed) throw new Error(editedMigration(name, checksum))
      await sql`insert into migration_checksum (name, checksum) values (${name}, ${checksum})`.execute(db)
    },
  }
}

/**
 * Compares what was executed in this database with what was released. Databases from before checksums were recorded get
 * those of the variants that their schema shows.
 *
 * @returns the names of the migrations that this database has run, all of them among `names`
 * @throws {Error} with one sentence for people that names the first migration that is not known
 */
export async function checkHistory(db: AnyKysely, names: string[]): Promise<string[]> {
  await makeTable(db)
  const executed = await readExecuted(db)
  const newer = executed.find((name) => !names.includes(name))
  if (newer) {
    throw new Error(
      `This database was brought up to date by a newer Ringfence (${newer}): start that one, or a later one.`,
    )
  }
  const recorded = await readRecorded(db)
  const missing = executed.filter((name) => !recorded.has(name))
  if (missing.length > 0 && executed.includes(FIRST_RECORDED)) throw new Error(unknownMigration(missing[0]!))
  const variants = missing.length > 0 ? await recognise(db) : {}
  for (const name of missing) {
    const checksum = name in variants ? variants[name] : releasedChecksums(name).at(-1)
    if (!checksum) throw new Error(unknownMigration(name))
    await sql`insert into migration_checksum (name, checksum, source) values (${name}, ${checksum}, 'recognised')`.execute(
      db,
    )
  }
  for (const [name, { checksum, source }] of recorded) {
    const landed = releasedChecksums(name)
    if (landed.length > 0 && source !== 'accepted' && !landed.includes(checksum))
      throw new Error(unknownMigration(name))
  }
  return executed
}

/**
 * Accepts what a migration executed in this database, whatever it was.
 *
 * @returns false where the migration was not executed here
 */
export async function acceptMigration(db: AnyKysely, name: string): Promise<boolean> {
  if (!(await readExecuted(db)).includes(name)) return false
  await makeTable(db)
  await sql`
    insert into migration_checksum (name, checksum, source) values (${name}, 'unknown', 'accepted')
    on conflict (name) do update set source = 'accepted'`.execute(db)
  return true
}

/** What to do about a migration whose statements are not those that landed. */
export function editedMigration(name: string, checksum: string): string {
  return `The migration ${name} executes other statements than when it landed. Databases that have run it would stay as they are: undo the change, and put it into a new migration. If ${name} has not landed yet, write into its file: export const checksum = '${checksum}'`
}

function unknownMigration(name: string): string {
  return `The migration ${name} was run in this database with statements that no release of Ringfence had, so its schema may differ from what this release expects. Restore a backup from before, or compare the schema (pg_dump --schema-only) with that of a new database, mend it and run: npm run db -- accept ${name}`
}

/** Beside Kysely's own table, and like it made before the first migration. */
async function makeTable(db: AnyKysely): Promise<void> {
  await sql`create table if not exists migration_checksum (
    name text primary key,
    checksum text not null,
    source text not null default 'executed' check (source in ('executed', 'recognised', 'accepted')),
    created_at timestamptz not null default now()
  )`.execute(db)
}

async function readExecuted(db: AnyKysely): Promise<string[]> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

async function readRecorded(db: AnyKysely): Promise<Map<string, { checksum: string; source: string }>> {
  const { rows } = await sql<{ name: string; checksum: string; source: string }>`
    select name, checksum, source from migration_checksum order by name`.execute(db)
  return new Map(rows.map(({ name, ...row }) => [name, row]))
}

/** Databases that have run this one have had their checksums recorded. */
const FIRST_RECORDED = '20261201_converge'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own day, not today's
type AnyKysely = Kysely<any>
