import type { Position } from 'geojson'
import type { Boundary } from '../../types.ts'

/** A boundary's polygons, each an outer ring and its holes; none where a list has left out a large one. */
export function polygonsOf({ geometry }: Pick<Boundary, 'geometry'>): Position[][][] {
  if (!geometry) return []
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

/** Whether a ring contains a point. */
export function contains(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring.at(i - 1)!
    if (ay! > y! === by! > y!) continue
    if (x! < ax! + ((bx! - ax!) * (y! - ay!)) / (by! - ay!)) inside = !inside
  }
  return inside
}
