const earth = 40_075_016.7

/** The web Mercator square, 0 to 1 from the north-west corner: the plane in which the map draws. */
export function toMercator(lon: number, lat: number): { x: number; y: number } {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export function fromMercator(x: number, y: number): { lon: number; lat: number } {
  const turn = x - Math.floor(x)
  return { lon: turn * 360 - 180, lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI }
}

/** From one x to another the shortest way round the world: never more than half of it. */
export function shortestWay(from: number, to: number): number {
  const way = to - from
  return way - Math.round(way)
}

/** Metres between two points of the plane that lie close together. */
export function metresBetween(dx: number, dy: number, y: number): number {
  const stretch = Math.cosh(Math.PI * (1 - 2 * y))
  return (Math.hypot(dx, dy) * earth) / stretch
}

/** A tracker that was out of sight is put where it is now; drawing it racing over the land would be a lie. */
export const longestStride = 2000
