import { type RawBuilder, sql } from 'kysely'
import { calibrate, numberOf, type States } from '#db/sensors/calibrate.ts'
import { sensorsOf } from '#db/sensors/of_tracker.ts'
import { type Part, partsOf, type Readable } from '#db/sensors/reader.ts'
import type { SensorLimits, SensorState } from '../engine/sensor.ts'

/** What was reported last at a path, where a sensor is smoothed. */
const lastAt = (path: RawBuilder<unknown>, median_of: RawBuilder<unknown>) => sql`case when ${median_of} > 1 then (
  select json_agg(coalesce(e.attributes -> ${path}, e.attributes #> string_to_array(${path}, '.')) order by e.fix_at)
  from (select v.fix_at, v.attributes from tracker_event v
    where v.organisation_id = t.organisation_id and v.tracker_id = t.id and v.attributes is not null
    order by v.fix_at desc limit 60) e) end`

/**
 * The sensors with limits that apply to a tracker, with their states and, where they are smoothed, what was reported last;
 * of rows of `tracker` as `t`. Null where its organisation has none, which costs one look at an index.
 */
export const sensorsColumn: RawBuilder<SensorRow[] | null> = sql`case when exists (
    select from sensor l where l.organisation_id = t.organisation_id and num_nonnulls(l.low, l.high) > 0)
  then (select json_agg(json_build_object('id', a.id, 'name', a.name, 'path', a.path, 'unit', a.unit,
      'factor', a.factor, 'value_offset', a.value_offset, 'points', a.points, 'median_of', a.median_of,
      'states', a.states, 'low', a.low, 'high', a.high, 'hold_s', a.hold_s, 'hysteresis', a.hysteresis,
      'outside_since', round(date_part('epoch', s.outside_since) * 1e6) / 1000, 'alert_id', s.alert_id,
      'last', ${lastAt(sql`a.path`, sql`a.median_of`)},
      'parts', (select json_agg(json_build_object('part', p.part,
          'last', ${lastAt(sql`(p.part ->> 'path')`, sql`(p.part ->> 'median_of')::int`)}) order by p.i)
        from json_array_elements(a.parts) with ordinality p (part, i))))
    from ${sensorsOf('t')} a
    left join tracker_sensor s on s.organisation_id = a.organisation_id and s.tracker_id = t.id and s.sensor_id = a.id
    where num_nonnulls(a.low, a.high) > 0 or s.alert_id is not null) end`

export function sensorFrom({ outside_since, alert_id, last, parts, ...rest }: SensorRow): TrackedSensor {
  const settings = { ...rest, parts: parts?.map(({ part }) => part) ?? null }
  const lasts = parts?.map(({ last }) => last) ?? [last]
  const recent = partsOf<Part>(settings).map((part, i) => (part ? recentOf(part, lasts[i] ?? []) : []))
  return { settings, state: { outside_since, raised: alert_id !== null }, alert_id, recent }
}

function recentOf(part: Part, last: unknown[]): number[] {
  const numbers = last.map(numberOf).filter((value) => value !== null)
  return numbers.slice(-part.median_of).map((value) => calibrate(value, part))
}

export type SensorSettings = Readable & SensorLimits & { id: number; name: string; unit: string; states: States | null }
export type SensorRow = Omit<SensorSettings, 'parts'> & {
  outside_since: number | null
  alert_id: number | null
  last: unknown[] | null
  parts: { part: Part | null; last: unknown[] | null }[] | null
}
export type TrackedSensor = {
  settings: SensorSettings
  state: SensorState
  alert_id: number | null
  /** The last values of each part, as many as it is smoothed over; one that is no sum is its own part. */
  recent: number[][]
}
