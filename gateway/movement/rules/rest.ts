import { distance, type Position } from '#messages/geography/distance.ts'
import type { Point } from './fix.ts'
import type { Profile } from './profile.ts'
import type { Cluster, Rest, RingPoint } from './state.ts'

/** Rule 2: the running mean of the last fixes, across the 180th meridian too. */
export function centreOf({ ring }: Pick<Cluster, 'ring'>): Position {
  const origin = ring[0]!
  let [lon, lat] = [0, 0]
  for (const point of ring) {
    lon += turn(point.lon - origin.lon)
    lat += point.lat
  }
  return { lon: turn(origin.lon + lon / ring.length), lat: lat / ring.length }
}

/** Rule 2: wide enough for nine of ten fixes of their reported accuracy. */
export function radiusOf({ ring }: Pick<Cluster, 'ring'>, { rest_radius_m, rest_radius_max_m }: Profile): number {
  const accuracies = ring.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy])).toSorted((a, b) => a - b)
  const p90 = accuracies[Math.ceil(accuracies.length * 0.9) - 1] ?? 0
  return Math.min(rest_radius_max_m, Math.max(rest_radius_m, 1.5 * p90))
}

export const newCluster = (point: Point): Cluster => ({
  began: point,
  last: point,
  ring: [ringPoint(point)],
  beyond: null,
})

/** A fix inside: what was beyond before it was an outlier. */
export function join<T extends Cluster>(cluster: T, point: Point): T {
  const spaced = point.at - cluster.ring.at(-1)!.at >= SPACING_MS
  const ring = spaced ? [...cluster.ring, ringPoint(point)].slice(-RING) : cluster.ring
  return { ...cluster, last: point, beyond: null, ring }
}

export const newRest = (cluster: Cluster, arrived: boolean): Rest => ({
  is: 'rest',
  began: cluster.began,
  last: cluster.last,
  ring: cluster.ring,
  beyond: cluster.beyond,
  arrived,
  idle_from: cluster.began.at,
  idle_s: 0,
  no_data_s: 0,
})

export const metresFrom = (cluster: Pick<Cluster, 'ring'>, point: Position): number =>
  distance(centreOf(cluster), point)

/** Degrees between -180 and 180. */
const turn = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees)

const ringPoint = ({ at, lon, lat, accuracy }: Point): RingPoint => ({ at, lon, lat, accuracy })

const RING = 20
/** So that a tracker that reports each second does not take its centre with it while it walks. */
const SPACING_MS = 15_000
