import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { endOfShift, fillDrivers } from '#db/movement/drivers.ts'
import { rows } from '../../crud/rows.ts'

/** Locks trackers, so that their segments are not written at the same time: whichever is later knows both. */
export async function lockTrackers(trx: Trx, organisation_id: number, ids: readonly number[]): Promise<void> {
  await sql`select from tracker t where t.organisation_id = ${organisation_id} and t.id = any(${[...ids]}::bigint[])
    order by t.id for update of t`.execute(trx)
}

/** Shifts of keys that were nobody's become those of the driver who has the keys now. */
export async function giveShifts(
  trx: Trx,
  organisation_id: number,
  driver_id: number,
  keys: readonly string[],
): Promise<void> {
  const are_theirs = sql`d.organisation_id = ${organisation_id} and d.source = 'key' and d.driver_id is null
    and d.key = any(${[...keys]}::text[])`
  const { rows: trackers } = await sql<{ tracker_id: number }>`select distinct d.tracker_id from driver_shift d
    where ${are_theirs}`.execute(trx)
  if (trackers.length === 0) return
  const ids = trackers.map(({ tracker_id }) => Number(tracker_id))
  await lockTrackers(trx, organisation_id, ids)
  const { rows: given } = await sql<ShiftSpan>`update driver_shift d set driver_id = ${driver_id}, modified_at = now()
    where ${are_theirs}
    returning d.organisation_id, d.tracker_id, d.began_at as since, coalesce(d.ended_at, now()) as until`.execute(trx)
  for (let at = 0; at < given.length; at += PART) await fillDrivers(trx, given.slice(at, at + PART))
}

/** Writes who drove into the segments of a tracker in the time of a shift. */
export async function fillShift(trx: Trx, organisation_id: number, id: number): Promise<void> {
  const { rows: spans } = await sql<ShiftSpan>`select d.organisation_id, d.tracker_id, d.began_at as since,
      coalesce(${endOfShift('d')}, now()) as until
    from driver_shift d where d.organisation_id = ${organisation_id} and d.id = ${id}`.execute(trx)
  await fillDrivers(trx, spans)
}

const PART = 200

type ShiftSpan = { organisation_id: number; tracker_id: number; since: string; until: string }

/**
 * Begins a shift of a driver now; that of who had the tracker before ends. Who drives it already continues.
 *
 * @returns since when they drive, ISO 8601
 */
export async function beginShift(trx: Trx, shift: NewShift): Promise<string> {
  const { organisation_id, tracker_id, driver_id, began_at } = shift
  await lockTrackers(trx, organisation_id, [tracker_id])
  const { rows: entered } = await sql<{ id: number; driver_id: number; began_at: string }>`
    select d.id, d.driver_id, d.began_at from driver_shift d
    where d.organisation_id = ${organisation_id} and d.tracker_id = ${tracker_id} and d.source = 'person'
      and d.began_at < ${began_at} and (d.ended_at is null or d.ended_at > ${began_at})`.execute(trx)
  const own = entered.find((each) => Number(each.driver_id) === driver_id)
  if (own) return own.began_at
  await sql`update driver_shift set ended_at = ${began_at}, modified_at = now()
    where organisation_id = ${organisation_id} and id = any(${entered.map(({ id }) => Number(id))}::bigint[])`.execute(
    trx,
  )
  const values = { organisation_id, tracker_id, driver_id, source: 'person' as const, began_at, ended_at: null }
  const { id } = await rows(trx, 'driver_shift').insert(values)
  await fillShift(trx, organisation_id, id)
  return began_at
}

type NewShift = { organisation_id: number; tracker_id: number; driver_id: number; began_at: string }
