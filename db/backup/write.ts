import { type Kysely, sql } from 'kysely'
import type { Pack } from 'tar-stream'
import type { ContentStore, StoredContent } from '../contents/store.ts'
import { loadDigests } from '../history/digests/rows.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import { type LastIds, readLastIds } from '../ids/sequences.ts'
import { listPartitions } from '../partitions.ts'
import { type Database, tables } from '../tables/index.ts'
import { version } from '../version.ts'
import { type Column, columnsOf } from './columns.ts'
import { MemberTar, writeContent, writeEnd, writeEntry, writeHistory, writeRows } from './tar.ts'

/** The version of the format. */
export const FORMAT = 1

/**
 * Writes a backup as a tar: the database as of one moment, the key ring, the secret, the contents of files as they are
 * at rest, and the files of closed days. It runs while the server works: contents and files never change, and none is
 * removed for a day after it is no longer used. No day is closed while the tables are read.
 *
 * The database of a PostgreSQL server is read in one snapshot. The embedded one has one session: devices wait until the
 * tables have been read, and nothing of theirs is lost.
 *
 * @returns the tar, as a stream; an error destroys it
 */
export function writeBackup(db: Kysely<Database>, source: BackupSource): Pack {
  const tar = new MemberTar()
  write(tar, db, source).then(
    () => tar.pack.finalize(),
    (error) => tar.pack.destroy(error),
  )
  return tar.pack
}

async function write(tar: MemberTar, db: Kysely<Database>, { contents, history, secret }: BackupSource): Promise<void> {
  const stored = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Before the snapshot: it would not show where the events of a day that is closed now have gone.
      await sql`lock table event_archive_partition in share mode`.execute(trx)
      const manifest = await manifestOf(trx)
      await writeEntry(tar, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
      const counts: Record<string, number> = {}
      for (const { name: table, columns } of manifest.tables) {
        counts[table] = await writeRows(tar, trx, { table, columns })
      }
      const { rows } = await sql<StoredContent>`select size, key_id, wrapped_key, backend, backend_key from file_content
        order by id`.execute(trx)
      const { rows: parts } = await sql<
        Omit<StoredPart, 'loadDigests'>
      >`select organisation_id, day, backend, backend_key, bytes
        from event_archive order by organisation_id, day, part`.execute(trx)
      return { counts, rows, parts }
    })
  await writeEntry(tar, 'keys/ring.json', Buffer.from(JSON.stringify(contents.keys.export(), null, 2)))
  await writeEntry(tar, 'secret', Buffer.from(secret))
  for (const content of stored.rows) await writeContent(tar, contents, content)
  for (const part of stored.parts) {
    await writeHistory(tar, history, { ...part, loadDigests: () => loadDigests(db, part.backend_key) })
  }
  await writeEnd(tar, { rows: stored.counts, contents: stored.rows.length, history: stored.parts.length })
}

async function manifestOf(trx: Kysely<Database>): Promise<Manifest> {
  const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
  const described = []
  for (const { name } of tables) {
    const columns = await columnsOf(trx, name)
    described.push({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
  }
  const partitions = (await listPartitions(trx)).flatMap(({ name, from, to }) =>
    from && to ? [{ name, from, to }] : [],
  )
  return {
    ...{ format: FORMAT, app_version: version, created_at: new Date().toISOString() },
    ...{ migrations: migrations.map(({ name }) => name), tables: described, partitions },
    last_ids: await readLastIds(trx),
  }
}

export type Manifest = {
  format: number
  app_version: string
  created_at: string
  migrations: string[]
  tables: { name: string; columns: Pick<Column, 'name' | 'type'>[] }[]
  partitions: { name: string; from: string; to: string }[]
  /** Missing in backups of before. */
  last_ids?: LastIds
}
export type BackupSource = { contents: ContentStore; history: HistoryStore; secret: string }
