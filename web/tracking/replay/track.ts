import { bearing, type Position as Place } from '#messages/geography/distance.ts'
import type { TrackerEvent } from '../types.ts'

/** Milliseconds: longer gaps between fixes are not interpolated. */
const longestSilence = 15 * 60_000

/** Metres per second: below it a heading is noise. */
const slowest = 0.5

/** Fixes in order of time, with continuous longitudes across the 180th meridian: 179, 181. */
export function toTrack(events: TrackerEvent[]): Track {
  const fixes = events.filter((event) => event.valid && event.position !== null)
  const points = fixes
    .map((event) => ({ ...placeOf(event), at: Date.parse(event.fix_at), ...verdictOf(event) }))
    .sort((a, b) => a.at - b.at)
  let last = points[0]?.lon ?? 0
  for (const point of points) {
    point.lon += Math.round((last - point.lon) / 360) * 360
    last = point.lon
  }
  return points
}

/** Position at a moment, interpolated between two fixes; null before the first. */
export function placeAt(track: Track, at: number): Placed | null {
  const i = indexAt(track, at)
  if (i < 0) return null
  const [from, to] = [track[i]!, track[i + 1]]
  const { speed, outside } = from
  const gap = to ? to.at - from.at : Number.POSITIVE_INFINITY
  const silent = gap > longestSilence && at - from.at > longestSilence
  if (!to || gap > longestSilence)
    return { lon: from.lon, lat: from.lat, speed, outside, silent, heading: from.heading }
  const part = (at - from.at) / gap
  const heading = to.lon === from.lon && to.lat === from.lat ? from.heading : (from.heading ?? bearing(from, to))
  const moves = speed === null || speed >= slowest
  return {
    lon: from.lon + (to.lon - from.lon) * part,
    lat: from.lat + (to.lat - from.lat) * part,
    speed,
    outside,
    silent,
    heading: moves ? heading : null,
  }
}

/** Index of the last fix at or before a moment; -1 before the first. */
export function indexAt(track: Track, at: number): number {
  let [low, high] = [0, track.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (track[middle]!.at <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Ranges outside all boundaries, from the first fix outside to the first that is not; a gap ends a range.
 *
 * @returns indexes of the track, both included
 */
export function outsideRanges(track: Track): [first: number, last: number][] {
  const stretches: [number, number][] = []
  for (let i = 0; i < track.length; i++) {
    if (!track[i]!.outside) continue
    const first = i
    while (track[i]!.outside && i + 1 < track.length && track[i + 1]!.at - track[i]!.at <= longestSilence) i++
    stretches.push([first, i])
  }
  return stretches
}

/** Ranges between gaps. @returns indexes of the track, both included */
export function reportedRanges(track: Track): [first: number, last: number][] {
  const stretches: [number, number][] = []
  for (let i = 0; i < track.length; i++) {
    const first = i
    while (i + 1 < track.length && track[i + 1]!.at - track[i]!.at <= longestSilence) i++
    stretches.push([first, i])
  }
  return stretches
}

function placeOf({ position }: TrackerEvent): Place {
  const [lon, lat] = position!.coordinates as [number, number]
  return { lon, lat }
}

const verdictOf = ({ outside_boundary, speed, heading }: TrackerEvent) => ({
  outside: outside_boundary === true,
  speed,
  heading,
})

/** `at` in milliseconds, `speed` in metres per second. */
export type Point = Place & { at: number; outside: boolean; speed: number | null; heading: number | null }
export type Track = Point[]
type Placed = Omit<Point, 'at'> & { silent: boolean }
