const RADIUS_M = 6_371_008.8

/** Metres between two positions, along the great circle. */
export function distance(from: Position, to: Position): number {
  const [lat1, lat2] = [radians(from.lat), radians(to.lat)]
  const high = Math.sin((lat2 - lat1) / 2) ** 2
  const wide = Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(to.lon - from.lon) / 2) ** 2
  return 2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(high + wide)))
}

/** The direction in which one sets out from a position to another, in degrees clockwise from true north. */
export function bearing(from: Position, to: Position): number {
  const [lat1, lat2, east] = [radians(from.lat), radians(to.lat), radians(to.lon - from.lon)]
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(east)
  const degrees = (Math.atan2(Math.sin(east) * Math.cos(lat2), x) * 180) / Math.PI
  return (degrees + 360) % 360
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** WGS 84 degrees. */
export type Position = { lon: number; lat: number }
