/**
 * Positions as metres in space, on the ellipsoid of WGS 84: the straight distance of two that are near each other is the
 * one on the ground, at the poles and across 180° as everywhere.
 */
export function toSpace({ lon, lat }: LonLat): Vector {
  const [x, y] = [(lon * Math.PI) / 180, (lat * Math.PI) / 180]
  const normal = A / Math.sqrt(1 - E2 * Math.sin(y) ** 2)
  return [normal * Math.cos(y) * Math.cos(x), normal * Math.cos(y) * Math.sin(x), normal * (1 - E2) * Math.sin(y)]
}

export function toGlobe([x, y, z]: Vector): LonLat {
  const lat = Math.atan2(z, Math.hypot(x, y) * (1 - E2))
  return { lon: (Math.atan2(y, x) * 180) / Math.PI, lat: (lat * 180) / Math.PI }
}

export const metresBetween = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const A = 6_378_137
const E2 = 0.006_694_379_990_14

export type LonLat = { lon: number; lat: number }
export type Vector = readonly [number, number, number]

export const mapVector = ([x, y, z]: Vector, f: (x: number) => number): Vector => [f(x), f(y), f(z)]
