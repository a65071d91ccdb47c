import type { Position } from 'geojson'
import type { Boundary } from '../../core/types.ts'

/** A boundary's polygons, each an outer ring and its holes. */
export function polygonsOf({ geometry }: Pick<Boundary, 'geometry'>): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}
