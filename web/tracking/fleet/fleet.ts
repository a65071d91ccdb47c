import type { Alert, Boundary, NamedTracker, Tracker } from '../../core/types.ts'

/** What the map page knows of an organisation, besides the positions. */
export type Fleet = {
  /** sorted by name; none of a fleet that is seen by view */
  trackers: Tracker[]
  byId: ReadonlyMap<number, NamedTracker>
  /** too large to be held whole: the server sends what is looked at */
  by_view: boolean
  boundaries: Boundary[]
  /** newest first */
  alerts: Alert[]
  /** the open alert for having left a boundary, by tracker */
  leaving: ReadonlyMap<number, Alert>
}
