import type { Position } from 'geojson'
import type { Boundary } from '../types.ts'
import { polygonsOf } from './polygons.ts'

export const newZealand: Box = [166, -47.6, 179.2, -34]

/** The smallest box around all points; east may lie past 180, so that a fleet across it is shown as one. */
export function boxAround(points: Position[]): Box | null {
  if (points.length === 0) return null
  const lons = points.map((point) => wrap(point[0]!)).sort((a, b) => a - b)
  const lats = points.map((point) => point[1]!)
  let [west, widest] = [lons[0]!, lons[0]! + 360 - lons.at(-1)!]
  for (let index = 1; index < lons.length; index++) {
    const gap = lons[index]! - lons[index - 1]!
    if (gap > widest) [west, widest] = [lons[index]!, gap]
  }
  return [west, reduce(lats, Math.min), west + 360 - widest, reduce(lats, Math.max)]
}

export function boxAroundBoundaries(boundaries: Boundary[]): Box | null {
  return boxAround(boundaries.flatMap((boundary) => polygonsOf(boundary).flat(2)))
}

function wrap(lon: number): number {
  return lon - Math.floor((lon + 180) / 360) * 360
}

// Not Math.min(...values): ten thousand arguments are too many for some browsers.
function reduce(values: number[], choose: (a: number, b: number) => number): number {
  return values.reduce((a, b) => choose(a, b))
}

export type Box = [west: number, south: number, east: number, north: number]
