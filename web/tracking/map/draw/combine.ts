import { difference, multiPolygon, union } from '@turf/turf'
import type { Feature, Polygon as GeoPolygon, MultiPolygon, Position } from 'geojson'
import type { Polygon, Ring } from './types.ts'

/** Union of polygons. */
export function add(polygons: Polygon[], more: Polygon[]): Polygon[] {
  if (polygons.length === 0) return more
  return taken(union({ type: 'FeatureCollection', features: [toFeature(polygons), toFeature(more)] }))
}

/** Union of polygons that may overlap each other. */
export function merged(polygons: Polygon[]): Polygon[] {
  if (polygons.length < 2) return polygons
  return taken(union({ type: 'FeatureCollection', features: polygons.map((polygon) => toFeature([polygon])) }))
}

/** Difference of polygons: leaves holes and notches. */
export function cut(polygons: Polygon[], away: Polygon[]): Polygon[] {
  return taken(difference({ type: 'FeatureCollection', features: [toFeature(polygons), toFeature(away)] }))
}

/** Joins polygons that are stored split at 180°, with longitudes that continue past it. */
export function joined(polygons: Polygon[]): Polygon[] {
  const lons = polygons.flat(2).map(([lon]) => lon!)
  const across = lons.some((lon) => lon > nearly180) && lons.some((lon) => lon < -nearly180)
  if (!across) return polygons
  const east = (ring: Ring): Ring => ring.map(([lon, lat]) => [lon! + 360, lat!])
  const [first, ...rest] = polygons.map((rings) => (rings[0]!.every(([lon]) => lon! <= 0) ? rings.map(east) : rings))
  const whole = rest.reduce<Polygon[]>((sum, polygon) => add(sum, [polygon]), [first!])
  return whole.map((rings) => rings.map(withoutSeam))
}

const nearly180 = 179.9999

/** Removes collinear points, which the cut at 180° has added. */
function withoutSeam(ring: Ring): Ring {
  return ring.filter((point, i) => {
    if (Math.abs(point[0]! - 180) > 1e-7) return true
    const [before, after] = [ring.at(i - 1)!, ring[(i + 1) % ring.length]!]
    const wide = after[0]! - before[0]!
    if (wide === 0) return before[0] !== point[0]
    const straight = before[1]! + ((after[1]! - before[1]!) * (point[0]! - before[0]!)) / wide
    return Math.abs(straight - point[1]!) > 1e-6
  })
}

function toFeature(polygons: Polygon[]): Feature<MultiPolygon> {
  return multiPolygon(polygons.map((rings) => rings.map((ring) => [...ring, ring[0]!])))
}

function taken(feature: Feature<GeoPolygon | MultiPolygon> | null): Polygon[] {
  if (!feature) return []
  const { geometry } = feature
  const polygons: Position[][][] = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.map((rings) => rings.map((ring) => ring.slice(0, -1)))
}
