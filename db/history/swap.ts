import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../database.ts'
import { isLockTimeout } from '../errors.ts'
import { type Built, removeFiles } from './build.ts'
import { linkDays } from './chain/append.ts'
import { isNoted, lockNotes, removeNotes } from './changes/notes.ts'
import { fromMicros } from './hot_rows.ts'
import { LeaseLost } from './lease.ts'
import type { Work } from './work.ts'
import type { WrittenFile } from './write.ts'

/**
 * Makes new files visible and takes their events out of `tracker_event`, in one transaction: readers find each event once
 * before and once after.
 *
 * @param take takes the events out
 * @throws {LeaseLost}
 */
export async function commit(work: Work, built: Built[], written_at: string, take: Take): Promise<void> {
  try {
    await retried(work, () => swap(work, built, written_at, take))
  } catch (error) {
    // After any other error the transaction may have been committed: then the next run finds which files have no row.
    const is_undone = isLockTimeout(error) || error instanceof LeaseLost
    if (is_undone) for (const { files } of built) await removeFiles(work.store, files)
    throw error
  }
}

/** Retries for some minutes while other transactions hold the locks. */
export async function retried<T>(work: Pick<Work, 'step'>, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isLockTimeout(error) || attempt === ATTEMPTS) throw error
      await work.step()
      await sleep(PAUSE_MS)
    }
  }
}

async function swap({ db, lease }: Work, built: Built[], written_at: string, take: Take): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx)
    // A backup reads in one snapshot, which would not see where the events went: it locks this table in share mode.
    await sql`lock table event_archive_partition in row exclusive mode`.execute(trx)
    await lease.check(trx)
    for (const one of built) await replaceRows(trx, one, written_at)
    await linkDays(
      trx,
      built.map(({ organisation_id, day, change, replaced }) => ({
        organisation_id,
        day,
        change,
        had_files: replaced.length > 0,
      })),
    )
    await lockNotes(trx)
    for (const { followed } of built) await removeNotes(trx, followed)
    // Last, since others wait from here on; versions are after it, since who deletes a tracker locks events first.
    await take(trx)
    await bumpVersions(trx, [...new Set(built.map(({ organisation_id }) => organisation_id))])
  })
}

/** Names the new files instead of those that they replace. */
async function replaceRows(
  trx: Trx,
  { organisation_id, day, files, replaced }: Built,
  written_at: string,
): Promise<void> {
  if (replaced.length > 0) {
    await sql`delete from event_archive where organisation_id = ${organisation_id} and day = ${day}::date
      and part = any(${replaced.map(({ part }) => part)}::int[])`.execute(trx)
  }
  const { rows } = await sql<{ next: number }>`select coalesce(max(part) + 1, 0)::int as next from event_archive
    where organisation_id = ${organisation_id} and day = ${day}::date`.execute(trx)
  const numbers = replaced.map(({ part }) => part)
  for (const [i, file] of files.entries()) {
    const part = numbers[i] ?? Math.max(rows[0]!.next, ...numbers.map((number) => number + 1)) + i - numbers.length
    await insertRow(trx, file, part, written_at)
  }
}

/** An organisation that has been deleted in the meantime gets no row; its file is removed as an unknown one. */
async function insertRow(trx: Trx, file: WrittenFile, part: number, written_at: string): Promise<void> {
  await sql`insert into event_archive (organisation_id, day, part, backend, backend_key, bytes, events,
      first_tracker_id, last_tracker_id, first_id, last_id, first_fix_at, last_fix_at, written_at, block_digests, cells,
      sha256, contents)
    select o.id, ${file.day}::date, ${part}, ${file.backend}, ${file.backend_key}, ${file.bytes}, ${file.events},
      ${file.first_tracker_id}, ${file.last_tracker_id}, ${file.first_id}, ${file.last_id},
      ${fromMicros(sql`${file.first_fix_at}::bigint`)}, ${fromMicros(sql`${file.last_fix_at}::bigint`)},
      ${written_at}::timestamptz, ${file.block_digests}, ${file.cells},
      ${file.sha256}, ${file.contents}
    from organisation o where o.id = ${file.organisation_id} for key share`.execute(trx)
}

async function bumpVersions(trx: Trx, organisation_ids: number[]): Promise<void> {
  await sql`insert into event_archive_version (organisation_id, version)
    select id, 1 from organisation where id = any(${organisation_ids}::bigint[]) order by id
    on conflict (organisation_id) do update set version = event_archive_version.version + 1`.execute(trx)
}

/** Deletes the rows that are in the files now, but those that were changed by hand since they were read. */
export async function deleteMerged(trx: Trx, { organisation_id, day, merged }: Built): Promise<void> {
  if (merged.tracker_id.length === 0) return
  const start: RawBuilder<string> = sql`${`${day}T00:00:00Z`}::timestamptz`
  await sql`delete from tracker_event e
    using unnest(${merged.tracker_id}::bigint[], ${merged.fix_at}::bigint[], ${merged.digest}::bigint[])
      as k (tracker_id, fix_at, digest)
    where e.organisation_id = ${organisation_id} and e.fix_at >= ${start} and e.fix_at < ${start} + interval '24 hours'
      and e.tracker_id = k.tracker_id and e.digest = k.digest and e.fix_at = ${fromMicros(sql`k.fix_at`)}
      and not ${isNoted('e')}`.execute(trx)
}

/** A waiting lock blocks every later statement, so it times out soon and is retried. */
const LOCK_TIMEOUT = '500ms'
const ATTEMPTS = 60
const PAUSE_MS = 2000

type Take = (trx: Trx) => Promise<void>
