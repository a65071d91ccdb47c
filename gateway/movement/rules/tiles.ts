import type { Point } from './fix.ts'
import { gapDistance, tripDistance } from './odometer.ts'
import { centreOf } from './rest.ts'
import { placeOf, plainSegment, type Segment, seconds } from './segment.ts'
import type { Counters, Rest, Trip } from './state.ts'

/** @param end null while it continues */
export function tripSegment({ began, engine_on_at, candidate }: Trip, counters: Counters, end: Point | null): Segment {
  const last = end ?? candidate.beyond ?? candidate.last
  const { top_speed, pauses, pause_s } = counters
  return {
    ...plainSegment('trip', began),
    ended_at: end?.at ?? null,
    end: placeOf(last),
    top_speed,
    pauses,
    ...tripDistance(counters),
    moving_s: Math.max(0, seconds(began.at, last.at) - pause_s),
    details: engine_on_at === null ? {} : { engine_on_at },
  }
}

export function stopSegment(rest: Rest, ended_at: number | null): Segment {
  const { began, idle_s, no_data_s } = rest
  const details = no_data_s > 0 ? { no_data_s } : {}
  return { ...plainSegment('stop', began), ended_at, end: placeOf(centreOf(rest)), idle_s, details }
}

/** What was driven in a silence is estimated, in a private time measured, and never driving time. */
export function gapSegment(
  from: Point,
  to: Point,
  straight_m: number,
  { jumped, private_m, speed_max }: { jumped: boolean; private_m: number | null; speed_max: number },
): Segment {
  const gap = { ...plainSegment('gap', from), ended_at: to.at, end: placeOf(to) }
  if (jumped) return { ...gap, distance_m: 0, distance_source: 'estimated', details: { jump: true } }
  const known = gapDistance(from, to, straight_m, speed_max)
  if (private_m === null) return { ...gap, ...known }
  const measured = { distance_m: Math.max(private_m, straight_m), distance_source: 'positions' } as const
  return { ...gap, ...(known.distance_source === 'odometer' ? known : measured), details: { private: true } }
}
