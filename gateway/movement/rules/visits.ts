import { distance } from '#messages/geography/distance.ts'
import type { Point } from './fix.ts'
import type { Profile } from './profile.ts'
import { placeOf, plainSegment, type Segment, seconds } from './segment.ts'
import type { OpenVisit } from './state.ts'

/** Rule 8: visits that go on, begin and have ended at a fix. One fix outside ends none: the next one confirms it. */
export function followVisits(open: readonly OpenVisit[], { point, from, inside, rests, moves }: Step): Followed {
  const step_m = from && moves ? distance(from, point) : 0
  const ended: OpenVisit[] = []
  const now: OpenVisit[] = []
  for (const visit of open) {
    if (inside.includes(visit.boundary_id))
      now.push({ ...visit, last: point, ...counted(visit, step_m, rests), outside: false })
    else if (visit.outside) ended.push(visit)
    else now.push({ ...visit, outside: true })
  }
  const entered = inside
    .filter((id) => open.every(({ boundary_id }) => boundary_id !== id))
    .map((boundary_id) => ({ boundary_id, began: point, last: point, distance_m: 0, stopped: rests, outside: false }))
  return { visits: [...now, ...entered], entered, ended }
}

const counted = (visit: OpenVisit, step_m: number, rests: boolean) => ({
  distance_m: visit.distance_m + step_m,
  stopped: visit.stopped || rests,
})

export function visitSegment(visit: OpenVisit, is_open: boolean, { visit_min_s }: Profile): Segment {
  const { began, last, boundary_id, distance_m, stopped } = visit
  const passing = seconds(began.at, last.at) < visit_min_s
  return {
    ...plainSegment('visit', began),
    ended_at: is_open ? null : last.at,
    end: placeOf(last),
    boundary_id,
    distance_m,
    details: { stopped, ...(!is_open && passing && { passing, least_s: visit_min_s }) },
  }
}

/** Rule 8: a boundary between two fixes, entered and left unseen: the time is taken from the middle of the way. */
export function crossingSegment(boundary_id: number, from: Point, to: Point): Segment {
  const at = Math.round((from.at + to.at) / 2)
  return {
    ...plainSegment('visit', { ...from, at }),
    ended_at: at,
    end: placeOf(to),
    boundary_id,
    details: { passing: true, stopped: false, interpolated: true },
  }
}

type Step = {
  point: Point
  from: Point | null
  inside: readonly number[]
  /** Whether the tracker is at rest here. */
  rests: boolean
  moves: boolean
}
type Followed = { visits: readonly OpenVisit[]; entered: OpenVisit[]; ended: OpenVisit[] }
