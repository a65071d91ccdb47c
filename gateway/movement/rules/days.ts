import { DateTime } from 'luxon'
import type { Segment, SegmentKind } from './segment.ts'

/**
 * A tracker's days in a time zone, made of its segments: what goes over midnight is shared between both days by its
 * time, so that the days of a segment are the segment again. Days of a clock change have 23 or 25 hours.
 *
 * @param segments those that end or go on after the first day begins, with the time up to which each is counted
 */
export function daysOf(segments: readonly Counted[], zone: string): Day[] {
  const days = new Map<string, Day>()
  const localDayOf = localDays(zone)
  for (const segment of segments) {
    const end = segment.ended_at ?? Math.max(segment.began_at, segment.through)
    for (const { day, share, begins, ends } of sharesOf(segment.began_at, end, localDayOf)) {
      const row = days.get(day) ?? { ...emptyDay, day }
      days.set(day, row)
      add(row, segment, share, { begins, ends: ends && segment.ended_at !== null, end })
    }
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** The local days of an interval, and which share of it each has; the shares are 1 together. */
function sharesOf(from: number, to: number, localDayOf: (at: number) => LocalDay): Share[] {
  const shares: Share[] = []
  let rest = 1
  for (let at = from, first = true; first || at < to; first = false) {
    const { day, next } = localDayOf(at)
    const is_last = to <= next
    const share = is_last ? rest : (next - at) / (to - from)
    rest -= share
    shares.push({ day, share, begins: first, ends: is_last })
    if (is_last) break
    at = next
  }
  return shares
}

/** Remembers the day asked for last: segments come in their order, and a time zone is slow to ask. */
function localDays(zone: string): (at: number) => LocalDay {
  let last: LocalDay | null = null
  return (at) => {
    if (last && last.begin <= at && at < last.next) return last
    const begin = DateTime.fromMillis(at, { zone }).startOf('day')
    last = { day: begin.toISODate()!, begin: begin.toMillis(), next: begin.plus({ days: 1 }).toMillis() }
    return last
  }
}

function add(row: Day, segment: Counted, share: number, { begins, ends, end }: Edges): void {
  const { kind, began_at, distance_m, moving_s, idle_s, top_speed } = segment
  if (kind === 'trip' || kind === 'gap') row.distance_m += distance_m * share
  if (kind === 'gap') row.estimated_m += segment.distance_source === 'estimated' ? distance_m * share : 0
  if (kind === 'idle') row.idle_s += idle_s * share
  if (kind === 'visit' && begins) row.visits++
  if (kind === 'stop' && begins) row.stops++
  if (kind !== 'trip') return
  row.driving_s += moving_s * share
  if (begins) row.first_start = Math.min(row.first_start ?? began_at, began_at)
  if (ends) row.last_end = Math.max(row.last_end ?? end, end)
  if (top_speed !== null) row.top_speed = Math.max(row.top_speed ?? 0, top_speed)
}

/** Kinds whose counters are shared by days; the others count on the day on which they begin. */
export const sharedKinds: readonly SegmentKind[] = ['trip', 'gap', 'idle']

const emptyDay: Omit<Day, 'day'> = {
  distance_m: 0,
  estimated_m: 0,
  driving_s: 0,
  idle_s: 0,
  stops: 0,
  visits: 0,
  first_start: null,
  last_end: null,
  top_speed: null,
}

/** A segment, and up to which time it is counted while it continues. */
export type Counted = Pick<
  Segment,
  'kind' | 'began_at' | 'ended_at' | 'distance_m' | 'distance_source' | 'moving_s' | 'idle_s' | 'top_speed'
> & { through: number }

export type Day = {
  /** `2026-11-24` in the organisation's time zone. */
  day: string
  distance_m: number
  /** Of it, what no fix has seen. */
  estimated_m: number
  driving_s: number
  idle_s: number
  stops: number
  visits: number
  first_start: number | null
  last_end: number | null
  top_speed: number | null
}
type Share = { day: string; share: number; begins: boolean; ends: boolean }
type LocalDay = { day: string; begin: number; next: number }
type Edges = { begins: boolean; ends: boolean; end: number }
