import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** When a tracker had an external supply last: one that never had any is not unplugged. */
export const TrackerPower = defineTable({
  name: 'tracker_power',
  columns: { organisation_id: Id, tracker_id: Id, powered_at: Timestamp },
  removal: {},
})
