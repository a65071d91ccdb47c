import { type RawBuilder, sql } from 'kysely'
import { type Calibration, calibrate, numberOf, type States } from '#db/sensors/calibrate.ts'
import { sensorsOf } from '#db/sensors/of_tracker.ts'
import type { SensorLimits, SensorState } from '../engine/sensor.ts'

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
      'last', case when a.median_of > 1 then (
        select json_agg(coalesce(e.attributes -> a.path, e.attributes #> string_to_array(a.path, '.')) order by e.fix_at)
        from (select v.fix_at, v.attributes from tracker_event v
          where v.organisation_id = t.organisation_id and v.tracker_id = t.id and v.attributes is not null
          order by v.fix_at desc limit 60) e) end))
    from ${sensorsOf('t')} a
    left join tracker_sensor s on s.organisation_id = a.organisation_id and s.tracker_id = t.id and s.sensor_id = a.id
    where num_nonnulls(a.low, a.high) > 0 or s.alert_id is not null) end`

export function sensorFrom({ outside_since, alert_id, last, ...settings }: SensorRow): TrackedSensor {
  const numbers = (last ?? []).map(numberOf).filter((value) => value !== null)
  const recent = numbers.slice(-settings.median_of).map((value) => calibrate(value, settings))
  return { settings, state: { outside_since, raised: alert_id !== null }, alert_id, recent }
}

export type SensorSettings = Calibration &
  SensorLimits & { id: number; name: string; path: string; unit: string; median_of: number; states: States | null }
export type SensorRow = SensorSettings & {
  outside_since: number | null
  alert_id: number | null
  last: unknown[] | null
}
export type TrackedSensor = {
  settings: SensorSettings
  state: SensorState
  alert_id: number | null
  /** The last values, of one that is smoothed. */
  recent: number[]
}
