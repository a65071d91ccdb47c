import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { GuardSource } from '#db/tables/tracking/guards/tracker_guard.ts'
import { publishAlerts } from '../alert_acknowledge.ts'

/**
 * Locks the state of a tracker before its guard, in the order in which reports write them, and changes its version:
 * what a gateway has in memory of it is read again.
 */
export async function renewState(trx: Trx, { organisation_id, tracker_id }: TrackerKey): Promise<void> {
  await sql`update tracker_state set event_id = event_id
    where organisation_id = ${organisation_id} and tracker_id = ${tracker_id}`.execute(trx)
}

/** Arms it where it was last; one that is armed already, there again. Without a position it waits for its first fix. */
export async function armGuard(trx: Trx, { organisation_id, tracker_id, user_id }: TrackerKey & { user_id: number }) {
  await endGuardAlert(trx, { organisation_id, tracker_id })
  await sql`update tracker_guard g set armed_at = now(), armed_by = 'person', armed_by_user_id = ${user_id},
      position = s.position,
      radius_m = case when s.position is not null then greatest(75, 2 * least(coalesce(s.accuracy, 0), 10000)) end,
      outside = false, changing_count = 0, changing_since = null, modified_at = now()
    from tracker_state s
    where g.organisation_id = ${organisation_id} and g.tracker_id = ${tracker_id}
      and s.organisation_id = g.organisation_id and s.tracker_id = g.tracker_id`.execute(trx)
}

/** Disarms it where it is armed by one of these, for the present hours and until the ignition goes off again. */
export async function disarmGuard(trx: Trx, { organisation_id, tracker_id }: TrackerKey, by: GuardSource[]) {
  const { rows } = await sql`update tracker_guard g set armed_at = null, armed_by = null, armed_by_user_id = null,
      position = null, radius_m = null, outside = false, changing_count = 0, changing_since = null, modified_at = now(),
      in_hours = g.schedule is not null and schedule_applies(g.schedule, now())
    where g.organisation_id = ${organisation_id} and g.tracker_id = ${tracker_id}
      and g.armed_by = any(${by}::text[]) returning 1`.execute(trx)
  if (rows.length > 0) await endGuardAlert(trx, { organisation_id, tracker_id })
}

export async function endGuardAlert(trx: Trx, { organisation_id, tracker_id }: TrackerKey): Promise<void> {
  const ended = await trx
    .updateTable('alert')
    .set({ ended_at: sql`greatest(started_at, now())` })
    .where('organisation_id', '=', organisation_id)
    .where('tracker_id', '=', tracker_id)
    .where('kind', '=', 'guard')
    .where('ended_at', 'is', null)
    .returningAll()
    .execute()
  await trx
    .updateTable('tracker_guard')
    .set({ alert_id: null })
    .where('organisation_id', '=', organisation_id)
    .where('tracker_id', '=', tracker_id)
    .execute()
  await publishAlerts(trx, organisation_id, ended)
}

type TrackerKey = { organisation_id: number; tracker_id: number }
