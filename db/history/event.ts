/** An event as it is in a file. Times are microseconds since 1970, which a number holds exactly until the year 2255. */
export type ArchivedEvent = {
  id: number
  tracker_id: number
  fix_at: number
  received: number
  event: string
  alarm: string | null
  valid: boolean
  /** Degrees; null without a position. */
  longitude: number | null
  latitude: number | null
  altitude: number | null
  heading: number | null
  speed: number | null
  accuracy: number | null
  outside_boundary: boolean | null
  repeated: boolean
  late: boolean
  boundary_id: number | null
  /** The text of the `jsonb`, so that no number loses digits. */
  attributes: string | null
  digest: number
}

export type Column = keyof ArchivedEvent

/** The order of events in a file. */
export function compareEvents(a: ArchivedEvent, b: ArchivedEvent): number {
  return a.tracker_id - b.tracker_id || a.fix_at - b.fix_at || a.digest - b.digest
}
