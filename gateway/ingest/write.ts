import { type Kysely, sql } from 'kysely'
import { doubles, integers, texts } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import { isBroken, type Verdict } from '../engine/rules/index.ts'
import { judgedAt } from '../engine/rules/order.ts'
import type { Entry } from './entry.ts'
import type { TrackerState } from './states.ts'

/**
 * Writes a batch's events and the resulting states in one statement, atomic by itself. A state is attached to its
 * tracker's last event, since a join of two unnested arrays would be a nested loop. All numbers are packed into one
 * array, read by index: each array to unnest costs as much as a column.
 *
 * @returns the version (`xmin`) of the written states
 * @throws an error of class 40 if a state has changed since it was read; nothing is written then
 */
export async function writeEvents(db: Kysely<Database>, events: JudgedEvent[]): Promise<number> {
  const numbers: number[] = []
  for (const event of events) addNumbers(numbers, event)
  const reports = events.map((e) => e.entry.report)
  const { rows } = await sql<{ version: string }>`/* write_events */
    with e as materialized (
      select ${columns}
      from (
        select ${doubles(numbers)}::float8[] as n, (u.i - 1) * ${sql.raw(String(WIDTH))} as at,
          u.flags, u.event, u.alarm, u.attributes
        from unnest(
          ${integers(events.map(flagsOf))}::integer[],
          ${texts(reports.map((r) => r.event))}::text[],
          ${texts(reports.map((r) => r.alarm))}::text[],
          ${texts(reports.map((r) => (r.attributes ? JSON.stringify(r.attributes) : null)))}::text[]
        ) with ordinality as u (flags, event, alarm, attributes, i)
      ) packed
    ), stored as (
      insert into tracker_event (id, organisation_id, tracker_id, fix_at, received, event, alarm, valid, position, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest)
      select id, organisation_id, tracker_id, fix_at, received, event, alarm, valid, position, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest
      from e
    ), forwarded as (
      insert into report_forward_item (report_forward_id, organisation_id, tracker_id, event_id, fix_at)
      select f.id, e.organisation_id, e.tracker_id, e.id, e.fix_at
      from e join report_forward f on f.organisation_id = e.organisation_id and f.active
      -- What another platform has forwarded here ends here, or two of them would send it to and fro.
      where not coalesce(jsonb_exists(e.attributes, 'io_forwarded'), false)
      order by e.id
    ), moved as (
      update tracker_state s set
        judged_at = e.judged_at, latest_fix_at = e.latest_fix_at,
        outside = e.outside, outside_since = e.outside_since, outside_count = e.outside_count,
        boundary_id = e.last_boundary_id, leaving_alert_id = e.leaving_alert_id,
        alarm = e.alarm, alarm_alert_id = e.alarm_alert_id,
        event_id = e.id, fix_at = e.fix_at, received = e.received, event = e.event, valid = e.valid,
        position = coalesce(e.position, s.position), altitude = e.altitude, heading = e.heading, speed = e.speed,
        accuracy = e.accuracy, outside_boundary = e.outside_boundary, repeated = e.repeated,
        event_boundary_id = e.boundary_id, attributes = e.attributes
      from e
      where e.is_last and s.organisation_id = e.organisation_id and s.tracker_id = e.tracker_id
        and s.xmin = e.version
      returning 1
    )
    select case when (select count(*) from moved) = ${events.filter((e) => e.is_last).length}
      then pg_current_xact_id()::xid::text else raise_conflict() end as version`.execute(db)
  return Number(rows[0]!.version)
}

/** The packed columns in order, with their types. NaN stands for null. */
const fields = {
  id: 'bigint',
  organisation_id: 'bigint',
  tracker_id: 'bigint',
  fix_at: 'time',
  received: 'time',
  altitude: 'real',
  heading: 'real',
  speed: 'real',
  accuracy: 'real',
  boundary_id: 'bigint',
  digest: 'bigint',
  judged_at: 'time',
  latest_fix_at: 'time',
  outside_since: 'time',
  outside_count: 'integer',
  last_boundary_id: 'bigint',
  leaving_alert_id: 'bigint',
  alarm_alert_id: 'bigint',
  version: 'xid',
  lon: 'place',
  lat: 'place',
} as const

const names = Object.keys(fields) as (keyof typeof fields)[]
const WIDTH = names.length
const flags = {
  valid: 1,
  judged: 2,
  outside_boundary: 4,
  repeated: 8,
  late: 16,
  is_last: 32,
  bounded: 64,
  outside: 128,
}

function addNumbers(numbers: number[], { entry, event_id, boundary_id, is_last, tracker }: JudgedEvent): void {
  const { report } = entry
  const { state } = tracker
  numbers.push(
    event_id,
    entry.organisation_id,
    entry.tracker_id,
    entry.fix_at / 1000,
    entry.received / 1000,
    report.altitude ?? NaN,
    report.heading ?? NaN,
    report.speed ?? NaN,
    report.accuracy ?? NaN,
    boundary_id ?? NaN,
    entry.digest,
    judgedAt(entry) / 1000,
    is_last && tracker.latest_fix_at !== null ? tracker.latest_fix_at / 1000 : NaN,
    is_last && state.outside_since !== null ? state.outside_since / 1000 : NaN,
    is_last ? state.outside_count : 0,
    (is_last ? state.boundary_id : null) ?? NaN,
    (is_last ? tracker.leaving_alert_id : null) ?? NaN,
    (is_last ? tracker.alarm_alert_id : null) ?? NaN,
    tracker.version,
    report.lon ?? NaN,
    report.lat ?? NaN,
  )
}

function flagsOf({ entry, verdict, is_last, tracker: { state } }: JudgedEvent): number {
  const broken = isBroken(state)
  return (
    (entry.report.valid ? flags.valid : 0) |
    (verdict.outside_boundary === null ? 0 : flags.judged) |
    (verdict.outside_boundary ? flags.outside_boundary : 0) |
    (verdict.repeated ? flags.repeated : 0) |
    (verdict.late ? flags.late : 0) |
    (is_last ? flags.is_last : 0) |
    (broken === null ? 0 : flags.bounded) |
    (broken ? flags.outside : 0)
  )
}

const columns = sql.raw(
  [
    ...names.filter((name) => fields[name] !== 'place').map((name) => `${unpack(name)} as ${name}`),
    `case when ${at('lon')} <> 'NaN' then st_setsrid(st_makepoint(${at('lon')}, ${at('lat')}), 4326) end as position`,
    'event, alarm, attributes::jsonb as attributes',
    ...(['valid', 'repeated', 'late', 'is_last'] as const).map((name) => `${flag(name)} as ${name}`),
    `case when ${flag('judged')} then ${flag('outside_boundary')} end as outside_boundary`,
    `case when ${flag('bounded')} then ${flag('outside')} end as outside`,
  ].join(', '),
)

function unpack(name: keyof typeof fields): string {
  const type = fields[name]
  const value = `nullif(${at(name)}, 'NaN')`
  if (type === 'time') return `to_timestamp(${value})`
  // There is a cast to xid from text only.
  if (type === 'xid') return `(${at(name)}::bigint)::text::xid`
  return `${value}::${type}`
}

function at(name: keyof typeof fields): string {
  return `n[at + ${names.indexOf(name) + 1}]`
}

function flag(name: keyof typeof flags): string {
  return `flags & ${flags[name]} <> 0`
}

export type JudgedEvent = {
  entry: Entry
  verdict: Verdict
  event_id: number
  boundary_id: number | null
  /** After the whole batch. */
  tracker: TrackerState
  /** Whether it is the tracker's last event in the batch that is not late: its state shows this one. */
  is_last: boolean
}
