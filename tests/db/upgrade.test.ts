import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIndexes } from '#db/indexes/build.ts'
import { acceptMigration, checkHistory } from '#db/migrations/history.ts'
import { migrate, migrations } from '#db/migrations/index.ts'
import { runRecorded } from '#db/migrations/recorder.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { RecordArray } from '#db/records.ts'
import { copyTemplate } from '../network.ts'
import { copyFolder, keepCompiled } from '../templates.ts'
import { readCatalogue } from './catalogue.ts'
import { nowhere } from './nowhere.ts'
import { migrationsOf, releases } from './releases.ts'

const isServer = process.env.DATABASE === 'server'
const opened: (() => Promise<unknown>)[] = []

/** A database of the kind under test: empty, or as the present release makes it. */
async function open(kind: 'empty' | 'fresh'): Promise<OpenDatabase['db']> {
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-upgrade-'))
  const server = isServer ? await copyTemplate(kind === 'fresh' ? undefined : 'template1') : null
  if (!isServer && kind === 'fresh') copyFolder(data_dir)
  if (!isServer) await keepCompiled()
  const database = await openDatabase({ data_dir, database_url: server?.url })
  opened.push(async () => {
    await database.close()
    await server?.drop()
    rmSync(data_dir, { recursive: true, force: true })
  })
  return database.db
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0)) await close()
}

async function run(db: OpenDatabase['db'], list: ReturnType<typeof migrationsOf>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => list } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Rows of a database in use. Tables that do not exist yet get none. */
async function fill(db: OpenDatabase['db']): Promise<void> {
  for (const [table, statement] of Object.entries(rowsOf)) {
    if (await has(db, table)) await sql.raw(statement).execute(db)
  }
}

/** By its table, and the columns that must come through. */
const rowsOf = {
  organisation: "insert into organisation (id, name) values (7, 'Kererū')",
  user_account: "insert into user_account (id, username, email) values (7, 'kea', 'kea@example.com')",
  membership: "insert into membership (organisation_id, user_id, role_name) values (7, 7, 'Administrator')",
  tracker: `insert into tracker (id, organisation_id, number, name, owner_user_id, token_sha256)
    values (7, 7, '490154203237518', 'Lorry', 7, repeat('a', 64))`,
  boundary: `insert into boundary (id, organisation_id, name, buffer_m, geometry)
    values (7, 7, 'North', 50, st_multi(st_makeenvelope(170, -40, 175, -36, 4326)))`,
  tracker_event: `insert into tracker_event
    (id, organisation_id, tracker_id, fix_at, received, event, valid, position, repeated, late, digest)
    values (7, 7, 7, '2026-11-01', '2026-11-01', 'position', true, st_point(174, -37, 4326), false, false, 7)`,
  alert: `insert into alert (id, organisation_id, tracker_id, kind, started_at, raised_at)
    values (7, 7, 7, 'left_boundary', '2026-11-01', '2026-11-01')`,
  recipient: `insert into recipient (organisation_id, channel, address, window_count)
    values (7, 'email', 'kea@example.com', 3)`,
  message: `insert into message (id, organisation_id, kind, recipients, subject, text)
    values (7, 7, 'alert', 'kea@example.com', 'Outside', 'Lorry is outside')`,
  message_delivery: `insert into message_delivery (id, organisation_id, message_id, channel, address)
    values (7, 7, 7, 'email', 'kea@example.com')`,
  alert_job: `insert into alert_job (id, organisation_id, tracker_id, occasion, happened_at)
    values (7, 7, 7, 'offline', '2026-11-01')`,
}

const columnsOf: Record<keyof typeof rowsOf, string> = {
  organisation: 'id, name, created_at',
  user_account: 'id, username, email, created_at',
  membership: 'organisation_id, user_id, role_name',
  tracker: 'id, organisation_id, number, name, owner_user_id, token_sha256',
  boundary: 'id, organisation_id, name, buffer_m, st_astext(geometry) as geometry',
  tracker_event: 'id, organisation_id, tracker_id, fix_at, event, st_astext(position) as position',
  alert: 'id, organisation_id, tracker_id, kind, started_at',
  recipient: 'organisation_id, channel, address, window_count',
  message: 'id, organisation_id, kind, subject, text',
  message_delivery: 'id, message_id, channel, address, state',
  alert_job: 'id, tracker_id, occasion, happened_at',
}

async function read(db: OpenDatabase['db']): Promise<Record<string, unknown[]>> {
  const rows_of: Record<string, unknown[]> = {}
  for (const [table, columns] of Object.entries(columnsOf)) {
    if (await has(db, table)) rows_of[table] = (await sql.raw(`select ${columns} from ${table}`).execute(db)).rows
  }
  return rows_of
}

async function has(db: OpenDatabase['db'], table: string): Promise<boolean> {
  const { rows } = await sql`select where to_regclass(${table}) is not null`.execute(db)
  return rows.length > 0
}

const parts = async (db: OpenDatabase['db']) =>
  (
    await sql`select st_astext(geometry) as piece, st_astext(reach) as reach, schedule from boundary_part order by 1`.execute(
      db,
    )
  ).rows

let catalogue: string[]
let cut: unknown[]
beforeAll(async () => {
  const fresh = await open('fresh')
  catalogue = await readCatalogue(fresh)
  await fill(fresh)
  cut = await parts(fresh)
  await closeAll()
})
afterAll(closeAll)

describe('a database of an earlier release', () => {
  const some = releases.filter(({ embedded }) => isServer || embedded)
  it.each(some)('of $commit gets the schema of a new one, and keeps its rows', async ({ release }) => {
    const db = await open('empty')
    await run(db, migrationsOf(release))
    await fill(db)
    const before = await read(db)

    await migrate(db)
    // The process that has migrated stores reports, too: its driver knows the types that it has just made.
    const no_reports = new RecordArray(28, 0).bytes()
    expect((await sql`select from unnest(${no_reports}::judged_report[])`.execute(db)).rows).toEqual([])
    await buildIndexes(db, { concurrently: isServer, report() {} })
    expect(await readCatalogue(db)).toEqual(catalogue)
    expect(await read(db)).toMatchObject(before)
    expect(await parts(db)).toEqual(cut)

    const recorded = await db.selectFrom('migration_checksum').select(['name', 'checksum', 'source']).execute()
    const executed = Object.entries({ ...migrations, ...migrationsOf(release) })
    const expected = executed.map(async ([name, migration]) => ({
      name,
      checksum: await runRecorded(migration, nowhere),
      source: name in migrationsOf(release) ? 'recognised' : 'executed',
    }))
    expect(new Set(recorded)).toEqual(new Set(await Promise.all(expected)))
    expect(await migrate(db)).toEqual([])
    await closeAll()
  })
})

describe('a database that no release made', () => {
  let db: OpenDatabase['db']
  beforeAll(async () => {
    db = await open('fresh')
  })

  it('is refused with the name of the migration, until an administrator accepts it', async () => {
    await db
      .updateTable('migration_checksum')
      .set({ checksum: 'f'.repeat(64) })
      .where('name', '=', '20261126_messages')
      .execute()
    await expect(migrate(db)).rejects.toThrow(
      /20261126_messages was run in this database with statements that no release/,
    )
    expect(await acceptMigration(db, '20261126_messages')).toBe(true)
    expect(await migrate(db)).toEqual([])
    expect(await acceptMigration(db, '20991231_none')).toBe(false)
  })

  it('is refused if a checksum is missing', async () => {
    await db.deleteFrom('migration_checksum').where('name', '=', '20261122_accounts').execute()
    await expect(migrate(db)).rejects.toThrow(/20261122_accounts/)
    await acceptMigration(db, '20261122_accounts')
  })

  it('is refused if its trigger is of no released variant and nothing was recorded', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      await sql`drop table migration_checksum`.execute(trx)
      await sql`delete from kysely_migration where name >= '20261201'`.execute(trx)
      await sql`create or replace function keep_boundary_parts() returns trigger language plpgsql
        as 'begin return null; end'`.execute(trx)
      await checkHistory(trx, Object.keys(migrations))
    })
    await expect(attempt).rejects.toThrow(/20261121_tracking/)
  })

  it('is refused if a newer release has used it', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('20991231_later', ${new Date().toISOString()})`.execute(
      db,
    )
    await expect(migrate(db)).rejects.toThrow(/newer Ringfence \(20991231_later\)/)
  })
})
