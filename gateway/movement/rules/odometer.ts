import type { Point } from './fix.ts'
import type { DistanceSource } from './segment.ts'
import type { Counters, OdometerTrack } from './state.ts'

/** Notes the reading at a fix, at a distance by positions. */
export function noteOdometer(track: OdometerTrack | null, reading: number | null, at_m: number): OdometerTrack | null {
  if (reading === null) return track
  if (!track) return { first: reading, first_m: at_m, last: reading, last_m: at_m, broken: false }
  return { ...track, last: reading, last_m: at_m, broken: track.broken || reading < track.last }
}

/** Rule 7: the odometer's difference, if it rises and agrees with the positions; otherwise the positions. */
export function tripDistance({ distance_m, odometer }: Pick<Counters, 'distance_m' | 'odometer'>): Distance {
  const by_positions: Distance = { distance_m, distance_source: 'positions' }
  if (!odometer || odometer.broken) return by_positions
  const risen = odometer.last - odometer.first
  const along = odometer.last_m - odometer.first_m
  // On a short trip 500 m would let a reading in kilometres pass.
  const least = 0.8 * along - Math.min(MARGIN_M, 0.3 * along)
  if (risen <= 0 || risen < least || risen > 1.25 * along + MARGIN_M) return by_positions
  return { distance_m: distance_m - along + risen, distance_source: 'odometer' }
}

/** Rule 6: over a gap, the odometer's difference or the straight line and a quarter. */
export function gapDistance(from: Point, to: Point, straight_m: number, speed_max: number): Distance {
  const risen = from.odometer !== null && to.odometer !== null ? to.odometer - from.odometer : 0
  const fits = risen >= 0.8 * straight_m - MARGIN_M && risen <= (speed_max * (to.at - from.at)) / 1000
  if (risen > 0 && fits) return { distance_m: risen, distance_source: 'odometer' }
  return { distance_m: 1.25 * straight_m, distance_source: 'estimated' }
}

const MARGIN_M = 500

type Distance = { distance_m: number; distance_source: DistanceSource }
