import { type Kysely, sql } from 'kysely'
import { booleans, numbers, texts } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import type { Verdict } from '../engine/rules/index.ts'
import type { Entry } from './entry.ts'
import type { LockedTracker } from './states.ts'

/** Writes a batch's events, and the states after them, in one statement. */
export async function writeEvents(trx: Kysely<Database>, events: JudgedEvent[], states: NextState[]): Promise<void> {
  const reports = events.map((e) => e.entry.report)
  await sql`/* write_events */
    with e as materialized (
      select u.*, to_timestamp(u.fix_ms / 1000) as fix_at, to_timestamp(u.received_ms / 1000) as received,
        case when u.lon is not null then st_setsrid(st_makepoint(u.lon, u.lat), 4326) end as position,
        u.attributes_text::jsonb as attributes
      from unnest(
        ${numbers(events.map((e) => e.event_id))}::bigint[],
        ${numbers(events.map((e) => e.entry.organisation_id))}::bigint[],
        ${numbers(events.map((e) => e.entry.tracker_id))}::bigint[],
        ${numbers(events.map((e) => e.entry.fix_at))}::float8[],
        ${numbers(events.map((e) => e.entry.received))}::float8[],
        ${texts(reports.map((r) => r.event))}::text[],
        ${texts(reports.map((r) => r.alarm))}::text[],
        ${booleans(reports.map((r) => r.valid))}::boolean[],
        ${numbers(reports.map((r) => r.lon))}::float8[],
        ${numbers(reports.map((r) => r.lat))}::float8[],
        ${numbers(reports.map((r) => r.altitude))}::real[],
        ${numbers(reports.map((r) => r.heading))}::real[],
        ${numbers(reports.map((r) => r.speed))}::real[],
        ${numbers(reports.map((r) => r.accuracy))}::real[],
        ${booleans(events.map((e) => e.verdict.outside_boundary))}::boolean[],
        ${booleans(events.map((e) => e.verdict.repeated))}::boolean[],
        ${booleans(events.map((e) => e.verdict.late))}::boolean[],
        ${numbers(events.map((e) => e.boundary_id))}::bigint[],
        ${texts(reports.map((r) => (r.attributes ? JSON.stringify(r.attributes) : null)))}::text[],
        ${numbers(events.map((e) => e.entry.digest))}::bigint[]
      ) with ordinality as u (id, organisation_id, tracker_id, fix_ms, received_ms, event, alarm, valid, lon, lat, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes_text, digest, i)
    ), stored as (
      insert into tracker_event (id, organisation_id, tracker_id, fix_at, received, event, alarm, valid, position, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest)
      select id, organisation_id, tracker_id, fix_at, received, event, alarm, valid, position, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest
      from e order by i
      on conflict (organisation_id, tracker_id, fix_at, digest) do nothing
    )
    update tracker_state s set
      judged_at = to_timestamp(n.judged_at / 1000), latest_fix_at = to_timestamp(n.latest_fix_at / 1000),
      outside = n.outside, outside_since = to_timestamp(n.outside_since / 1000), outside_count = n.outside_count,
      boundary_id = n.boundary_id, leaving_alert_id = n.leaving_alert_id, alarm = n.alarm,
      alarm_alert_id = n.alarm_alert_id,
      event_id = e.id, fix_at = e.fix_at, received = e.received, event = e.event, valid = e.valid,
      position = coalesce(e.position, s.position), altitude = e.altitude, heading = e.heading, speed = e.speed,
      accuracy = e.accuracy, outside_boundary = e.outside_boundary, repeated = e.repeated,
      event_boundary_id = e.boundary_id, attributes = e.attributes
    from unnest(
      ${numbers(states.map((s) => s.tracker.organisation_id))}::bigint[],
      ${numbers(states.map((s) => s.tracker.tracker_id))}::bigint[],
      ${numbers(states.map((s) => s.last + 1))}::bigint[],
      ${numbers(states.map((s) => s.tracker.state.judged_at))}::float8[],
      ${numbers(states.map((s) => s.tracker.latest_fix_at))}::float8[],
      ${booleans(states.map((s) => s.tracker.state.outside))}::boolean[],
      ${numbers(states.map((s) => s.tracker.state.outside_since))}::float8[],
      ${numbers(states.map((s) => s.tracker.state.outside_count))}::integer[],
      ${numbers(states.map((s) => s.tracker.state.boundary_id))}::bigint[],
      ${numbers(states.map((s) => s.tracker.leaving_alert_id))}::bigint[],
      ${texts(states.map((s) => s.tracker.state.alarm))}::text[],
      ${numbers(states.map((s) => s.tracker.alarm_alert_id))}::bigint[]
    ) as n (organisation_id, tracker_id, last, judged_at, latest_fix_at, outside, outside_since, outside_count, boundary_id,
      leaving_alert_id, alarm, alarm_alert_id)
    join e on e.i = n.last
    where s.organisation_id = n.organisation_id and s.tracker_id = n.tracker_id`.execute(trx)
}

export type JudgedEvent = {
  entry: Entry
  verdict: Verdict
  event_id: number
  boundary_id: number | null
  tracker: LockedTracker
}

/** The state of a tracker after the batch, and the place of its last event in the batch. */
export type NextState = { tracker: LockedTracker; last: number }
