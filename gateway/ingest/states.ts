import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import type { Patience, State } from '../engine/rules/index.ts'
import type { Entry } from './entry.ts'

/**
 * Locks the states of the batch's trackers, in the order of their ids, so that two gateways never wait for each other
 * in a circle. Trackers that were deleted or switched off meanwhile are missing from the answer.
 */
export async function lockTrackers(trx: Kysely<Database>, entries: Entry[]): Promise<Map<number, LockedTracker>> {
  const organisations = new Map(entries.map((entry) => [entry.tracker_id, entry.organisation_id]))
  const { rows } = await sql<Row>`/* lock_trackers */
    select s.organisation_id, s.tracker_id, t.owner_user_id, t.exit_confirmations, t.exit_delay_s,
      round(date_part('epoch', s.judged_at) * 1e6)::bigint as judged_at_us,
      round(date_part('epoch', s.latest_fix_at) * 1e6)::bigint as latest_fix_at_us,
      s.outside, round(date_part('epoch', s.outside_since) * 1e6)::bigint as outside_since_us, s.outside_count,
      s.boundary_id, s.leaving_alert_id, s.alarm, s.alarm_alert_id
    from unnest(
      ${bigints([...organisations.values()])}::bigint[], ${bigints([...organisations.keys()])}::bigint[]
    ) as asked (organisation_id, tracker_id)
    join tracker_state s on s.organisation_id = asked.organisation_id and s.tracker_id = asked.tracker_id
    join tracker t on t.organisation_id = asked.organisation_id and t.id = asked.tracker_id
    where t.active
    order by s.tracker_id
    for update of s`.execute(trx)
  return new Map(rows.map((row) => [row.tracker_id, locked(row)]))
}

function locked(row: Row): LockedTracker {
  const { judged_at_us, latest_fix_at_us, outside_since_us, outside, outside_count, boundary_id, alarm, ...tracker } =
    row
  return {
    ...tracker,
    latest_fix_at: milliseconds(latest_fix_at_us),
    state: {
      judged_at: milliseconds(judged_at_us),
      outside,
      outside_since: milliseconds(outside_since_us),
      outside_count,
      boundary_id,
      leaving_alerted: row.leaving_alert_id !== null,
      alarm,
    },
  }
}

/** Microseconds are whole numbers, which both sides write and read faster than fractions. */
const milliseconds = (us: number | null) => (us === null ? null : us / 1000)

export type LockedTracker = Patience & {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  latest_fix_at: number | null
  leaving_alert_id: number | null
  alarm_alert_id: number | null
  state: State
}

type Row = Omit<LockedTracker, 'state' | 'latest_fix_at'> &
  Omit<State, 'leaving_alerted' | 'judged_at' | 'outside_since'> & {
    judged_at_us: number | null
    latest_fix_at_us: number | null
    outside_since_us: number | null
  }
