import type { Position } from 'geojson'
import type { Box } from '../camera/fit.ts'
import { destination } from './circle.ts'
import { near } from './shape.ts'
import type { Place, Shape } from './types.ts'

/** Limit of handles: imported shapes may have thousands of vertices. */
const max = 400

/** Handles within a view: vertices, midpoints of edges, or a circle's centre and radius. */
export function handlesOf(shape: Shape | null, view: Box): Handle[] {
  if (!shape) return []
  if (shape.kind === 'circle') {
    const edge = destination(shape.center, shape.radius_m, Math.PI / 2)
    return [
      { kind: 'center', at: shape.center, place: none },
      { kind: 'radius', at: edge, place: none },
    ]
  }
  const corners: Handle[] = []
  const middles: Handle[] = []
  for (const [polygon, rings] of shape.polygons.entries()) {
    for (const [ring, points] of rings.entries()) {
      for (const [vertex, at] of points.entries()) {
        const place = { polygon, ring, vertex }
        if (within(at, view)) corners.push({ kind: 'vertex', at, place })
        const next = points[(vertex + 1) % points.length]!
        const middle = [(at[0]! + next[0]!) / 2, (at[1]! + next[1]!) / 2]
        if (within(middle, view)) middles.push({ kind: 'midpoint', at: middle, place })
        if (corners.length > max) return []
      }
    }
  }
  return corners.length + middles.length > max ? corners : [...corners, ...middles]
}

const none: Place = { polygon: 0, ring: 0 }

function within(point: Position, [west, south, east, north]: Box): boolean {
  const [lon, lat] = near(point, [(west + east) / 2, 0])
  return lon! >= west && lon! <= east && lat! >= south && lat! <= north
}

/** Of a midpoint: the vertex before it. */
export type Handle = { kind: 'vertex' | 'midpoint' | 'center' | 'radius'; at: Position; place: Place }
