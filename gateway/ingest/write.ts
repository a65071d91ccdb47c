import { type Kysely, sql } from 'kysely'
import { RecordArray } from '#db/records.ts'
import type { Database } from '#db/tables/index.ts'
import { isBroken, type Verdict } from '../engine/rules/index.ts'
import { judgedAt } from '../engine/rules/order.ts'
import type { Entry } from './entry.ts'
import type { TrackerState } from './states.ts'

/**
 * Writes a batch's events and the resulting states in one statement, atomic by itself. A state is attached to its
 * tracker's last event, since a join of two unnested arrays would be a nested loop.
 *
 * @returns the version (`xmin`) of the written states
 * @throws an error of class 40 if a state has changed since it was read; nothing is written then
 */
export async function writeEvents(db: Kysely<Database>, events: JudgedEvent[]): Promise<number> {
  const reports = new RecordArray(FIELDS, events.length)
  let states = 0
  for (const event of events) {
    addRecord(reports, event)
    if (event.is_last) states++
  }
  const is_late = events.some(({ verdict }) => verdict.late)
  // Two names: each is a prepared statement of one text.
  const { rows } = await sql<{ version: string }>`${sql.raw(is_late ? '/* write_late_events */' : '/* write_events */')}
    with stored as (
      insert into tracker_event (${eventColumns})
      select ${eventColumns} from unnest(${reports.bytes()}::judged_report[])
    ), forwarded as (
      insert into report_forward_item (report_forward_id, organisation_id, tracker_id, event_id, fix_at)
      select f.id, e.organisation_id, e.tracker_id, e.id, e.fix_at
      from ${sameReports} e join report_forward f on f.organisation_id = e.organisation_id and f.active
      -- What another platform has forwarded here ends here, or two of them would send it to and fro.
      where not coalesce(jsonb_exists(e.attributes, 'io_forwarded'), false)
        and not (e.event = 'drill' and exists (select from tracker t
          where t.organisation_id = e.organisation_id and t.id = e.tracker_id and t.drill))
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
        event_boundary_id = e.boundary_id, attributes = e.attributes, supply = ${supply}
      from ${sameReports} e
      where s.organisation_id = e.organisation_id and s.tracker_id = e.tracker_id and s.xmin = e.version
      returning 1
    )${is_late ? dirtied : sql``}
    select case when (select count(*) from moved) = ${states}
      then pg_current_xact_id()::xid::text else raise_conflict() end as version`.execute(db)
  return Number(rows[0]!.version)
}

/**
 * Names that are missing in the report keep what was said before. Many devices report the voltage of their supply alone:
 * it is gone below 3 V, since USB has 5.
 */
const supply = sql.raw(`case when e.attributes ?| array['battery', 'charging', 'external_power', 'power_volts']
  then coalesce(s.supply, '{}') || jsonb_strip_nulls(jsonb_build_object('battery', e.attributes -> 'battery',
    'charging', e.attributes -> 'charging', 'external_power', coalesce(e.attributes -> 'external_power',
      case when jsonb_typeof(e.attributes -> 'power_volts') = 'number'
      then to_jsonb((e.attributes ->> 'power_volts')::float8 >= 3) end)))
  else s.supply end`)

/** The statement's first parameter again: a second one would send the bytes twice. */
const sameReports = sql.raw('unnest($1::judged_report[])')

/**
 * Late reports change trips that were found already: these are found again (`gateway/movement`). The row is locked after
 * the tracker's state, as by the removal of a tracker.
 */
const dirtied = sql`, dirtied as (
      insert into movement_checkpoint as c (organisation_id, tracker_id, dirty_from, dirty_until)
      select e.organisation_id, e.tracker_id, min(least(e.fix_at, e.received)), max(least(e.fix_at, e.received)) from ${sameReports} e
      where e.late group by e.organisation_id, e.tracker_id order by e.organisation_id, e.tracker_id
      on conflict (organisation_id, tracker_id) do update set dirty_from = least(c.dirty_from, excluded.dirty_from),
        dirty_until = greatest(c.dirty_until, excluded.dirty_until)
    )`

const eventColumns =
  sql.raw(`id, organisation_id, tracker_id, fix_at, received, event, alarm, valid, position, altitude,
        heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest`)

/** A `judged_report`: the columns of the event, then the tracker's state, which is null except for its last event. */
function addRecord(
  records: RecordArray,
  { entry, verdict, event_id, boundary_id, is_last, tracker }: JudgedEvent,
): void {
  const { report } = entry
  records.begin()
  records.bigint(event_id)
  records.bigint(entry.organisation_id)
  records.bigint(entry.tracker_id)
  records.timestamp(entry.fix_at)
  records.timestamp(entry.received)
  records.text(report.event)
  records.text(report.alarm)
  records.boolean(report.valid)
  records.point(report.lon, report.lat)
  records.real(report.altitude)
  records.real(report.heading)
  records.real(report.speed)
  records.real(report.accuracy)
  records.boolean(verdict.outside_boundary)
  records.boolean(verdict.repeated)
  records.boolean(verdict.late)
  records.bigint(boundary_id)
  records.jsonb(report.attributes)
  records.bigint(entry.digest)
  const { state, version, latest_fix_at, leaving_alert_id, alarm_alert_id } = tracker
  records.xid(is_last ? version : null)
  records.timestamp(is_last ? judgedAt(entry) : null)
  records.timestamp(is_last ? latest_fix_at : null)
  records.boolean(is_last ? isBroken(state) : null)
  records.timestamp(is_last ? state.outside_since : null)
  records.integer(is_last ? state.outside_count : null)
  records.bigint(is_last ? state.boundary_id : null)
  records.bigint(is_last ? leaving_alert_id : null)
  records.bigint(is_last ? alarm_alert_id : null)
}

/** The columns of `judged_report`. */
const FIELDS = 28

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
