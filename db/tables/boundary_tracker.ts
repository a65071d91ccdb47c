import { type Static, Type } from 'typebox'
import { Id, type Table } from './columns.ts'

/** Links a boundary that does not apply to all trackers to those it applies to. */
export const BoundaryTracker = Type.Object({
  organisation_id: Id,
  boundary_id: Id,
  tracker_id: Id,
})

export type BoundaryTrackerTable = Table<Static<typeof BoundaryTracker>>
