import { type RawBuilder, sql } from 'kysely'
import type { Schedule } from '#db/tables/tracking/schedule.ts'
import { type Before, type Guard, isAtRest } from '../engine/guard.ts'

/** The guard of a tracker and its last place, of rows of `tracker_state` as `s`; null of one that was never guarded. */
export const guardColumn: RawBuilder<GuardRow | null> = sql`(
  select json_build_object('on_ignition', g.on_ignition, 'schedule', g.schedule, 'alert_id', g.alert_id,
    'armed_at', ${millisecondsOf('g.armed_at')}, 'armed_by', g.armed_by, 'lon', st_x(g.position),
    'lat', st_y(g.position), 'radius_m', g.radius_m, 'ignition', g.ignition, 'in_hours', g.in_hours,
    'outside', g.outside, 'count', g.changing_count, 'since', ${millisecondsOf('g.changing_since')},
    'last', case when s.position is not null then json_build_object('lon', st_x(s.position), 'lat', st_y(s.position),
      'accuracy', s.accuracy, 'speed', s.speed, 'ignition', s.attributes -> 'ignition') end)
  from tracker_guard g where g.organisation_id = s.organisation_id and g.tracker_id = s.tracker_id)`

function millisecondsOf(column: string) {
  return sql`round(date_part('epoch', ${sql.ref(column)}) * 1e6) / 1000`
}

export function guardFrom({
  on_ignition,
  schedule,
  alert_id,
  lon,
  lat,
  radius_m,
  last,
  ...state
}: GuardRow): TrackedGuard {
  const circle = lon === null || lat === null || radius_m === null ? null : { lon, lat, radius_m }
  return {
    on_ignition,
    schedule,
    alert_id,
    state: { ...state, circle },
    last: last && { lon: last.lon, lat: last.lat, accuracy: last.accuracy, at_rest: isAtRest(last) },
  }
}

type Settings = { on_ignition: boolean; schedule: Schedule | null; alert_id: number | null }
export type TrackedGuard = Settings & { state: Guard; last: Before | null }
export type GuardRow = Settings &
  Omit<Guard, 'circle'> & { lon: number | null; lat: number | null; radius_m: number | null } & {
    last: { lon: number; lat: number; accuracy: number | null; speed: number | null; ignition: boolean | null } | null
  }
