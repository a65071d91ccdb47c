import { type Kysely, sql } from 'kysely'
import { bigints, booleans, doubles, integers, reals, texts } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import type { Verdict } from '../engine/rules/index.ts'
import type { Entry } from './entry.ts'
import type { LockedTracker } from './states.ts'

/**
 * Writes a batch's events, and the states after them, in one statement. The states ride with the last event of their
 * tracker, since a join of two unnested arrays would be a nested loop.
 */
export async function writeEvents(trx: Kysely<Database>, events: JudgedEvent[]): Promise<void> {
  const reports = events.map((e) => e.entry.report)
  const states = events.map((e) => (e.is_last ? e.tracker.state : null))
  const trackers = events.map((e) => (e.is_last ? e.tracker : null))
  await sql`/* write_events */
    with e as materialized (
      select u.*, to_timestamp(u.fix_ms / 1000) as fix_at, to_timestamp(u.received_ms / 1000) as received,
        case when u.lon is not null then st_setsrid(st_makepoint(u.lon, u.lat), 4326) end as position,
        u.attributes_text::jsonb as attributes
      from unnest(
        ${bigints(events.map((e) => e.event_id))}::bigint[],
        ${bigints(events.map((e) => e.entry.organisation_id))}::bigint[],
        ${bigints(events.map((e) => e.entry.tracker_id))}::bigint[],
        ${doubles(events.map((e) => e.entry.fix_at))}::float8[],
        ${doubles(events.map((e) => e.entry.received))}::float8[],
        ${texts(reports.map((r) => r.event))}::text[],
        ${texts(reports.map((r) => r.alarm))}::text[],
        ${booleans(reports.map((r) => r.valid))}::boolean[],
        ${doubles(reports.map((r) => r.lon))}::float8[],
        ${doubles(reports.map((r) => r.lat))}::float8[],
        ${reals(reports.map((r) => r.altitude))}::real[],
        ${reals(reports.map((r) => r.heading))}::real[],
        ${reals(reports.map((r) => r.speed))}::real[],
        ${reals(reports.map((r) => r.accuracy))}::real[],
        ${booleans(events.map((e) => e.verdict.outside_boundary))}::boolean[],
        ${booleans(events.map((e) => e.verdict.repeated))}::boolean[],
        ${booleans(events.map((e) => e.verdict.late))}::boolean[],
        ${bigints(events.map((e) => e.boundary_id))}::bigint[],
        ${texts(reports.map((r) => (r.attributes ? JSON.stringify(r.attributes) : null)))}::text[],
        ${bigints(events.map((e) => e.entry.digest))}::bigint[],
        ${booleans(events.map((e) => e.is_last))}::boolean[],
        ${doubles(states.map((s) => s?.judged_at))}::float8[],
        ${doubles(trackers.map((t) => t?.latest_fix_at))}::float8[],
        ${booleans(states.map((s) => s?.outside))}::boolean[],
        ${doubles(states.map((s) => s?.outside_since))}::float8[],
        ${integers(states.map((s) => s?.outside_count))}::integer[],
        ${bigints(states.map((s) => s?.boundary_id))}::bigint[],
        ${bigints(trackers.map((t) => t?.leaving_alert_id))}::bigint[],
        ${texts(states.map((s) => s?.alarm))}::text[],
        ${bigints(trackers.map((t) => t?.alarm_alert_id))}::bigint[]
      ) as u (id, organisation_id, tracker_id, fix_ms, received_ms, event, alarm, valid, lon, lat, altitude, heading,
        speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes_text, digest,
        is_last, judged_ms, latest_ms, state_outside, outside_since_ms, outside_count, state_boundary_id,
        leaving_alert_id, state_alarm, alarm_alert_id)
    ), stored as (
      insert into tracker_event (id, organisation_id, tracker_id, fix_at, received, event, alarm, valid, position, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest)
      select id, organisation_id, tracker_id, fix_at, received, event, alarm, valid, position, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest
      from e
    )
    update tracker_state s set
      judged_at = to_timestamp(e.judged_ms / 1000), latest_fix_at = to_timestamp(e.latest_ms / 1000),
      outside = e.state_outside, outside_since = to_timestamp(e.outside_since_ms / 1000),
      outside_count = e.outside_count, boundary_id = e.state_boundary_id, leaving_alert_id = e.leaving_alert_id,
      alarm = e.state_alarm, alarm_alert_id = e.alarm_alert_id,
      event_id = e.id, fix_at = e.fix_at, received = e.received, event = e.event, valid = e.valid,
      position = coalesce(e.position, s.position), altitude = e.altitude, heading = e.heading, speed = e.speed,
      accuracy = e.accuracy, outside_boundary = e.outside_boundary, repeated = e.repeated,
      event_boundary_id = e.boundary_id, attributes = e.attributes
    from e
    where e.is_last and s.organisation_id = e.organisation_id and s.tracker_id = e.tracker_id`.execute(trx)
}

export type JudgedEvent = {
  entry: Entry
  verdict: Verdict
  event_id: number
  boundary_id: number | null
  /** As it is after the whole batch. */
  tracker: LockedTracker
  /** Whether it is the tracker's last in the batch, and so what its state shows. Never a late one. */
  is_last: boolean
}
