import { type RawBuilder, sql } from 'kysely'
import type { Schedule } from '#db/tables/tracking/schedule.ts'
import type { Driven, PrivateTimes } from '../engine/privacy.ts'

/** The newest that are read of a tracker. */
const MOST_TIMES = 200

/** When a tracker is private, of rows of `tracker_state` as `s`; null of one that never was. */
export const privacyColumn: RawBuilder<PrivacyRow | null> = sql`(
  select json_build_object('schedule', p.schedule, 'metres', p.driven_m,
    'since', date_part('epoch', p.private_since) * 1000, 'times', (
      select coalesce(json_agg(json_build_array(date_part('epoch', t.began_at) * 1000,
        date_part('epoch', t.ended_at) * 1000) order by t.began_at), '[]')
      from (select began_at, ended_at from private_time t
        where t.organisation_id = s.organisation_id and t.tracker_id = s.tracker_id
        order by began_at desc limit ${sql.raw(`${MOST_TIMES}`)}) t))
  from tracker_privacy p where p.organisation_id = s.organisation_id and p.tracker_id = s.tracker_id)`

export function privacyFrom({ schedule, metres, since, times }: PrivacyRow): TrackedPrivacy {
  return {
    schedule,
    times: { times, since: times.length < MOST_TIMES ? null : times[0]![0] },
    driven: { metres, since, last: null },
  }
}

export type TrackedPrivacy = { schedule: Schedule | null; times: PrivateTimes; driven: Driven }
export type PrivacyRow = {
  schedule: Schedule | null
  metres: number
  since: number | null
  times: [from: number, until: number][]
}
