import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { CellCollector } from './cells/cells.ts'
import { ContentCollector } from './chain/content.ts'
import { loadDigests } from './digests/rows.ts'
import { DamagedHistory } from './errors.ts'
import { columnNames } from './parquet/format.ts'
import { eventsOf, type Values } from './parquet/values.ts'
import type { HistoryStore, StoredPart } from './store.ts'
import type { Work } from './work.ts'

/**
 * Computes the digests, the cells and the contents of files that were written before there were any, the newest days first. A file whose
 * footer cannot be read, or has other counts than its row, gets none.
 *
 * @param most_bytes that are read at most, so that other work is not kept waiting
 * @returns how many files were completed, those that are damaged, and whether none is left without
 */
export async function fillMissing(
  { db, store, step }: Pick<Work, 'db' | 'store' | 'step'>,
  most_bytes: number,
): Promise<Filled> {
  const filled: Filled = { files: 0, damaged: [], is_complete: false }
  let bytes = 0
  let after: Incomplete | null = null
  for (;;) {
    const { rows }: { rows: Incomplete[] } = await sql<Incomplete>`
      select organisation_id, day::text as day, backend, backend_key, bytes, events,
        block_digests is not null as has_digests, cells is not null as has_cells,
        contents is not null and sha256 is not null as has_contents from event_archive
      where (block_digests is null or cells is null or contents is null or sha256 is null)
        and ${after ? sql`(day, backend_key) < (${after.day}::date, ${after.backend_key})` : sql`true`}
      order by day desc, backend_key desc limit 50`.execute(db)
    for (const row of rows) {
      // All of its columns are decoded for the contents.
      const cost = row.bytes * (row.has_contents ? 1 : 5)
      if (bytes > 0 && bytes + cost > most_bytes) return filled
      bytes += cost
      await step()
      try {
        if (!row.has_digests) await computeDigests(db, store, row)
        if (!row.has_cells) await computeCells(db, store, row, step)
        if (!row.has_contents) await computeContents(db, store, row, step)
        filled.files++
      } catch (error) {
        if (!(error instanceof DamagedHistory)) throw error
        filled.damaged.push(error)
      }
    }
    if (rows.length === 0) return { ...filled, is_complete: filled.damaged.length === 0 }
    after = rows.at(-1)!
  }
}

/**
 * Computes the digests of a file that has none, and keeps them.
 *
 * @throws {DamagedHistory}
 */
export async function computeDigests(db: Db, store: HistoryStore, row: Counted): Promise<void> {
  const part: StoredPart = { ...row, loadDigests: async () => null }
  const file = await store.open(part)
  const rows = file.groups.reduce((sum, group) => sum + group.rows, 0)
  if (rows !== row.events) throw new DamagedHistory(part, new Error(`it has ${rows} events, its row ${row.events}`))
  await sql`update event_archive set block_digests = ${await store.digest(part)}
    where backend_key = ${row.backend_key} and block_digests is null`.execute(db)
}

/** Computes the cells of a file that has none, and keeps them. */
async function computeCells(db: Db, store: HistoryStore, row: Counted, step: Work['step']): Promise<void> {
  const file = (await store.open({ ...row, loadDigests: async () => null })).whole()
  const collector = new CellCollector()
  for (const group of file.groups) {
    await step()
    const values = await file.readGroup(group, ['tracker_id', 'fix_at', 'longitude', 'latitude'])
    const { tracker_id, fix_at, longitude, latitude } = values as Record<string, ArrayLike<number>>
    for (let i = 0; i < group.rows; i++) {
      collector.add(tracker_id![i]!, { fix_at: fix_at![i]!, longitude: longitude![i]!, latitude: latitude![i]! })
    }
  }
  await sql`update event_archive set cells = ${collector.finish()}
    where backend_key = ${row.backend_key} and cells is null`.execute(db)
}

/** Computes what a file holds of each tracker, and the digest of its bytes, and keeps both. */
async function computeContents(db: Db, store: HistoryStore, row: Counted, step: Work['step']): Promise<void> {
  const part: StoredPart = { ...row, loadDigests: () => loadDigests(db, row.backend_key) }
  const sha256 = createHash('sha256')
  for await (const chunk of store.readWhole(part)) sha256.update(chunk)
  const contents = await contentsOf(store, part, step)
  await sql`update event_archive set contents = ${contents}, sha256 = ${sha256.digest('hex')}
    where backend_key = ${row.backend_key} and contents is null`.execute(db)
}

/**
 * Reads what a file holds of each tracker.
 *
 * @throws {DamagedHistory}
 */
export async function contentsOf(store: HistoryStore, part: StoredPart, step = async () => {}): Promise<string> {
  const file = (await store.open(part)).whole()
  const collector = new ContentCollector()
  for (const group of file.groups) {
    await step()
    const values = (await file.readGroup(group, columnNames)) as Record<string, Values>
    collector.add(eventsOf(values, group.rows))
  }
  return collector.finish()
}

export type Filled = { files: number; damaged: DamagedHistory[]; is_complete: boolean }
type Counted = Omit<StoredPart, 'loadDigests'> & { events: number }
type Incomplete = Counted & { has_digests: boolean; has_cells: boolean; has_contents: boolean }
