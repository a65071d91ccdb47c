import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { linkDays } from '../history/chain/append.ts'
import { noChange } from '../history/chain/link.ts'
import { BlockHasher, NOT_AS_WRITTEN } from '../history/digests/blocks.ts'
import { loadDigests } from '../history/digests/rows.ts'
import { DamagedHistory } from '../history/errors.ts'
import { computeDigests } from '../history/fill.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import type { Entry } from '../tar/digests.ts'
import { entriesOf } from '../tar/members.ts'

/**
 * Reads every file that `event_archive` names and compares it with its digests; files without digests get theirs. The
 * server may run.
 *
 * @param onProgress is called after each file
 * @returns how many were read, and those that are missing or damaged
 */
export async function checkFiles(db: Db, store: HistoryStore, onProgress: OnProgress = () => {}): Promise<Checked> {
  const { rows: totals } = await sql<{ count: number }>`select count(*)::int as count from event_archive`.execute(db)
  const damaged: Damaged[] = []
  let [files, bytes, last] = [0, 0, '']
  for (;;) {
    const { rows } = await sql<Row>`select organisation_id, day::text as day, backend, backend_key, bytes, events,
        block_digests is not null as has_digests from event_archive
      where backend_key > ${last} order by backend_key limit 200`.execute(db)
    for (const row of rows) {
      const part = { ...row, loadDigests: () => loadDigests(db, row.backend_key) }
      try {
        if (row.has_digests) await store.digest(part)
        else await computeDigests(db, store, part)
      } catch (error) {
        if (!(error instanceof DamagedHistory)) throw error
        // It may have been replaced, and removed a day later, in the meantime.
        if (await isNamed(db, row.backend_key)) damaged.push({ part, error })
      }
      bytes += row.bytes
      onProgress({ files: ++files, of: totals[0]!.count, bytes })
    }
    if (rows.length === 0) return { files, damaged }
    last = rows.at(-1)!.backend_key
  }
}

/**
 * Replaces damaged files by those of a backup, if these are what was written.
 *
 * @returns those that the backup cannot repair, with the reason
 */
export async function repairFiles(
  db: Db,
  store: HistoryStore,
  damaged: Damaged[],
  backup: Readable,
): Promise<Damaged[]> {
  const left = new Map(damaged.map((one) => [one.part.backend_key, one]))
  try {
    for await (const entry of entriesOf(backup)) {
      const key = entry.header.name.replace(/^history\//, '')
      const one = left.get(key)
      if (!one || key === entry.header.name) for await (const _ of entry);
      else await repair(db, store, one, entry, left)
    }
  } finally {
    backup.destroy()
  }
  return [...left.values()]
}

async function repair(db: Db, store: HistoryStore, one: Damaged, entry: Entry, left: Map<string, Damaged>) {
  const { part } = one
  const expected = await loadDigests(db, part.backend_key)
  const hasher = new BlockHasher()
  let bytes = 0
  const writing = await store.backendOf(part.backend).create(part.backend_key)
  try {
    for await (const chunk of entry) {
      hasher.update(chunk)
      bytes += chunk.length
      await writing.write([chunk])
    }
    const found = hasher.finish()
    if (bytes !== part.bytes || found !== (expected ?? found)) {
      throw new DamagedHistory(part, new Error(`${NOT_AS_WRITTEN}, nor are those of the backup`))
    }
    await writing.finish()
  } catch (error) {
    await writing.abort()
    if (!(error instanceof DamagedHistory)) throw error
    left.set(part.backend_key, { part, error })
    return
  }
  try {
    if (expected === null) await computeDigests(db, store, part)
    else await store.digest(part)
    left.delete(part.backend_key)
  } catch (error) {
    if (!(error instanceof DamagedHistory)) throw error
    left.set(part.backend_key, { part, error })
  }
}

/**
 * Gives up a damaged file that no backup can repair: its events are lost, and all others can be read and backed up again.
 *
 * @throws {Error} when no row names it, or it is not damaged
 */
export async function forgetFile(db: Db, store: HistoryStore, backend_key: string): Promise<{ events: number }> {
  const { rows } = await sql<Row>`select organisation_id, day::text as day, backend, backend_key, bytes, events
    from event_archive where backend_key = ${backend_key}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No file of history has the name ${backend_key}: npm run db -- history check lists damage.`)
  const isDamaged = await store.digest({ ...row, loadDigests: () => loadDigests(db, backend_key) }).then(
    () => false,
    () => true,
  )
  if (!isDamaged) throw new Error(`${backend_key} is not damaged, and stays.`)
  await db.transaction().execute(async (trx) => {
    await sql`delete from event_archive where backend_key = ${backend_key}`.execute(trx)
    await linkDays(trx, [{ ...row, change: noChange, had_files: true, kind: 'lost' }])
    await sql`update event_archive_version set version = version + 1 where organisation_id = ${row.organisation_id}`.execute(
      trx,
    )
  })
  return { events: row.events }
}

async function isNamed(db: Db, backend_key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from event_archive where backend_key = ${backend_key}`.execute(db)
  return rows.length > 0
}

type Row = Omit<StoredPart, 'loadDigests'> & { events: number; has_digests: boolean }
type OnProgress = (progress: { files: number; of: number; bytes: number }) => void
export type Damaged = { part: StoredPart & { events: number }; error: DamagedHistory }
export type Checked = { files: number; damaged: Damaged[] }
