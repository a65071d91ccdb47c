import type { Position } from 'geojson'
import type { Boundary } from '../types.ts'

/** A boundary's polygons, each an outer ring and its holes; none where a list has left out a large one. */
export function polygonsOf({ geometry }: Pick<Boundary, 'geometry'>): Position[][][] {
  if (!geometry) return []
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}
