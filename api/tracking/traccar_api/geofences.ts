import type { Rest } from '../by_key/rest.ts'
import { knots } from './units.ts'

/** The boundaries that the caller may see; with trackers those that apply to one of them, or to all. */
export async function readGeofences(rest: Rest, tracker_ids: number[]) {
  const boundaries = await rest.listOpen<BoundaryRow>('boundaries', { sort: 'id' })
  const asked = new Set(tracker_ids)
  const wanted = boundaries.filter(
    (each) => asked.size === 0 || each.all_trackers || each.tracker_ids.some((id) => asked.has(id)),
  )
  const geofences = []
  for (const boundary of wanted) {
    // Lists leave large areas out.
    const whole = boundary.geometry || boundary.circle ? boundary : await rest.one<BoundaryRow>('boundary', boundary.id)
    if (whole) geofences.push(geofenceOf(whole))
  }
  return geofences
}

export const geofenceOf = ({ id, name, speed_limit, rule, active, ...area }: BoundaryRow) => ({
  id,
  attributes: { rule, active, ...(speed_limit !== null && { speedLimit: knots(speed_limit) }) },
  calendarId: 0,
  name,
  description: null,
  area: areaOf(area),
})

/** Well-known text with the latitude first, as Traccar has it. An area of several parts, as at 180°, has all of them. */
export function areaOf({ circle, geometry }: Pick<BoundaryRow, 'circle' | 'geometry'>): string {
  if (circle) return `CIRCLE (${circle.center[1]} ${circle.center[0]}, ${circle.radius_m})`
  if (!geometry) return ''
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const texts = polygons.map((rings) => `(${rings.map(ringOf).join(', ')})`)
  return texts.length === 1 ? `POLYGON ${texts[0]}` : `MULTIPOLYGON (${texts.join(', ')})`
}

const ringOf = (points: number[][]) => `(${points.map(([lon, lat]) => `${lat} ${lon}`).join(', ')})`

type BoundaryRow = {
  id: number
  name: string
  active: boolean
  rule: string
  speed_limit: number | null
  all_trackers: boolean
  tracker_ids: number[]
  circle: { center: number[]; radius_m: number } | null
  geometry:
    | { type: 'Polygon'; coordinates: number[][][] }
    | { type: 'MultiPolygon'; coordinates: number[][][][] }
    | null
}
