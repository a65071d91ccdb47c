import { distance } from '#messages/geography/distance.ts'
import type { Point, SpeedLimit } from './fix.ts'
import type { Profile } from './profile.ts'
import { placeOf, plainSegment, type Segment, seconds } from './segment.ts'
import type { OpenSpeeding } from './state.ts'

/** Rule 9: the lowest of the limits that hold at a place. */
export function lowestLimit(limits: readonly (SpeedLimit | null)[]): SpeedLimit | null {
  return limits.reduce((lowest, limit) => (limit && (!lowest || limit.speed < lowest.speed) ? limit : lowest), null)
}

/**
 * Rule 9: an episode continues, begins, or has ended at a report. Beside the road its limit holds for half a minute.
 */
export function followSpeeding(
  open: OpenSpeeding | null,
  point: Point,
  { limit: given, off_road = false }: { limit: SpeedLimit | null; off_road?: boolean },
  profile: Profile,
): Followed {
  const is_beside = open?.limit.source === 'road' && off_road && seconds(open.last.at, point.at) <= BESIDE_S
  const limit = is_beside ? lowestLimit([open.limit, given]) : given
  if (open && !isSame(open.limit, limit)) {
    // Another limit holds from here on.
    return { ended: open, open: followSpeeding(null, point, { limit }, profile).open }
  }
  if (!limit || point.speed === null) return { ended: null, open }
  const { speed } = point
  if (!open) {
    if (speed <= limit.speed * (1 + profile.speed_tolerance)) return { ended: null, open: null }
    const first = { began: point, last: point, limit, reports: 1, sum: speed, peak: speed, distance_m: 0, below: null }
    return { ended: null, open: first }
  }
  const step_m = distance(open.below ?? open.last, point)
  if (speed < ENDS_BELOW * limit.speed) {
    const below = open.below ?? point
    if (seconds(below.at, point.at) >= ENDS_AFTER_S) return { ended: until(open, below), open: null }
    return { ended: null, open: { ...open, below } }
  }
  return {
    ended: null,
    open: {
      ...open,
      last: point,
      below: null,
      reports: open.reports + 1,
      sum: open.sum + speed,
      peak: Math.max(open.peak, speed),
      distance_m: open.distance_m + step_m,
    },
  }
}

/** Rule 9: long enough, or said twice. */
export const isSpeeding = ({ began, last, reports }: OpenSpeeding, { speeding_min_s }: Profile): boolean =>
  reports >= 2 || seconds(began.at, last.at) >= speeding_min_s

export const speedingSegment = (
  open: OpenSpeeding,
  ended_at: number | null,
  { speed_tolerance }: Profile,
): Segment => ({
  ...plainSegment('speeding', open.began),
  ended_at,
  end: placeOf(open.last),
  distance_m: open.distance_m,
  top_speed: open.peak,
  moving_s: seconds(open.began.at, ended_at ?? open.last.at),
  limit: open.limit,
  boundary_id: open.limit.boundary_id,
  details: { average_speed: open.sum / open.reports, tolerance: speed_tolerance },
})

/** It ends with the first report below. */
const until = (open: OpenSpeeding, below: Point): OpenSpeeding => ({
  ...open,
  last: below,
  distance_m: open.distance_m + distance(open.last, below),
})

const isSame = (a: SpeedLimit, b: SpeedLimit | null) =>
  b !== null && a.speed === b.speed && a.source === b.source && a.boundary_id === b.boundary_id

const ENDS_BELOW = 0.98
const ENDS_AFTER_S = 10
const BESIDE_S = 30

type Followed = { open: OpenSpeeding | null; ended: OpenSpeeding | null }
