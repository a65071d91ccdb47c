import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A report that the database refused (dead letter), set aside so that its batch could be stored. */
export const RejectedReport = defineTable({
  name: 'rejected_report',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    received: Timestamp,
    reason: Type.String(),
    /** The report as JSON text: `jsonb` might refuse it. */
    report: Type.String(),
  },
  defaults: ['id'],
  removal: {},
  purge: { phone: 'without_index' },
})
