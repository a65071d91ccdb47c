import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Target } from '../crud/resource.ts'
import { afterCommit } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'

/** Settings sent to devices, in seconds. */
export type DeviceSettings = Partial<Record<'interval_s' | 'interval_charging_s' | 'pause_after_still_s', number>>

/**
 * Sends changed settings to a tracker's device, before they are stored. The interval is also a command, so that its
 * delivery is visible; it has no expiry and replaces a queued one.
 */
export async function sendSettings(
  trx: Trx,
  viewer: Viewer,
  { id, organisation_id }: Target,
  settings: DeviceSettings,
): Promise<void> {
  const { interval_s, interval_charging_s, pause_after_still_s } = settings
  if ((interval_s ?? interval_charging_s ?? pause_after_still_s) === undefined) return
  if (interval_s !== undefined) {
    await sql`
      with changed as (
        select organisation_id, id from tracker
        where organisation_id = ${organisation_id} and id = ${id} and interval_s <> ${interval_s}::integer
      ), withdrawn as (
        delete from tracker_command c using changed t
        where c.organisation_id = t.organisation_id and c.tracker_id = t.id and c.state = 'queued' and c.by_settings
      )
      insert into tracker_command (organisation_id, tracker_id, type, interval_s, by_settings, created_by_user_id)
      select organisation_id, id, 'interval', ${interval_s}::integer, true, ${viewer.user_id}::bigint from changed`.execute(
      trx,
    )
  }
  afterCommit(trx, ({ notifyTracker }) => notifyTracker({ organisation_id, tracker_id: id }))
}
