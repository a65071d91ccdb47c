import type { Position } from 'geojson'
import { polygonsOf } from '../../kit/places/polygons.ts'
import type { Boundary } from '../../types.ts'

export const newZealand: Box = [166, -47.6, 179.2, -34]

/** The smallest box around all points. East may exceed 180, so that a fleet across it gets one box. */
export function boxAround(points: Position[]): Box | null {
  if (points.length === 0) return null
  const lons = points.map((point) => wrap(point[0]!)).sort((a, b) => a - b)
  const lats = points.map((point) => point[1]!)
  // Ends are taken unrounded: a rounded sum below the west would mean the whole world.
  let [west, east] = [lons[0]!, lons.at(-1)!]
  let widest = west + 360 - east
  for (let index = 1; index < lons.length; index++) {
    const gap = lons[index]! - lons[index - 1]!
    if (gap > widest) [west, east, widest] = [lons[index]!, lons[index - 1]! + 360, gap]
  }
  return [west, reduce(lats, Math.min), east, reduce(lats, Math.max)]
}

/** Points without outliers: two boats must not shrink a city's fleet to a dot. */
export function mainBody(points: Position[]): Position[] {
  const box = boxAround(points)
  if (!box || points.length < 10) return points
  const east = points.map(([lon, lat]) => [box[0] + wrap(lon! - box[0] - 180) + 180, lat!] as const)
  const middle = [median(east.map(([lon]) => lon)), median(east.map(([, lat]) => lat))] as const
  const distances = east.map(([lon, lat]) =>
    Math.hypot((lon - middle[0]) * Math.cos((lat * Math.PI) / 180), lat - middle[1]),
  )
  const limit = distances.toSorted((a, b) => a - b)[Math.floor(distances.length * 0.9) - 1]!
  return points.filter((_, index) => distances[index]! <= 3 * limit)
}

export function boxAroundBoundaries(boundaries: Boundary[]): Box | null {
  return boxAround(boundaries.flatMap((boundary) => polygonsOf(boundary).flat(2)))
}

function wrap(lon: number): number {
  return lon - Math.floor((lon + 180) / 360) * 360
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

// Not Math.min(...values): ten thousand arguments exceed the limit of some browsers.
function reduce(values: number[], focusTracker: (a: number, b: number) => number): number {
  return values.reduce((a, b) => focusTracker(a, b))
}

export type Box = [west: number, south: number, east: number, north: number]
