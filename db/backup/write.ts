import type { Kysely } from 'kysely'
import type { Pack } from 'tar-stream'
import type { ContentStore } from '../contents/store.ts'
import type { HistoryStore } from '../history/store.ts'
import { type LastIds, readLastIds } from '../ids/sequences.ts'
import { listPartitions } from '../partitions.ts'
import { type Database, tables } from '../tables/index.ts'
import { listFiles, writeFiles } from '../tar/files.ts'
import { type MemberTar, streamTar, writeEnd, writeEntry } from '../tar/members.ts'
import { atOneMoment, type Described, describeDatabase } from '../tar/moment.ts'
import { writeRows } from '../tar/rows.ts'

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
  return streamTar((tar) => write(tar, db, source))
}

async function write(tar: MemberTar, db: Kysely<Database>, { secret, ...stores }: BackupSource): Promise<void> {
  const { rows, files } = await atOneMoment(db, async (trx) => {
    const manifest = await manifestOf(trx)
    await writeEntry(tar, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
    const rows: Record<string, number> = {}
    for (const { name: table, columns } of manifest.tables) rows[table] = await writeRows(tar, trx, { table, columns })
    return { rows, files: await listFiles(trx) }
  })
  await writeEntry(tar, 'keys/ring.json', Buffer.from(JSON.stringify(stores.contents.keys.export(), null, 2)))
  await writeEntry(tar, 'secret', Buffer.from(secret))
  await writeFiles(tar, db, { stores, files })
  await writeEnd(tar, { rows, contents: files.contents.length, history: files.days.length })
}

async function manifestOf(trx: Kysely<Database>): Promise<Manifest> {
  const described = await describeDatabase(
    trx,
    tables.map(({ name }) => name),
  )
  const partitions = (await listPartitions(trx)).flatMap(({ name, from, to }) =>
    from && to ? [{ name, from, to }] : [],
  )
  return { format: FORMAT, ...described, partitions, last_ids: await readLastIds(trx) }
}

export type Manifest = Described & {
  format: number
  partitions: { name: string; from: string; to: string }[]
  /** Missing in backups of before. */
  last_ids?: LastIds
}
export type BackupSource = { contents: ContentStore; history: HistoryStore; secret: string }
