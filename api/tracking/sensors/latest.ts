import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { calibrate, medianOf, numberOf, stateOf } from '#db/sensors/calibrate.ts'
import { sensorsOf } from '#db/sensors/of_tracker.ts'
import { type Part, partsOf, sumOf } from '#db/sensors/reader.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { Sensor } from '#db/tables/tracking/sensors/sensor.ts'
import { defineAction } from '../../crud/action.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsTracker } from '../access/scopes.ts'

const { name, unit, path, sum_of, states, fuel_step } = Sensor.columns

const Reading = Type.Object({
  sensor_id: Id,
  name,
  unit,
  path,
  sum_of,
  states,
  fuel_step,
  /** Whether it is the tracker's own, of a group that it is in, or of the organisation. */
  of: Type.Unsafe<'tracker' | 'group' | 'organisation'>(Type.String({ enum: ['tracker', 'group', 'organisation'] })),
  /** The calibrated value; null where none of the last reports has the attribute. */
  value: Nullable(Type.Number()),
  /** What the value is called, where the sensor has a word for it. */
  state: Nullable(Type.String()),
  /** When it was reported. */
  at: Nullable(Timestamp),
})

/** The last values of the sensors of a tracker. */
export const readLatestSensors = defineAction({
  method: 'GET',
  path: 'sensor/latest',
  tags: ['sensors'],
  summary: 'Read the last values of the sensors of a tracker',
  description:
    'Those of the tracker, of its groups and of the organisation: of several with one name the nearest. Values are ' +
    'looked for in the last thousand reports that are not in files yet, and in the very last.',
  query: Type.Object({ tracker_id: Id }, { additionalProperties: false }),
  answer: Type.Array(Reading),
  async run({ context: { db }, viewer, query: { tracker_id } }) {
    const { organisation_id, sensors } = await readSensors(db, viewer, tracker_id)
    if (sensors.length === 0) return []
    const raws = await readLast(db, { organisation_id, tracker_id, sensors })
    return sensors.map((sensor) => readingOf(sensor, raws))
  },
})

/**
 * The sensors that apply to a tracker, in their order.
 *
 * @throws {AppError} not_found where the viewer does not see the tracker
 */
export async function readSensors(db: Db, viewer: Viewer, tracker_id: number, which?: RawBuilder<unknown>) {
  const { rows } = await sql<{ organisation_id: number; sensors: TrackerSensor[] }>`
    select t.organisation_id, coalesce((select json_agg(s order by s.sort_order, lower(s.name), s.id)
      from ${sensorsOf('t', which)} s), '[]'::json) as sensors
    from tracker t where t.id = ${tracker_id} and ${readsTracker(viewer, 't')}`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  return { organisation_id: Number(rows[0].organisation_id), sensors: rows[0].sensors }
}

function readingOf(sensor: TrackerSensor, reported: Map<string, Reported[]>) {
  const { id: sensor_id, name, unit, path, sum_of, states, fuel_step } = sensor
  const of = sensor.tracker_id ? ('tracker' as const) : sensor.group_id ? ('group' as const) : ('organisation' as const)
  const parts = partsOf(sensor).map((part, i) => part && measuredBy(part, reported.get(`${sensor_id} ${i}`) ?? []))
  const value = sumOf(parts)
  const at = value === null ? null : reported.get(`${sensor_id} 0`)![0]!.at
  const state = value === null ? null : stateOf(value, states)
  return { sensor_id, name, unit, path, sum_of, states, fuel_step, of, value, state, at }
}

function measuredBy(part: Part, reported: Reported[]): number | null {
  const values = reported.flatMap(({ raw }) => {
    const number = numberOf(raw)
    return number === null ? [] : [calibrate(number, part)]
  })
  return values.length > 0 ? medianOf(values) : null
}

/**
 * The reported values of each part of a sensor, the latest first: as many as it takes the median of. Those of a sum are
 * of reports that have all of them.
 */
async function readLast(db: Db, { organisation_id, tracker_id, sensors }: Request): Promise<Map<string, Reported[]>> {
  const asked = sensors.flatMap((sensor) => {
    const parts = partsOf(sensor)
    const paths = parts.length > 1 ? parts.map((part) => part?.path ?? '') : []
    return parts.flatMap((part, i) =>
      part ? [{ key: `${sensor.id} ${i}`, path: part.path, median_of: part.median_of, paths }] : [],
    )
  })
  const { rows } = await sql<{ key: string } & Reported>`
    with recent as materialized (${recentReports(organisation_id, tracker_id, 1000)})
    select q.key, r.at, r.raw
    from json_to_recordset(${JSON.stringify(asked)}::json) as q (key text, path text, median_of int, paths json)
    cross join lateral (
      select ${isoTime('recent.fix_at')} as at, ${attributeIn('recent', 'q.path')} as raw from recent
      where jsonb_typeof(${attributeIn('recent', 'q.path')}) in ('number', 'boolean', 'string')
        and not exists (select from json_array_elements_text(q.paths) o (path)
          where coalesce(jsonb_typeof(${attributeIn('recent', 'o.path')}), '') not in ('number', 'boolean', 'string'))
      order by recent.fix_at desc limit q.median_of) r
    order by q.key, r.at desc`.execute(db)
  const found = new Map<string, Reported[]>()
  for (const { key, ...reported } of rows) found.set(key, [...(found.get(key) ?? []), reported])
  return found
}

/** The last reports of a tracker with attributes, and its very last, which may be in a file by now. */
export const recentReports = (organisation_id: number, tracker_id: number, most: number) => sql`
  (select e.fix_at, e.attributes from tracker_event e
    where e.organisation_id = ${organisation_id} and e.tracker_id = ${tracker_id} and e.attributes is not null
    order by e.fix_at desc limit ${most})
  union
  select s.fix_at, s.attributes from tracker_state s
    where s.organisation_id = ${organisation_id} and s.tracker_id = ${tracker_id} and s.attributes is not null
      and s.fix_at is not null`

/** As `attributeAt`. */
const attributeIn = (table: string, path: string) => {
  const attributes = sql.ref(`${table}.attributes`)
  return sql`coalesce(${attributes} -> ${sql.ref(path)}, ${attributes} #> string_to_array(${sql.ref(path)}, '.'))`
}

export const isoTime = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export type TrackerSensor = RowOf<typeof Sensor> & { parts: (RowOf<typeof Sensor> | null)[] | null }
type Reported = { at: string; raw: unknown }
type Request = { organisation_id: number; tracker_id: number; sensors: TrackerSensor[] }
