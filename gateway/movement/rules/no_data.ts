import type { Point } from './fix.ts'
import type { Profile } from './profile.ts'
import { metresFrom, radiusOf } from './rest.ts'
import { seconds } from './segment.ts'
import type { Cluster, State } from './state.ts'

/** Rule 6: the silence from which nothing is known: three usual intervals, at least the profile's. */
export function silenceLimit({ intervals }: Pick<State, 'intervals'>, { no_data_s }: Profile): number {
  const usual = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? 0
  return Math.max(no_data_s, 3 * Math.min(usual, LONGEST_S))
}

/** Notes the interval to a fix: devices report as often as they do, whatever their settings say. */
export function noteInterval(intervals: readonly number[], from: Point | null, to: Point): readonly number[] {
  return from && to.at > from.at ? [...intervals, seconds(from.at, to.at)].slice(-KEPT) : intervals
}

/** Rule 6: whether a tracker is where it was before the silence. */
export const isWhereItWas = (cluster: Cluster, point: Point, profile: Profile): boolean =>
  metresFrom(cluster, point) < 2 * radiusOf(cluster, profile)

/** Whether a tracker that drove may have been at rest already when it fell silent. */
export function wasAtRest({ began, last, beyond }: Cluster, ignition_off: boolean): boolean {
  if (beyond) return false
  return ignition_off || seconds(began.at, last.at) >= STILL_S || (last.speed !== null && last.speed < STILL_SPEED)
}

const KEPT = 5
/** A device that sleeps for hours does not make a silence of days usual. */
const LONGEST_S = 3600
const STILL_S = 60
const STILL_SPEED = 0.5
