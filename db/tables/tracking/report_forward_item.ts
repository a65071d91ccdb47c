import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A report that waits to be forwarded. Written in the statement that stores the report. */
export const ReportForwardItem = defineTable({
  name: 'report_forward_item',
  columns: {
    id: Id,
    report_forward_id: Id,
    organisation_id: Id,
    tracker_id: Id,
    event_id: Id,
    fix_at: Timestamp,
    queued_at: Timestamp,
    due_at: Timestamp,
    attempts: Type.Integer({ minimum: 0 }),
  },
  required: ['report_forward_id', 'organisation_id', 'tracker_id', 'event_id', 'fix_at'],
  removal: {},
  purge: { phone: 'without_index' },
})
