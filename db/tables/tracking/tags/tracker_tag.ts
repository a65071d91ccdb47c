import { Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** The tags of trackers. */
export const TrackerTag = defineTable({
  name: 'tracker_tag',
  columns: { organisation_id: Id, tracker_id: Id, tag_id: Id },
})
