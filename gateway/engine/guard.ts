import { distance } from '#messages/geography/distance.ts'

/**
 * Judges one report of a tracker that is guarded where it is parked. Two fixes in a row whose whole accuracy lies beyond
 * the circle raise one alert; two within it end it. A fix that may be on either side changes nothing.
 *
 * @param before the last place that was known before this report
 * @returns the same state where nothing has changed
 */
export function judgeGuard(guard: Guard, report: GuardedReport, { on_ignition, before }: How): GuardVerdict {
  const ignition = report.ignition ?? guard.ignition
  const disarmed = disarm({ ...guard, ignition }, report, on_ignition)
  const armed = arm(disarmed, report, {
    went_off: guard.ignition !== false && ignition === false && on_ignition,
    before,
  })
  const { next, alert } = report.at < (armed.armed_at ?? 0) ? { next: armed, alert: null } : follow(armed, report)
  return { guard: isSame(next, guard) ? guard : next, alert }
}

/** A circle about a place, wide enough for the accuracy that it is known with. */
export const circleAbout = ({ lon, lat, accuracy }: Place): Circle => ({
  lon,
  lat,
  radius_m: Math.max(LEAST_RADIUS_M, 2 * capped(accuracy)),
})

/** Whether a tracker is at rest, as far as it says. */
export const isAtRest = ({ ignition, speed }: Pick<GuardedReport, 'ignition' | 'speed'>): boolean =>
  ignition !== true && (speed ?? 0) < MOVING

/** What has left its circle stays armed until it is back, or a person disarms it. */
function disarm(guard: Guard, { ignition, in_hours }: GuardedReport, on_ignition: boolean): Guard {
  const kept = in_hours ? guard : { ...guard, in_hours: false }
  if (guard.outside) return kept
  if (guard.armed_by === 'ignition' && ignition === true) return { ...kept, ...unarmed }
  if (guard.armed_by !== 'schedule' || in_hours) return kept
  return on_ignition && guard.ignition === false ? { ...kept, armed_by: 'ignition' } : { ...kept, ...unarmed }
}

/** Hours that begin while it is under way arm it as soon as it rests; one that rested before is guarded where it was. */
function arm(guard: Guard, report: GuardedReport, { went_off, before }: Arming): Guard {
  const began = report.in_hours && !guard.in_hours
  if (guard.armed_at !== null) {
    if (!began) return guard
    return { ...guard, in_hours: true, armed_by: guard.armed_by === 'ignition' ? 'schedule' : guard.armed_by }
  }
  const here = placeOf(report) ?? (before?.at_rest ? before : null)
  if (began && before?.at_rest) return armedAt(before, report, { in_hours: true, by: 'schedule' }, guard)
  if (began && isAtRest({ ...report, ignition: guard.ignition })) {
    return armedAt(here, report, { in_hours: true, by: 'schedule' }, guard)
  }
  return went_off ? armedAt(here, report, { in_hours: guard.in_hours, by: 'ignition' }, guard) : guard
}

const armedAt = (place: Place | null, { at }: GuardedReport, { in_hours, by }: By, guard: Guard): Guard => ({
  ...guard,
  ...atPeace,
  armed_at: at,
  armed_by: by,
  in_hours,
  circle: place && circleAbout(place),
})

function follow(guard: Guard, report: GuardedReport): { next: Guard; alert: GuardVerdict['alert'] } {
  const place = placeOf(report)
  if (guard.armed_at === null || !place) return { next: guard, alert: null }
  // One that was armed before its first fix.
  if (!guard.circle) return { next: { ...guard, circle: circleAbout(place) }, alert: null }
  const side = sideOf(guard.circle, place)
  if (side === null) return { next: guard, alert: null }
  if ((side === 'outside') === guard.outside) return { next: { ...guard, count: 0, since: null }, alert: null }
  const count = guard.count + 1
  const since = guard.since ?? report.at
  if (count < CONFIRMATIONS) return { next: { ...guard, count, since }, alert: null }
  return side === 'outside'
    ? { next: { ...guard, outside: true, count: 0, since }, alert: 'raise' }
    : { next: { ...guard, ...atPeace }, alert: 'end' }
}

function sideOf(circle: Circle, place: Place): 'inside' | 'outside' | null {
  const from_centre = distance(circle, place)
  if (from_centre <= circle.radius_m) return 'inside'
  return from_centre - capped(place.accuracy) > circle.radius_m ? 'outside' : null
}

const placeOf = ({ lon, lat, accuracy }: GuardedReport): Place | null =>
  lon === null || lat === null ? null : { lon, lat, accuracy }

const atPeace = { outside: false, count: 0, since: null }
const unarmed = { ...atPeace, armed_at: null, armed_by: null, circle: null }

const isSame = ({ circle, ...a }: Guard, { circle: other, ...b }: Guard) =>
  circle === other && (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key])

/** A device that claims an accuracy of 1000 km would be guarded nowhere. */
const capped = (accuracy: number | null) => Math.min(accuracy ?? 0, 10_000)

const LEAST_RADIUS_M = 75
/** Fixes in a row. */
const CONFIRMATIONS = 2
/** Metres per second: what a receiver at rest claims is less. */
const MOVING = 2

export type Place = { lon: number; lat: number; accuracy: number | null }
type Circle = { lon: number; lat: number; radius_m: number }
/** Times are milliseconds since 1970. */
export type Guard = {
  armed_at: number | null
  armed_by: 'person' | 'ignition' | 'schedule' | null
  /** Null until the first fix. */
  circle: Circle | null
  ignition: boolean | null
  /** Whether the present hours have armed it, or it was disarmed in them. */
  in_hours: boolean
  /** Whether it has left the circle. */
  outside: boolean
  /** Fixes in a row on the other side of the circle, and since when. */
  count: number
  since: number | null
}
/** Without a valid fix there is no position. */
export type GuardedReport = {
  at: number
  lon: number | null
  lat: number | null
  accuracy: number | null
  speed: number | null
  ignition: boolean | null
  /** Whether its hours are at this time. */
  in_hours: boolean
}
export type GuardVerdict = { guard: Guard; alert: 'raise' | 'end' | null }
export type Before = Place & { at_rest: boolean }
type How = { on_ignition: boolean; before: Before | null }
type Arming = { went_off: boolean; before: Before | null }
type By = { in_hours: boolean; by: 'ignition' | 'schedule' }
