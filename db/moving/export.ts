import { type Kysely, sql } from 'kysely'
import type { Pack } from 'tar-stream'
import { type Column, columnsOf } from '../backup/columns.ts'
import { MemberTar, writeContent, writeEnd, writeEntry, writeHistory, writeRows } from '../backup/tar.ts'
import type { ContentStore, StoredContent } from '../contents/store.ts'
import { loadDigests } from '../history/digests/rows.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import type { Database } from '../tables/index.ts'
import { version } from '../version.ts'
import { FORMAT, type Manifest, type Move, MoveError } from './format.ts'
import { readInstallation } from './installation.ts'
import { movedTables, rowsOf, type TableName } from './plan.ts'
import { expectReceipt, newMove, receiptOf } from './receipt.ts'
import { type Row, Secrets } from './sealed.ts'
import { accountsOf } from './users.ts'

/**
 * Writes an organisation as a tar: its rows as of one moment, the accounts of its people, and the contents of its files.
 * Secrets are in plain in it, so it is encrypted before it is written to a disk.
 *
 * @param on_progress called after each table and content
 * @returns the tar, as a stream; an error destroys it
 * @throws {MoveError} by the stream
 */
export function exportOrganisation(db: Kysely<Database>, source: ExportSource): Pack {
  const tar = new MemberTar()
  write(tar, db, source).then(
    () => tar.pack.finalize(),
    (error) => tar.pack.destroy(error),
  )
  return tar.pack
}

async function write(tar: MemberTar, db: Kysely<Database>, source: ExportSource): Promise<void> {
  const { contents, history, organisation_id, on_progress = () => {} } = source
  const secrets = new Secrets(contents.keys)
  const move = newMove()
  const written = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Before the snapshot: the task that takes events out of the table waits.
      await sql`lock table event_archive_partition in share mode`.execute(trx)
      const manifest = await manifestOf(trx, organisation_id, move)
      await writeEntry(tar, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
      const rows: Record<string, number> = {}
      for (const { name, columns } of manifest.tables) {
        const table = name as TableName
        const where =
          table === 'user_account' || table === 'one_time_token'
            ? await accountsOf(trx, table, organisation_id)
            : rowsOf(table, organisation_id)
        const transform = (line: string) => opened(line, { table, columns, secrets })
        rows[table] = await writeRows(tar, trx, { table, columns, where, ...(secrets.has(table) && { transform }) })
        on_progress({ table, rows: rows[table] })
      }
      const { rows: stored } = await sql<StoredContent>`select size, key_id, wrapped_key, backend, backend_key
        from file_content where organisation_id = ${organisation_id} order by id`.execute(trx)
      const { rows: parts } = await sql<
        Omit<StoredPart, 'loadDigests'>
      >`select organisation_id, day::text as day, backend, backend_key,
        bytes::float8 as bytes from event_archive where organisation_id = ${organisation_id} order by day, part`.execute(
        trx,
      )
      return { rows, stored, parts }
    })
  for (const [i, content] of written.stored.entries()) {
    await writeContent(tar, contents, content)
    on_progress({ contents: i + 1, of: written.stored.length })
  }
  for (const [i, part] of written.parts.entries()) {
    await writeHistory(tar, history, { ...part, loadDigests: () => loadDigests(db, part.backend_key) })
    on_progress({ days: i + 1, of: written.parts.length })
  }
  const counts = { rows: written.rows, contents: written.stored.length, history: written.parts.length }
  // Before the end of the file: no import of it can give a receipt that is not known here.
  await expectReceipt(db, organisation_id, receiptOf(move, { organisation_id, ...counts }))
  await writeEnd(tar, counts)
  if (secrets.lost > 0) on_progress({ lost: secrets.lost })
}

async function manifestOf(trx: Kysely<Database>, organisation_id: number, move: Move): Promise<Manifest> {
  const organisation = await trx
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', '=', organisation_id)
    .executeTakeFirst()
  if (!organisation) throw new MoveError(`There is no organisation ${organisation_id}.`)
  const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
  const described: Manifest['tables'] = []
  for (const name of ['user_account', 'one_time_token', ...(await movedTables(trx))]) {
    const columns = await columnsOf(trx, name)
    described.push({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
  }
  return {
    ...{ format: FORMAT, kind: 'organisation', app_version: version, created_at: new Date().toISOString() },
    installation: (await readInstallation(trx)) ?? 0,
    ...{ migrations: migrations.map(({ name }) => name), organisation, move, tables: described },
  }
}

/** Secrets are opened: the other installation seals them with its own keys. */
function opened(line: string, { table, columns, secrets }: Sealed): string {
  const cells = JSON.parse(line) as (string | null)[]
  const row: Row = Object.fromEntries(columns.map(({ name }, i) => [name, cells[i] ?? null]))
  secrets.open(table, row)
  return JSON.stringify(columns.map(({ name }) => row[name]))
}

type Sealed = { table: TableName; columns: Pick<Column, 'name' | 'type'>[]; secrets: Secrets }
export type Progress =
  | { table: string; rows: number }
  | { contents: number; of: number }
  /** Files of closed days. */
  | { days: number; of: number }
  /** Secrets that could not be opened, and are left out. */
  | { lost: number }
export type ExportSource = {
  contents: ContentStore
  history: HistoryStore
  organisation_id: number
  on_progress?: (progress: Progress) => void
}
