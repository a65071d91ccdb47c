import type { Position } from 'geojson'

/** Position of a boundary's name: the centroid, with parts on both sides of 180° joined. */
export function labelPoint(polygons: Position[][][]): Position {
  const lons = polygons.flat(2).map(([lon]) => lon!)
  const across = lons.some((lon) => lon > 179.9999) && lons.some((lon) => lon < -179.9999)
  let [x, y, weight] = [0, 0, 0]
  for (const [outer] of polygons) {
    const part = centroid(outer!.map(([lon, lat]) => [across && lon! < 0 ? lon! + 360 : lon!, lat!]))
    x += part.x * part.area
    y += part.y * part.area
    weight += part.area
  }
  const lon = x / weight
  return [lon > 180 ? lon - 360 : lon, y / weight]
}

function centroid(ring: Position[]): { x: number; y: number; area: number } {
  // Relative to the first point: small rings far from 0° would lose precision.
  const [x0, y0] = ring[0] as [number, number]
  let [x, y, twice] = [0, 0, 0]
  for (let index = 1; index < ring.length; index++) {
    const [ax, ay] = [ring[index - 1]![0]! - x0, ring[index - 1]![1]! - y0]
    const [bx, by] = [ring[index]![0]! - x0, ring[index]![1]! - y0]
    const cross = ax * by - bx * ay
    x += (ax + bx) * cross
    y += (ay + by) * cross
    twice += cross
  }
  if (twice === 0) return { x: x0, y: y0, area: Number.EPSILON }
  return { x: x0 + x / (3 * twice), y: y0 + y / (3 * twice), area: Math.abs(twice) / 2 }
}
