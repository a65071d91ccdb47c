import type { Alert, Boundary, NamedTracker, Tracker } from '../types.ts'

/** The map page's data of an organisation, without positions. */
export type Fleet = {
  /** sorted by name; empty when `by_view` */
  trackers: Tracker[]
  byId: ReadonlyMap<number, NamedTracker>
  /** large fleet: the server sends only the current viewport */
  by_view: boolean
  boundaries: Boundary[]
  /** newest first */
  alerts: Alert[]
  /** the oldest open alert for having left or entered a boundary, by tracker */
  leaving: ReadonlyMap<number, Alert>
}
