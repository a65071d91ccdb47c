import type { Position } from 'geojson'
import type { Ring } from './types.ts'

const earth = 6_371_008.8 // metres, the mean radius
const segments = 96
const radian = Math.PI / 180

/** A circle as a polygon for display. The server computes the stored one on the ellipsoid. */
export function ringAround([lon, lat]: Position, radius_m: number): Ring {
  return Array.from({ length: segments }, (_, i) => {
    const bearing = (i / segments) * 2 * Math.PI
    return destination([lon!, lat!], radius_m, bearing)
  })
}

/** The point at a distance and bearing, in radians from north. */
export function destination([lon, lat]: Position, metres: number, bearing: number): Position {
  const [angle, from] = [metres / earth, lat! * radian]
  const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing)
  const x = Math.cos(angle) - Math.sin(from) * sine
  const y = Math.sin(bearing) * Math.sin(angle) * Math.cos(from)
  return [lon! + Math.atan2(y, x) / radian, Math.asin(sine) / radian]
}

/** Metres between two points. */
export function distance(a: Position, b: Position): number {
  const high = Math.sin(((b[1]! - a[1]!) * radian) / 2) ** 2
  const wide = Math.sin(((b[0]! - a[0]!) * radian) / 2) ** 2
  return 2 * earth * Math.asin(Math.sqrt(high + Math.cos(a[1]! * radian) * Math.cos(b[1]! * radian) * wide))
}
