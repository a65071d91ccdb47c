import { type Kysely, sql } from 'kysely'
import { scheduleApplies } from '#db/schedule.ts'
import type { Database } from '#db/tables/index.ts'
import type { Schedule } from '#db/tables/tracking/schedule.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { type GuardedReport, isAtRest, judgeGuard } from '../engine/guard.ts'
import { judgedAt } from '../engine/rules/order.ts'
import type { AlertLog } from './alerts.ts'
import type { Entry } from './entry.ts'
import type { TrackerState } from './states.ts'

/**
 * Judges a report of a guarded tracker, which is not late, and logs what it raises or ends.
 *
 * @returns whether its guard is to be written
 */
export function followGuard(tracker: TrackerState, entry: Entry, log: AlertLog, event_id: number): boolean {
  const tracked = tracker.guard!
  const report = reportOf(entry, tracked.schedule)
  const { guard, alert } = judgeGuard(tracked.state, report, { on_ignition: tracked.on_ignition, before: tracked.last })
  const { lon, lat, accuracy } = report
  const last = lon === null || lat === null ? tracked.last : { lon, lat, accuracy, at_rest: isAtRest(report) }
  // Cached states share it, so it is replaced.
  tracker.guard = { ...tracked, state: guard, last }
  if (alert) log.add(tracker, tracker.state, { kind: 'guard', change: alert }, entry, event_id)
  return guard !== tracked.state
}

function reportOf(entry: Entry, schedule: Schedule | null): GuardedReport {
  const { valid, lon, lat, accuracy, speed, attributes } = entry.report
  const at = judgedAt(entry)
  return {
    at,
    lon: valid ? lon : null,
    lat: valid ? lat : null,
    accuracy,
    speed,
    ignition: typeof attributes?.ignition === 'boolean' ? attributes.ignition : null,
    in_hours: schedule !== null && scheduleApplies(schedule, new Date(at)),
  }
}

/**
 * Writes guards that have changed. Call after their states were written in the same transaction: the version of a state
 * guards it, too.
 */
export async function writeGuards(trx: Kysely<Database>, trackers: Guarded[]): Promise<void> {
  if (trackers.length === 0) return
  const guards = trackers.map(({ organisation_id, tracker_id, guard }) => {
    const { state, alert_id } = guard!
    const { circle, ...of } = state
    const at = { lon: circle?.lon ?? null, lat: circle?.lat ?? null, radius_m: circle?.radius_m ?? null }
    return { organisation_id, tracker_id, alert_id, ...of, ...at }
  })
  await sql`/* write_guards */
    update tracker_guard g set armed_at = to_timestamp(w.armed_at / 1000), armed_by = w.armed_by,
      armed_by_user_id = case when w.armed_by = 'person' then g.armed_by_user_id end,
      position = st_setsrid(st_makepoint(w.lon, w.lat), 4326), radius_m = w.radius_m, ignition = w.ignition,
      in_hours = w.in_hours, outside = w.outside, changing_since = to_timestamp(w.since / 1000),
      changing_count = w.count, alert_id = w.alert_id
    from ${unnestRows(guards, columns, 'w')}
    where g.organisation_id = w.organisation_id and g.tracker_id = w.tracker_id`.execute(trx)
}

const columns = {
  bigint: [...trackerKey, 'alert_id'],
  text: ['armed_by'],
  integer: ['count'],
  float8: ['armed_at', 'lon', 'lat', 'radius_m', 'since'],
  boolean: ['ignition', 'in_hours', 'outside'],
} as const

type Guarded = Pick<TrackerState, 'organisation_id' | 'tracker_id' | 'guard'>
