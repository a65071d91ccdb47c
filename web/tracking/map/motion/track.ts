const earth = 40_075_016.7

/** Web Mercator coordinates, 0 to 1 from the north-west corner. */
export function toMercator(lon: number, lat: number): { x: number; y: number } {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export function fromMercator(x: number, y: number): { lon: number; lat: number } {
  const turn = x - Math.floor(x)
  return { lon: turn * 360 - 180, lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI }
}

/** Difference of two x the short way around the world, at most a half. */
export function shortestWay(from: number, to: number): number {
  const way = to - from
  return way - Math.round(way)
}

/** Metres between two nearby points. */
export function metresBetween(dx: number, dy: number, y: number): number {
  const stretch = Math.cosh(Math.PI * (1 - 2 * y))
  return (Math.hypot(dx, dy) * earth) / stretch
}

/** Metres: over longer distances a marker jumps, as an animation would show a route that was not reported. */
export const longestStride = 2000
