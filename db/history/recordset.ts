import { type RawBuilder, sql } from 'kysely'
import { fromMicros } from './hot_rows.ts'
import type { StoredEvent } from './read.ts'

/**
 * Events of files as rows of `tracker_event`, with its columns in its order and exactly its values: for `union all` with
 * the table.
 *
 * @example
 * sql`select * from tracker_event union all ${archivedRows(events)}`
 */
export function archivedRows(events: StoredEvent[]): RawBuilder<unknown> {
  return sql`select a.id, a.organisation_id, a.tracker_id, ${fromMicros(sql.ref('a.fix_at'))} as fix_at, ${fromMicros(sql.ref('a.received'))} as received,
      a.event, a.alarm, a.valid,
      case when a.longitude is not null then st_setsrid(st_makepoint(a.longitude, a.latitude), 4326) end::geometry(Point, 4326)
        as position,
      a.altitude, a.heading, a.speed, a.accuracy, a.outside_boundary, a.repeated, a.late, a.boundary_id,
      a.attributes::jsonb as attributes, a.digest
    from json_to_recordset(${JSON.stringify(events, exactly)}::json) as a (id bigint, organisation_id bigint,
      tracker_id bigint, fix_at bigint, received bigint, event text, alarm text, valid boolean, longitude float8,
      latitude float8, altitude real, heading real, speed real, accuracy real, outside_boundary boolean,
      repeated boolean, late boolean, boundary_id bigint, attributes text, digest bigint)`
}

/** JSON has no infinity and writes -0 as 0; PostgreSQL reads both from texts. */
function exactly(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? value : String(value)
}
