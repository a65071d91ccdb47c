import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Links a boundary that does not apply to all trackers to those it applies to. */
export const BoundaryTracker = defineTable({
  name: 'boundary_tracker',
  columns: { organisation_id: Id, boundary_id: Id, tracker_id: Id },
})
