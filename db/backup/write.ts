import { once } from 'node:events'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { type Pack, pack } from 'tar-stream'
import { sealedSize } from '../contents/frames.ts'
import type { ContentStore, StoredContent } from '../contents/store.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import { listPartitions } from '../partitions.ts'
import { type Database, tables } from '../tables/index.ts'
import { version } from '../version.ts'

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
  const tar = pack()
  write(tar, db, source).then(
    () => tar.finalize(),
    (error) => tar.destroy(error),
  )
  return tar
}

async function write(tar: Pack, db: Kysely<Database>, { contents, history, secret }: BackupSource): Promise<void> {
  const stored = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Before the snapshot: it would not show where the events of a day that is closed now have gone.
      await sql`lock table event_archive_partition in share mode`.execute(trx)
      await entry(tar, 'manifest.json', Buffer.from(JSON.stringify(await manifestOf(trx), null, 2)))
      const counts: Record<string, number> = {}
      for (const { name } of tables) counts[name] = await writeTable(tar, trx, name)
      const { rows } = await sql<StoredContent>`select size, key_id, wrapped_key, backend, backend_key from file_content
        order by id`.execute(trx)
      const { rows: parts } = await sql<StoredPart>`select organisation_id, day, backend, backend_key, bytes
        from event_archive order by organisation_id, day, part`.execute(trx)
      return { counts, rows, parts }
    })
  await entry(tar, 'keys/ring.json', Buffer.from(JSON.stringify(contents.keys.export(), null, 2)))
  await entry(tar, 'secret', Buffer.from(secret))
  for (const content of stored.rows) await writeContent(tar, contents, content)
  for (const part of stored.parts) await writeHistory(tar, history, part)
  // The last entry: a backup without it is not complete.
  const end = { rows: stored.counts, contents: stored.rows.length, history: stored.parts.length }
  await entry(tar, 'end.json', Buffer.from(JSON.stringify(end, null, 2)))
}

async function manifestOf(trx: Kysely<Database>): Promise<Manifest> {
  const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
  const described = []
  for (const { name } of tables) described.push({ name, columns: await columnsOf(trx, name) })
  const partitions = (await listPartitions(trx)).flatMap(({ name, from, to }) =>
    from && to ? [{ name, from, to }] : [],
  )
  return {
    ...{ format: FORMAT, app_version: version, created_at: new Date().toISOString() },
    ...{ migrations: migrations.map(({ name }) => name), tables: described, partitions },
  }
}

/** Columns that are stored, with their types. */
async function columnsOf(trx: Kysely<Database>, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(trx)
  return rows
}

/** Rows as JSON arrays of their columns' texts, a line each: what PostgreSQL prints, it reads. */
async function writeTable(tar: Pack, trx: Kysely<Database>, table: string): Promise<number> {
  const columns = await columnsOf(trx, table)
  const row = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))
  await sql`declare backup_rows no scroll cursor for select json_build_array(${row})::text as line
    from ${sql.table(table)}`.execute(trx)
  let lines: string[] = []
  let size = 0
  let count = 0
  let part = 0
  const flush = async () => {
    if (lines.length === 0) return
    const name = `database/${table}/${String(++part).padStart(6, '0')}.ndjson.gz`
    await entry(tar, name, await zip(lines.join('\n'), { level: 6 }))
    lines = []
    size = 0
  }
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(FETCH)} from backup_rows`.execute(trx)
    for (const { line } of rows) {
      // PostgreSQL puts spaces and newlines into JSON only between values, never raw into texts.
      lines.push(line)
      size += line.length
    }
    count += rows.length
    if (size > PART) await flush()
    if (rows.length < FETCH) break
  }
  await flush()
  await sql`close backup_rows`.execute(trx)
  return count
}

async function writeContent(tar: Pack, contents: ContentStore, content: StoredContent): Promise<void> {
  const size = sealedSize(content.size)
  await writeBytes(tar, `files/${content.backend_key}`, size, contents.readSealed(content, size))
}

async function writeHistory(
  tar: Pack,
  history: HistoryStore,
  { backend, backend_key, bytes }: StoredPart,
): Promise<void> {
  const chunks = history.backendOf(backend).read(backend_key, 0, bytes)
  await writeBytes(tar, `history/${backend_key}`, bytes, chunks)
}

async function writeBytes(tar: Pack, name: string, size: number, chunks: AsyncIterable<Buffer>): Promise<void> {
  const sink = tar.entry({ name, size, mode: 0o600 })
  const failed = once(sink, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => {})
  for await (const chunk of chunks) {
    if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), failed])
  }
  const finished = once(sink, 'finish')
  sink.end(undefined)
  await Promise.race([finished, failed])
}

function entry(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

const zip = promisify(gzip) as (text: string, options: object) => Promise<Buffer>
const FETCH = 2000
/** Characters of an entry, before compression. */
const PART = 4 * 1024 * 1024

type Column = { name: string; type: string }
export type Manifest = {
  format: number
  app_version: string
  created_at: string
  migrations: string[]
  tables: { name: string; columns: Column[] }[]
  partitions: { name: string; from: string; to: string }[]
}
export type BackupSource = { contents: ContentStore; history: HistoryStore; secret: string }
