/** What a tracker has reported in a span, in columns, in the order of times. */
export type Track = {
  /** Milliseconds since 1970. */
  at: number[]
  /** Degrees. */
  lon: number[]
  lat: number[]
  /** The verdict of each; null where no boundary applied. Empty unless verdicts are asked for. */
  outside: (boolean | null)[]
}

/** The same of who only reads it. */
export type Way = { [K in keyof Track]: ArrayLike<Track[K][number]> }

export const emptyTrack = (): Track => ({ at: [], lon: [], lat: [], outside: [] })

/** Adds what a tracker has reported later. */
export function append(track: Track, { at, lon, lat, outside }: Way): void {
  // One by one: the arguments of a call are limited.
  for (let i = 0; i < at.length; i++) {
    track.at.push(at[i]!)
    track.lon.push(lon[i]!)
    track.lat.push(lat[i]!)
    if (outside.length > 0) track.outside.push(outside[i]!)
  }
}

/** Late reports are in the table while the others of their day are in files. */
export function inOrder({ at, lon, lat, outside }: Track): Track {
  const order = at.map((_, i) => i).sort((a, b) => at[a]! - at[b]!)
  const sorted = <T>(column: T[]) => (column.length > 0 ? order.map((i) => column[i]!) : column)
  return { at: sorted(at), lon: sorted(lon), lat: sorted(lat), outside: sorted(outside) }
}
