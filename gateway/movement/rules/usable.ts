import { distance } from '#messages/geography/distance.ts'
import { type Fix, type Point, pointOf } from './fix.ts'
import type { Profile } from './profile.ts'
import type { State } from './state.ts'

/** Rule 1: whether a report's position says where the tracker was. */
export function isUsable(fix: Fix, { accuracy_max_m }: Profile): boolean {
  const { lon, lat, valid, accuracy } = fix
  if (!valid || lon === null || lat === null || (lon === 0 && lat === 0)) return false
  if (accuracy !== null && accuracy > accuracy_max_m) return false
  return true
}

/** Whether the device's clock is ahead of the server's. */
export const isAhead = ({ at, received }: Pick<Fix, 'at' | 'received'>): boolean => at - received > CLOCK_AHEAD_MS

/**
 * Rule 1, continued: a fix that could not be reached from the last one waits until the next one confirms it.
 *
 * @returns the fixes to follow now, each with whether the tracker jumped there
 */
export function plausible({ last, doubtful }: Pick<State, 'last' | 'doubtful'>, fix: Fix, profile: Profile): Plausible {
  const point = pointOf(fix)
  if (!last || isReachable(last, point, profile)) return { points: [{ point, jumped: false }], doubtful: null }
  if (!doubtful || !isReachable(doubtful, point, profile)) return { points: [], doubtful: point }
  return {
    points: [
      { point: doubtful, jumped: true },
      { point, jumped: false },
    ],
    doubtful: null,
  }
}

/**
 * The fixes that will be followed at once, each with the one before it, whatever they are split into: between these two
 * the tracker has moved.
 */
export function waysOf({ last, doubtful }: Pick<State, 'last' | 'doubtful'>, fixes: readonly Fix[], profile: Profile) {
  const ways: { fix: Fix; from: Point | null }[] = []
  let now = { last, doubtful }
  for (const fix of fixes) {
    if (!isUsable(fix, profile)) continue
    const { points, doubtful: next } = plausible(now, fix, profile)
    const from = points.length === 2 ? points[0]!.point : now.last
    if (points.length > 0) ways.push({ fix, from })
    now = { last: points.at(-1)?.point ?? now.last, doubtful: next }
  }
  return ways
}

function isReachable(from: Point, to: Point, { speed_max }: Profile): boolean {
  // Reports of the same second are a rounding of clocks.
  return distance(from, to) <= speed_max * Math.max(1, (to.at - from.at) / 1000) + MARGIN_M
}

/** Two fixes of a tracker that stands may differ by their errors. */
const MARGIN_M = 100
const CLOCK_AHEAD_MS = 10 * 60_000

type Plausible = { points: { point: Point; jumped: boolean }[]; doubtful: Point | null }
