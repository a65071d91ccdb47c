const radius = 6_371_008.8

/** Metres between two places, along the great circle. */
export function distance(from: Place, to: Place): number {
  const [lat1, lat2] = [radians(from.lat), radians(to.lat)]
  const high = Math.sin((lat2 - lat1) / 2) ** 2
  const wide = Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(to.lon - from.lon) / 2) ** 2
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(high + wide)))
}

/** Degrees clockwise from north, for nearby places. */
export function bearing(from: Place, to: Place): number {
  const east = (to.lon - from.lon) * Math.cos(radians((from.lat + to.lat) / 2))
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

export type Place = { lon: number; lat: number }
