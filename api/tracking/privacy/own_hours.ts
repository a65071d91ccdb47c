import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { holdGroups, settleHours } from '#db/privacy/settle_hours.ts'
import { Nullable } from '#db/tables/columns.ts'
import { Schedule } from '#db/tables/tracking/schedule.ts'
import { administers } from '../../crud/belonging.ts'
import { checkSchedule } from '../../crud/checks.ts'
import type { Target } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { renewState } from '../guards/arm.ts'

/** What a tracker says of its working hours, so that they are set for many at once; whose hold is in `trackerprivacy`. */
export const hoursColumns = {
  working_hours: Nullable(
    Type.Unsafe<Schedule>({ ...Schedule, description: 'Of its own; null where those of its group hold' }),
  ),
}

export const hoursComputed = {
  working_hours: sql<Schedule | null>`(select p.schedule from tracker_privacy p
    where p.organisation_id = tracker.organisation_id and p.tracker_id = tracker.id and not p.by_group)`,
}

/** Only administrators: it is the organisation's to say, also of trackers that people own. */
export async function setHours(
  trx: Trx,
  viewer: Viewer,
  { id: tracker_id, organisation_id }: Target,
  schedule: Schedule | null,
): Promise<void> {
  checkSchedule(schedule, 'working_hours')
  if (!administers(viewer, organisation_id)) {
    throw new AppError('forbidden', 'working_hours: only an administrator may set it.', 'working_hours')
  }
  await holdGroups(trx, organisation_id)
  await renewState(trx, { organisation_id, tracker_id })
  await sql`insert into tracker_privacy as p (organisation_id, tracker_id, schedule)
    values (${organisation_id}, ${tracker_id}, ${schedule && JSON.stringify(schedule)}::jsonb)
    on conflict (organisation_id, tracker_id) do update set schedule = excluded.schedule, by_group = false, modified_at = now()
      where p.schedule is distinct from excluded.schedule or p.by_group`.execute(trx)
  if (!schedule) await settleHours(trx, organisation_id, tracker_id)
}
