import { sql } from 'kysely'
import { raiseOfShifts } from '#db/alerts/drivers.ts'
import type { Trx } from '#db/database.ts'
import type { KeyShift } from './rules/index.ts'
import { type TrackerKey, timeOf } from './store.ts'

/** What began before raises no alert. */
const RECENT_MS = 15 * 60_000

/** Writes shifts that keys have opened or ended. What begins at the same time keeps its id, and its driver with the key. */
export async function writeShifts(trx: Trx, changes: readonly { key: TrackerKey; shifts: readonly ShiftPut[] }[]) {
  const rows = changes.flatMap(({ key: { organisation_id, tracker_id }, shifts }) =>
    shifts.map(({ shift: { key, began_at, ended_at }, through }) => ({
      organisation_id,
      tracker_id,
      key,
      began_at: timeOf(began_at),
      ended_at: ended_at === null ? null : timeOf(ended_at),
      through_at: timeOf(through),
    })),
  )
  if (rows.length === 0) return
  await sql`/* write_shifts */
    insert into driver_shift as d (organisation_id, tracker_id, source, key, driver_id, began_at, ended_at, through_at)
    select r.organisation_id, r.tracker_id, 'key', r.key, k.driver_id, r.began_at, r.ended_at, r.through_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (organisation_id bigint, tracker_id bigint, key text,
      began_at timestamptz, ended_at timestamptz, through_at timestamptz)
    left join driver_key k on k.organisation_id = r.organisation_id and k.key = r.key
    on conflict (organisation_id, tracker_id, source, began_at) do update set key = excluded.key,
      driver_id = case when d.key = excluded.key then coalesce(d.driver_id, excluded.driver_id)
        else excluded.driver_id end,
      ended_at = excluded.ended_at, through_at = excluded.through_at, modified_at = now()`.execute(trx)
  const recent = Date.now() - RECENT_MS
  const begun = changes.filter(({ shifts }) => shifts.some(({ shift }) => shift.began_at > recent))
  await raiseOfShifts(
    trx,
    begun.map(({ key: { organisation_id, tracker_id } }) => ({ organisation_id, tracker_id })),
  )
}

/** Deletes what a run from a state finds again, except what begins at the same time and is written again. */
export async function deleteShifts(
  trx: Trx,
  { organisation_id, tracker_id }: TrackerKey,
  { after, until, keeps }: { after: number; until: number | null; keeps: readonly ShiftPut[] },
): Promise<void> {
  const kept = keeps.map(({ shift }) => timeOf(shift.began_at))
  await sql`delete from driver_shift d
    where d.organisation_id = ${organisation_id} and d.tracker_id = ${tracker_id} and d.source = 'key'
      and ${
        until === null
          ? sql`(d.ended_at is null or d.through_at > ${timeOf(after)})`
          : sql`d.ended_at is not null and d.through_at > ${timeOf(after)} and d.through_at <= ${timeOf(until)}`
      }
      and not (d.began_at = any(${kept}::timestamptz[]))`.execute(trx)
}

/** A shift, and the report that ended it or up to which it is known. */
export type ShiftPut = { shift: KeyShift; through: number }
