import type { Position } from 'geojson'
import { contains } from '../../kit/places/polygons.ts'
import { distance } from './circle.ts'
import type { Handle } from './handles.ts'
import { near } from './shape.ts'
import type { Area, Place, Ring, Shape } from './types.ts'

/** Moves a handle to a point. */
export function moved(shape: Shape, handle: Handle, to: Position): Shape {
  const at = near(to, handle.at)
  if (shape.kind === 'circle') {
    if (handle.kind === 'center') return { ...shape, center: at }
    return { ...shape, radius_m: Math.max(1, distance(shape.center, at)) }
  }
  const { vertex } = handle.place
  return withRing(shape, handle.place, (ring) => ring.map((point, i) => (i === vertex ? at : point)))
}

/** Inserts a vertex after another. */
export function inserted(area: Area, place: Place, at: Position): { area: Area; place: Place } {
  const vertex = place.vertex! + 1
  return { area: withRing(area, place, (ring) => ring.toSpliced(vertex, 0, at)), place: { ...place, vertex } }
}

/** Removes a vertex, a hole or a polygon. A ring with fewer than three vertices is removed. */
export function removed(shape: Shape, place: Place): Shape | null {
  if (shape.kind === 'circle') return null
  const ring = shape.polygons[place.polygon]![place.ring]!
  if (place.vertex !== undefined && ring.length > 3) {
    return withRing(shape, place, (points) => points.toSpliced(place.vertex!, 1))
  }
  const polygons =
    place.ring === 0
      ? shape.polygons.toSpliced(place.polygon, 1)
      : shape.polygons.with(place.polygon, shape.polygons[place.polygon]!.toSpliced(place.ring, 1))
  return polygons.length > 0 ? { kind: 'area', polygons } : null
}

/** The hole or polygon that contains a point. */
export function ringAt(area: Area, to: Position): Place | null {
  for (const [polygon, rings] of area.polygons.entries()) {
    const at = near(to, rings[0]![0])
    const hole = rings.findIndex((ring, i) => i > 0 && contains(ring, at))
    if (hole > 0) return { polygon, ring: hole }
    if (contains(rings[0]!, at)) return { polygon, ring: 0 }
  }
  return null
}

function withRing(area: Area, { polygon, ring }: Place, change: (ring: Ring) => Ring): Area {
  const rings = area.polygons[polygon]!
  return { kind: 'area', polygons: area.polygons.with(polygon, rings.with(ring, change(rings[ring]!))) }
}
