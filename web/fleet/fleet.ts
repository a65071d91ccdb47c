import type { Alert, Boundary, Tracker } from '../types.ts'

/** What the map page knows of an organisation, besides the positions. */
export type Fleet = {
  /** sorted by name */
  trackers: Tracker[]
  byId: ReadonlyMap<number, Tracker>
  boundaries: Boundary[]
  /** newest first */
  alerts: Alert[]
  /** the open alert for having left a boundary, by tracker */
  leaving: ReadonlyMap<number, Alert>
}
