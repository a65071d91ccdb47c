import { sql } from 'kysely'
import type { Db, Trx } from '../../database.ts'
import { markMovement } from '../../movement/mark.ts'
import { trackerKey, unnestRows } from '../../unnest.ts'
import { fromMicros } from '../hot_rows.ts'
import type { ChangeNote } from './events.ts'

/**
 * Notes that an event is corrected or removed in this transaction, before its row is. The order matters: while new files
 * replace rows, this waits (`lockNotes`).
 *
 * @returns 1 where no other change of the event is noted
 */
export async function noteChange(trx: Trx, { organisation_id, tracker_id, fix_at, digest }: NewNote): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into event_archive_change as c (organisation_id, tracker_id, fix_at, digest, version, changed_at)
    values (${organisation_id}, ${tracker_id}, ${fix_at}, ${digest}, 1, clock_timestamp())
    on conflict (organisation_id, tracker_id, fix_at, digest)
      do update set version = c.version + 1, changed_at = excluded.changed_at
    returning version`.execute(trx)
  await markMovement(trx, { organisation_id, tracker_id, fix_at })
  await sql`update event_archive_version set version = version + 1 where organisation_id = ${organisation_id}`.execute(
    trx,
  )
  return rows[0]!.version
}

/** Notes that events of a tracker are removed in this transaction, as `noteChange` does of one, in the order of time. */
export async function noteChanges(trx: Trx, { organisation_id, tracker_id }: TrackerOf, notes: RemovedNote[]) {
  if (notes.length === 0) return
  const { rows } = await sql<{ first: string; last: string }>`
    with noted as (
      insert into event_archive_change as c (organisation_id, tracker_id, fix_at, digest, version, changed_at)
      select n.organisation_id, n.tracker_id, ${fromMicros(sql`n.fix_at`)}, n.digest, 1, clock_timestamp()
      from ${unnestRows(notes, { bigint: [...trackerKey, 'fix_at', 'digest'] }, 'n')} order by n.fix_at, n.digest
      on conflict (organisation_id, tracker_id, fix_at, digest)
        do update set version = c.version + 1, changed_at = excluded.changed_at
      returning fix_at
    ) select min(fix_at) as first, max(fix_at) as last from noted`.execute(trx)
  for (const fix_at of [rows[0]!.first, rows[0]!.last]) await markMovement(trx, { organisation_id, tracker_id, fix_at })
  await sql`update event_archive_version set version = version + 1 where organisation_id = ${organisation_id}`.execute(
    trx,
  )
}

/** Waits for changes by hand that are being committed, and lets no other begin until the end of the transaction. */
export async function lockNotes(trx: Trx): Promise<void> {
  await sql`lock table event_archive_change in share row exclusive mode`.execute(trx)
}

/** Removes notes that new files have followed. A note of another change since then stays, and so does its row. */
export async function removeNotes(trx: Trx, notes: readonly ChangeNote[]): Promise<void> {
  if (notes.length === 0) return
  await sql`delete from event_archive_change c
    using ${unnestRows(notes, { bigint: [...trackerKey, 'fix_at', 'digest', 'version'] }, 'n')}
    where c.organisation_id = n.organisation_id and c.tracker_id = n.tracker_id and c.digest = n.digest
      and c.version = n.version and c.fix_at = ${fromMicros(sql`n.fix_at`)}`.execute(trx)
}

/** Whether an event of an alias has a note. */
export const isNoted = (alias: string) => sql<boolean>`exists (select from event_archive_change c
    where c.organisation_id = ${sql.ref(`${alias}.organisation_id`)} and c.tracker_id = ${sql.ref(`${alias}.tracker_id`)}
      and c.fix_at = ${sql.ref(`${alias}.fix_at`)} and c.digest = ${sql.ref(`${alias}.digest`)})`

/** Removes the notes of events that no file can hold. Only for the holder of the lease: no file is being written. */
export async function forgetNotes(db: Db): Promise<void> {
  await sql`delete from event_archive_change c where not exists (select from event_archive a
    where a.organisation_id = c.organisation_id and a.day = (c.fix_at at time zone 'UTC')::date
      and c.tracker_id between a.first_tracker_id and a.last_tracker_id)`.execute(db)
}

type TrackerOf = { organisation_id: number; tracker_id: number }
type RemovedNote = TrackerOf & { fix_at: number; digest: number }
type NewNote = { organisation_id: number; tracker_id: number; fix_at: string; digest: number }
