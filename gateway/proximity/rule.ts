import { distance } from '#messages/geography/distance.ts'

/**
 * How far two fixes are apart, and by how much that may be wrong: by their accuracies, and by the way that the tracker of
 * the older fix may have gone until the newer one.
 */
export function gapOf(one: Fix, other: Fix): Gap {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one]
  return {
    distance_m: distance(one, other),
    accuracy_m: Math.hypot(capped(one.accuracy), capped(other.accuracy)),
    drift_m: ((older.speed ?? 0) * (newer.at - older.at)) / 1000,
    at: newer.at,
  }
}

/**
 * Whether two trackers are as near or as far as a rule forbids. True needs the whole uncertainty on that side of the
 * distance, false on the other side; null is unknown.
 *
 * @param hysteresis_m how far they must be back, of an alert that is open
 */
export function isForbidden({ relation, distance_m }: Limits, gap: Gap, hysteresis_m = 0): boolean | null {
  const uncertain_m = gap.accuracy_m + gap.drift_m
  if (relation === 'nearer') {
    if (gap.distance_m + uncertain_m < distance_m) return true
    return gap.distance_m - uncertain_m > distance_m + hysteresis_m ? false : null
  }
  if (gap.distance_m - uncertain_m > distance_m) return true
  // By the accuracy alone those with a small distance would never be back.
  const is_back = gap.distance_m + gap.drift_m < distance_m - hysteresis_m && gap.accuracy_m <= distance_m
  return is_back ? false : null
}

/**
 * Judges what is known of a pair now. It raises an alert once it was forbidden for the time of the rule, also while
 * nothing more is reported; what is unknown changes nothing.
 *
 * @param forbidden of two trackers whose alert is open, with the hysteresis
 * @param at when the newer of their fixes was; milliseconds since 1970, as `now`
 */
export function judgePair(
  { since, raised }: PairState,
  forbidden: boolean | null,
  { hold_s, at, now }: { hold_s: number; at: number; now: number },
): PairVerdict {
  if (raised) return { since: null, alert: forbidden === false ? 'end' : null }
  if (forbidden === false) return { since: null, alert: null }
  const began = since ?? (forbidden ? at : null)
  if (began === null || !forbidden || now - began < hold_s * 1000) return { since: began, alert: null }
  return { since: began, alert: 'raise' }
}

/** A tenth of the distance, so that two trackers at the limit raise one alert. */
export const hysteresisOf = ({ distance_m }: Limits) => distance_m / 10

/** A device that claims an accuracy of 1000 km is not unknown for ever. */
const capped = (accuracy: number | null) => Math.min(accuracy ?? 0, 10_000)

export type Limits = { relation: 'nearer' | 'farther'; distance_m: number }
/** Degrees, metres, metres per second, and milliseconds since 1970. */
export type Fix = { lon: number; lat: number; accuracy: number | null; speed: number | null; at: number }
/** Metres, and when the newer of the fixes was. */
export type Gap = { distance_m: number; accuracy_m: number; drift_m: number; at: number }
export type PairState = { since: number | null; raised: boolean }
export type PairVerdict = { since: number | null; alert: 'raise' | 'end' | null }
