/** What a tracker has reported in a span, in columns, in the order of times. */
export type Track = {
  /** Milliseconds since 1970. */
  at: number[]
  /** Degrees. */
  lon: number[]
  lat: number[]
  /** The verdict of each; null where no boundary applied. Empty unless asked for. */
  outside: (boolean | null)[]
  /** Metres; null where it is not known. Empty unless asked for. */
  accuracy: (number | null)[]
}

/** The same of who only reads it. */
export type Way = { [K in keyof Track]: ArrayLike<Track[K][number]> }

export const emptyTrack = (): Track => ({ at: [], lon: [], lat: [], outside: [], accuracy: [] })

/** Adds what a tracker has reported later. */
export function append(track: Track, { at, lon, lat, outside, accuracy }: Way): void {
  // One by one: the arguments of a call are limited.
  for (let i = 0; i < at.length; i++) {
    track.at.push(at[i]!)
    track.lon.push(lon[i]!)
    track.lat.push(lat[i]!)
    if (outside.length > 0) track.outside.push(outside[i]!)
    if (accuracy.length > 0) track.accuracy.push(accuracy[i]!)
  }
}

/** Late reports are in the table while the others of their day are in files. */
export function inOrder({ at, lon, lat, outside, accuracy }: Way): Track {
  const order = Array.from(at, (_, i) => i).sort((a, b) => at[a]! - at[b]!)
  const sorted = <T>(column: ArrayLike<T>) => (column.length > 0 ? order.map((i) => column[i]!) : [])
  return { at: sorted(at), lon: sorted(lon), lat: sorted(lat), outside: sorted(outside), accuracy: sorted(accuracy) }
}

/** Whether a clock ahead of the server's has mixed up the order. */
export function isInOrder({ at }: Way): boolean {
  for (let i = 1; i < at.length; i++) if (at[i]! < at[i - 1]!) return false
  return true
}
