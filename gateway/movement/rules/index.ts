import type { MovementState } from '#db/movement/now.ts'
import { countersNow } from './arrival.ts'
import { idleSegment } from './idling.ts'
import { silenceLimit } from './no_data.ts'
import type { Profile } from './profile.ts'
import type { Segment } from './segment.ts'
import { isSpeeding, speedingSegment } from './speeding.ts'
import type { Rest, State } from './state.ts'
import { stopSegment, tripSegment } from './tiles.ts'
import { towSegment } from './towing.ts'
import { visitSegment } from './visits.ts'

export { advance } from './advance.ts'
export { type KeyShift, openShift } from './drivers/shifts.ts'
export { compareFixes, type Fix, type LimitSource, type SpeedLimit } from './fix.ts'
export { type Profile, type ProfileKind, profileKinds, profiles } from './profile.ts'
export {
  type Changes,
  type DistanceSource,
  distanceSources,
  keyOf,
  type Segment,
  type SegmentKind,
  segmentKinds,
  tilingKinds,
} from './segment.ts'
export { lowestLimit } from './speeding.ts'
export { initialState, type State } from './state.ts'
export { waysOf } from './usable.ts'

/** What continues, with its counters up to now. */
export function openSegments(state: State, profile: Profile): Segment[] {
  const { mode, idle, towed, speeding, visits } = state
  const segments: Segment[] = []
  const rest = restOf(mode)
  if (rest) {
    const open_idle_s = idle ? idleSegment(idle, null, profile).idle_s : 0
    segments.push(stopSegment({ ...rest, idle_s: rest.idle_s + open_idle_s }, null))
  } else if (mode?.is === 'trip') segments.push(tripSegment(mode, countersNow(mode.candidate), null))
  if (idle) segments.push(idleSegment(idle, null, profile))
  if (towed && towed.distance_m >= profile.tow_min_m) segments.push(towSegment(towed, null))
  if (speeding && isSpeeding(speeding, profile)) segments.push(speedingSegment(speeding, null, profile))
  for (const visit of visits) segments.push(visitSegment(visit, true, profile))
  return segments
}

/** What a tracker does at present; null before its first usable fix. */
export function movementOf(state: State, profile: Profile, now: number): Movement | null {
  const { mode } = state
  const doing = doingOf(state, profile, now)
  if (!doing || mode?.is !== 'trip' || !mode.believed) return doing && { ...doing, distance_m: null }
  return { ...doing, distance_m: tripSegment(mode, countersNow(mode.candidate), null).distance_m }
}

/** The same without counters, which cost more than the rest of it. */
export function doingOf(state: State, profile: Profile, now: number): Doing | null {
  const { mode, last, idle, towed } = state
  if (!mode || !last) return null
  const rest = restOf(mode)
  if (idle) return { state: 'idling', since: idle.began_at }
  if (mode.is === 'rest' && isPassing(mode, profile)) return { state: 'moving', since: mode.began.at }
  if (rest || mode.is === 'rest') return { state: 'parked', since: (rest ?? mode).began.at }
  if (now - last.at > silenceLimit(state, profile) * 1000) return { state: 'no_data', since: last.at }
  const is_towed = towed !== null && towed.distance_m >= profile.tow_min_m
  return { state: is_towed ? 'towed' : 'moving', since: mode.began.at }
}

/** One fix with a speed is no rest yet: the next one says how it continues. */
const isPassing = ({ began, last, arrived }: Rest, { departure_speed }: Profile) =>
  !arrived && began.at === last.at && (began.speed ?? 0) >= departure_speed

/** A trip that is not believed yet is the rest that it left. */
const restOf = (mode: State['mode']) => (mode?.is === 'trip' ? (mode.believed ? null : mode.left) : mode)

export type Doing = { state: MovementState; since: number }
export type Movement = Doing & { distance_m: number | null }
