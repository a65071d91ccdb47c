import type { Segment } from '../types.ts'

const shown = ['trip', 'stop', 'gap'] as const

/** Trips, stops and gaps of the server's segments, in the order of time. */
export function legsOf(segments: Segment[]): Leg[] {
  return segments.flatMap(({ began_at, duration_s, idle_s, distance_m, top_speed, ...segment }) => {
    const kind = shown.find((each) => each === segment.kind)
    if (!kind) return []
    const from = Date.parse(began_at)
    // What continues is known up to the last report.
    const to = from + duration_s * 1000
    const { id, begin_position, begin_place, private: is_private = false } = segment
    const position = begin_position?.coordinates ?? null
    const runs = segment.ended_at === null
    const place = begin_place
    return [{ id, kind, from, to, duration_s, idle_s, distance_m, top_speed, position, place, is_private, runs }]
  })
}

/** Sum of all trips; null without trips. */
export function totalOf(legs: Leg[]): Pick<Leg, 'distance_m' | 'duration_s' | 'top_speed'> | null {
  const trips = legs.filter(({ kind }) => kind === 'trip')
  if (trips.length === 0) return null
  const sum = (of: 'distance_m' | 'duration_s') => trips.reduce((all, trip) => all + trip[of], 0)
  const speeds = trips.flatMap(({ top_speed }) => (top_speed === null ? [] : [top_speed]))
  const top_speed = speeds.length > 0 ? Math.max(...speeds) : null
  return { distance_m: sum('distance_m'), duration_s: sum('duration_s'), top_speed }
}

/** `from` and `to` in milliseconds, speeds in metres per second. */
export type Leg = {
  id: number
  kind: (typeof shown)[number]
  from: number
  to: number
  duration_s: number
  idle_s: number
  distance_m: number
  top_speed: number | null
  /** Where it began, and the nearest town there. */
  position: number[] | null
  place: string | null
  /** Without places, since a driver has marked it so. */
  is_private: boolean
  /** Whether it continues. */
  runs: boolean
}
