import type { Position } from 'geojson'
import { polygonsOf } from '../kit/places/polygons.ts'
import { labelPoint } from '../map/labelPoint.ts'
import type { Boundary } from '../types.ts'

/** The active boundaries whose middle is nearest to a position. */
export function nearestBoundaries<B extends Pick<Boundary, 'id' | 'geometry' | 'active'>>(
  boundaries: readonly B[],
  [longitude, latitude]: Position,
  most: number,
): B[] {
  const squeeze = Math.cos((latitude! * Math.PI) / 180)
  return boundaries
    .flatMap((boundary) => {
      // One that is too large for a list has no shape there.
      if (!boundary.active || !boundary.geometry) return []
      const middle = labelPoint(polygonsOf(boundary))
      const east = ((((middle[0]! - longitude! + 540) % 360) + 360) % 360) - 180
      return [{ boundary, away: Math.hypot(east * squeeze, middle[1]! - latitude!) }]
    })
    .sort((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ boundary }) => boundary)
}
