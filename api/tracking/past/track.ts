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

/** Late reports are in the table while the others of their day are in files. */
export function inOrder({ at, lon, lat, outside }: Track): Track {
  const order = at.map((_, i) => i).sort((a, b) => at[a]! - at[b]!)
  const sorted = <T>(column: T[]) => (column.length > 0 ? order.map((i) => column[i]!) : column)
  return { at: sorted(at), lon: sorted(lon), lat: sorted(lat), outside: sorted(outside) }
}
