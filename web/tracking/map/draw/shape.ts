import type { Position } from 'geojson'
import { polygonsOf } from '../../kit/places/polygons.ts'
import type { Boundary } from '../../types.ts'
import { ringAround } from './circle.ts'
import { joined } from './combine.ts'
import type { Area, Ring, Shape } from './types.ts'

export function shapeOf(boundary: Pick<Boundary, 'geometry' | 'circle'>): Shape {
  if (boundary.circle) return { kind: 'circle', ...boundary.circle }
  return { kind: 'area', polygons: joined(polygonsOf(boundary).map((rings) => rings.map(open))) }
}

/** The fields of the request. */
export function toBody(shape: Shape): ShapeBody {
  if (shape.kind === 'circle') {
    return { circle: { center: shape.center.slice(0, 2) as [number, number], radius_m: shape.radius_m } }
  }
  return { geometry: { type: 'MultiPolygon', coordinates: closed(shape) } }
}

export function toArea(shape: Shape): Area {
  return shape.kind === 'area' ? shape : { kind: 'area', polygons: [[ringAround(shape.center, shape.radius_m)]] }
}

/** GeoJSON rings, closed. */
export function closed(shape: Shape): Position[][][] {
  return toArea(shape).polygons.map((rings) => rings.map((ring) => [...ring, ring[0]!]))
}

export function open(ring: Position[]): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  const ends = ring.length > 1 && first![0] === last![0] && first![1] === last![1]
  return (ends ? ring.slice(0, -1) : ring).map(([lon, lat]) => [lon!, lat!])
}

/** The point on the copy of the world that is nearest to another point. */
export function near([lon, lat]: Position, other: Position | undefined): Position {
  return [lon! + (other ? 360 * Math.round((other[0]! - lon!) / 360) : 0), lat!]
}

/** A point of the shape; further drawing stays on the same copy of the world. */
export function firstPoint(shape: Shape | null): Position | undefined {
  return shape?.kind === 'circle' ? shape.center : shape?.polygons[0]?.[0]?.[0]
}

export function countVertices(shape: Shape): number {
  return shape.kind === 'circle' ? 0 : shape.polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
}

type ShapeBody =
  | { circle: { center: [number, number]; radius_m: number } }
  | { geometry: { type: 'MultiPolygon'; coordinates: Position[][][] } }
