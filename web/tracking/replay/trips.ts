import { distance } from '#messages/geography/distance.ts'
import type { Track } from './track.ts'

const stopsFor = 5 * 60_000
const stopsWithin = 100

/**
 * Splits a track into stops (at least five minutes within 100 metres of their start) and the trips between them. Trips
 * of less than 100 metres are dropped.
 */
export function tripsOf(track: Track): Leg[] {
  const legs: Leg[] = []
  let moved = 0
  for (const stop of stopsOf(track)) {
    addTrip(legs, track, moved, stop.first)
    legs.push(legOf('stop', track, stop.first, stop.last))
    moved = stop.last
  }
  addTrip(legs, track, moved, track.length - 1)
  return legs
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

function stopsOf(track: Track): { first: number; last: number }[] {
  const stops: { first: number; last: number }[] = []
  for (let first = 0; first < track.length; ) {
    let last = first
    while (last + 1 < track.length && distance(track[first]!, track[last + 1]!) <= stopsWithin) last++
    if (track[last]!.at - track[first]!.at >= stopsFor) {
      stops.push({ first, last })
      first = last + 1
    } else first++
  }
  return stops
}

function addTrip(legs: Leg[], track: Track, first: number, last: number) {
  if (last <= first) return
  const trip = legOf('trip', track, first, last)
  if (trip.distance_m >= stopsWithin) legs.push(trip)
}

function legOf(kind: Leg['kind'], track: Track, first: number, last: number): Leg {
  let distance_m = 0
  let top_speed: number | null = null
  for (let i = first; i <= last; i++) {
    const { speed } = track[i]!
    if (speed !== null && speed > (top_speed ?? -1)) top_speed = speed
    if (kind === 'trip' && i > first) distance_m += distance(track[i - 1]!, track[i]!)
  }
  const [from, to] = [track[first]!.at, track[last]!.at]
  return { kind, from, to, duration_s: (to - from) / 1000, distance_m, top_speed: kind === 'trip' ? top_speed : null }
}

/** `from` and `to` in milliseconds; the top speed as reported, in metres per second, null if none was reported. */
export type Leg = {
  kind: 'trip' | 'stop'
  from: number
  to: number
  duration_s: number
  distance_m: number
  top_speed: number | null
}
