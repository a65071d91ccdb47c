import { sql } from 'kysely'
import { raiseOfShifts } from '#db/alerts/drivers.ts'
import type { Trx } from '#db/database.ts'
import { endOfShift, fillDrivers } from '#db/movement/drivers.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'

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
  await raiseOfShifts(
    trx,
    ids.map((tracker_id) => ({ organisation_id, tracker_id })),
  )
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
 * Enters a shift that a person says: a dispatcher, an import, or the driver in the cab. One without an end relieves who
 * drives then, whose shift ends; who drives already continues.
 *
 * @throws {AppError} conflict where another is entered for the time
 */
export async function enterShift(trx: Trx, shift: NewShift): Promise<{ id: number; began_at: string }> {
  const { organisation_id, tracker_id, driver_id, began_at, ended_at } = shift
  await lockTrackers(trx, organisation_id, [tracker_id])
  if (ended_at === null) {
    const own = await relieve(trx, shift)
    if (own) return own
  }
  await checkAlone(trx, shift)
  const values = { organisation_id, tracker_id, driver_id, source: 'person' as const, began_at, ended_at }
  const { id } = await rows(trx, 'driver_shift').insert(values)
  await fillShift(trx, organisation_id, id)
  await raiseOfShifts(trx, [{ organisation_id, tracker_id }])
  return { id, began_at }
}

/**
 * Ends the shift that runs when another begins: one without an end, or whose end is still to come. One that a key has
 * ended in between ended with that.
 *
 * @returns the shift of the same driver, which continues
 */
async function relieve(trx: Trx, { organisation_id, tracker_id, driver_id, began_at }: NewShift) {
  const { rows: running } = await sql<{ id: number; driver_id: number | null; began_at: string; continues: boolean }>`
    select d.id, d.driver_id, d.began_at, coalesce(${endOfShift('d')} > ${began_at}, true) as continues
    from driver_shift d
    where d.organisation_id = ${organisation_id} and d.tracker_id = ${tracker_id} and d.source = 'person'
      and d.began_at < ${began_at}
      and (d.ended_at is null or d.ended_at > greatest(now(), ${began_at}::timestamptz))`.execute(trx)
  const own = running.find((each) => Number(each.driver_id) === driver_id && each.continues)
  if (own) return { id: Number(own.id), began_at: own.began_at }
  await sql`update driver_shift d set ended_at = least(${began_at}::timestamptz, ${endOfShift('d')}), modified_at = now()
    where d.organisation_id = ${organisation_id}
      and d.id = any(${running.map(({ id }) => Number(id))}::bigint[])`.execute(trx)
  return null
}

/**
 * Ends the shift that a person has begun, of a driver or of any.
 *
 * @returns whether there was one
 */
export async function endShift(trx: Trx, { organisation_id, tracker_id, driver_id }: RunningShift): Promise<boolean> {
  const { rows: ended } = await sql<ShiftSpan>`update driver_shift set ended_at = now(), modified_at = now()
    where organisation_id = ${organisation_id} and tracker_id = ${tracker_id} and source = 'person'
      and (${driver_id ?? null}::bigint is null or driver_id = ${driver_id ?? null}::bigint)
      and ended_at is null and began_at < now()
    returning organisation_id, tracker_id, began_at as since, ended_at as until`.execute(trx)
  await fillDrivers(trx, ended)
  return ended.length > 0
}

/** One driver has a tracker at a time, of those that people enter. The constraint holds it, this names the other. */
export async function checkAlone(trx: Trx, shift: Period & { id?: number }): Promise<void> {
  const { organisation_id, tracker_id, began_at, ended_at, id = 0 } = shift
  const { rows: others } = await sql<{ name: string | null }>`
    select (select v.name from driver v where v.id = o.driver_id) as name
    from driver_shift o
    where o.organisation_id = ${organisation_id} and o.tracker_id = ${tracker_id} and o.source = 'person'
      and o.id <> ${id} and tstzrange(o.began_at, o.ended_at)
        && tstzrange(${began_at}::timestamptz, ${ended_at}::timestamptz) limit 1`.execute(trx)
  if (!others[0]) return
  const reason = `began_at: ${others[0].name ?? 'another driver'} is entered for this time.`
  throw new AppError('conflict', reason, 'began_at')
}

type RunningShift = { organisation_id: number; tracker_id: number; driver_id?: number }
type Period = { organisation_id: number; tracker_id: number; began_at: string; ended_at: string | null }
type NewShift = Period & { driver_id: number }
