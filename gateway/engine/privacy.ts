import { distance } from '#messages/geography/distance.ts'
import type { Attributes, Report } from '../protocols/report.ts'

/**
 * Whether a tracker keeps its places to itself at a time: outside of its working hours, or while a person has switched
 * it on. Of times before those that are remembered the former is not known, so they are private.
 *
 * @param in_hours whether its working hours are at this time; null of a tracker without any
 */
export function isPrivateAt({ times, since }: PrivateTimes, at: number, in_hours: boolean | null): boolean {
  if (in_hours === false) return true
  if (since !== null && at < since) return true
  return times.some(([from, until]) => from <= at && at < until)
}

/** Who presses for help wants to be found. */
export const isSos = ({ alarm }: Report): boolean => alarm === 'sos'

/**
 * A report without what says where it was sent: no position, nothing that was measured on the way, such as its speed or
 * the odometer, of which a way can be derived, and no attribute of which that is not known.
 */
export function withhold(report: Report): Report {
  const kept: Attributes = {}
  for (const [name, value] of Object.entries(report.attributes ?? {})) {
    if (PLACELESS.test(name) && (typeof value === 'number' || typeof value === 'boolean')) kept[name] = value
  }
  return {
    ...report,
    ...nowhere,
    event: PRIVATE_EVENT,
    alarm: report.alarm !== null && PLACELESS_ALARMS.has(report.alarm) ? report.alarm : null,
    attributes: { ...kept, private: true },
  }
}

/**
 * Adds what was driven to the distance of a private time, which is all that is known of it afterwards.
 *
 * @returns the metres of a private time that this fix ends
 */
export function followPrivate(driven: Driven, fix: PrivateFix, is_private: boolean): FollowedPrivate {
  if (fix.lon === null || fix.lat === null) return { driven, returned_m: null }
  const here = { lon: fix.lon, lat: fix.lat, at: fix.at }
  const since = driven.since ?? (is_private ? fix.at : null)
  if (since === null) return { driven: { ...driven, last: here }, returned_m: null }
  const leg_m = driven.last ? legOf(driven.last, here, fix.accuracy) : null
  const metres = driven.metres + (leg_m ?? 0)
  // A leg that is too short to tell from noise begins where the one before ended.
  const last = driven.last && leg_m === 0 ? driven.last : here
  if (is_private) return { driven: { metres, since, last }, returned_m: null }
  return { driven: { metres: 0, since: null, last: here }, returned_m: Math.round(metres) }
}

/** @returns null of a leg that cannot have been driven */
function legOf(from: Place, to: Place, accuracy: number | null): number | null {
  const leg_m = distance(from, to)
  if (leg_m < Math.max(NOISE_M, Math.min(accuracy ?? 0, MOST_NOISE_M))) return 0
  return leg_m > FASTEST * Math.max(1, (to.at - from.at) / 1000) ? null : leg_m
}

const nowhere = { valid: false, lon: null, lat: null, altitude: null, heading: null, speed: null, accuracy: null }

/** The kind of event that is stored of a private time. */
export const PRIVATE_EVENT = 'private'
/** The attributes that say nothing of a place or a way. */
const PLACELESS =
  /^(battery_volts|charging|power_volts|external_power|((ble_)?(battery|temperature|humidity))(_\d{1,3})?)$/
const PLACELESS_ALARMS = new Set(['low_battery', 'low_power', 'power_cut', 'tamper', 'temperature'])
/** Metres: what the places of a tracker at rest differ by. */
const NOISE_M = 50
const MOST_NOISE_M = 500
/** Metres per second. */
const FASTEST = 120

type Place = { lon: number; lat: number; at: number }
/** Times are milliseconds since 1970. */
export type PrivateTimes = {
  times: readonly (readonly [from: number, until: number])[]
  /** Where there are more times than are read: the beginning of the first of these. */
  since: number | null
}
export type Driven = {
  metres: number
  /** Null unless its places are withheld. */
  since: number | null
  /** In memory only: of a private time no place is ever stored. */
  last: Place | null
}
/** Without a valid fix there is no position. */
export type PrivateFix = { at: number; lon: number | null; lat: number | null; accuracy: number | null }
type FollowedPrivate = { driven: Driven; returned_m: number | null }
