import type { Position } from 'geojson'
import type { Report } from './values.ts'

/**
 * Where the rows of a report were, of those that have a place: one position, or begin and end. Who crossed the 180th
 * meridian went there on the shorter way, not around the world.
 */
export function waysOf(rows: Report['rows']): Position[][] {
  return rows.flatMap(({ way }) => {
    if (typeof way !== 'string') return []
    const [begin, end] = JSON.parse(way) as [Position, Position?]
    if (!end) return [[begin]]
    return [[begin, [end[0]! + 360 * Math.round((begin[0]! - end[0]!) / 360), end[1]!]]]
  })
}
