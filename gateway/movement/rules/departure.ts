import type { Point } from './fix.ts'
import type { Profile } from './profile.ts'
import { metresFrom, radiusOf } from './rest.ts'
import type { Rest, Trip } from './state.ts'

/**
 * Rule 3: whether a fix is at the rest, has left it, or waits for the next one.
 *
 * @param engine_on the ignition is known to be on
 */
export function judgeDeparture(rest: Rest, point: Point, engine_on: boolean, profile: Profile): Departure {
  const away = metresFrom(rest, point)
  const radius = radiusOf(rest, profile)
  if (engine_on && (point.speed ?? 0) >= profile.departure_speed && away > radius / 2) return 'driven'
  if (away > 3 * radius) return 'left'
  if (away <= radius) return 'within'
  return rest.beyond ? 'left' : 'beyond'
}

/** What never was this far from its rest is drift, not a trip. */
export const isFar = (rest: Rest, { candidate }: Pick<Trip, 'candidate'>, profile: Profile): boolean =>
  metresFrom(rest, candidate.began) > Math.max(profile.trip_min_m, 2 * radiusOf(rest, profile))

/** When the engine was started, if that was shortly before the wheels turned. */
export function engineOnAt(began_at: number, engine_on_since: number | null): number | null {
  if (engine_on_since === null) return null
  const before = began_at - engine_on_since
  return before >= 0 && before <= ENGINE_BEFORE_MS ? engine_on_since : null
}

const ENGINE_BEFORE_MS = 10 * 60_000

export type Departure = 'within' | 'beyond' | 'left' | 'driven'
