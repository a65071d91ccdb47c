import { Id, OpenJson, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** What was remembered of a tracker at some of its rests: late data is read from the one before it. */
export const MovementMark = defineTable({
  name: 'movement_mark',
  columns: { organisation_id: Id, tracker_id: Id, through: Timestamp, state: OpenJson(65_536) },
  stays: 'found again in the events',
})
