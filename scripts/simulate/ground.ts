/** Metres and directions between places that are near each other. */

const METRES_PER_DEGREE = 111_320

export function distance(a: Place, b: Place): number {
  return Math.hypot(...metres(a, b))
}

/** Degrees clockwise from north. */
export function direction(a: Place, b: Place): number {
  const [east, north] = metres(a, b)
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

export function moved([lon, lat]: Place, east: number, north: number): Place {
  return [lon + east / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)), lat + north / METRES_PER_DEGREE]
}

export const between = (a: Place, b: Place, share: number): Place => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

function metres(a: Place, b: Place): [east: number, north: number] {
  const shrink = Math.cos((((a[1] + b[1]) / 2) * Math.PI) / 180)
  return [(b[0] - a[0]) * METRES_PER_DEGREE * shrink, (b[1] - a[1]) * METRES_PER_DEGREE]
}

export type Place = readonly [lon: number, lat: number]
