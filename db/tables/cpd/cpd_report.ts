import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A report of a plan as it was made, and to whom it was sent. */
export const CpdReport = defineTable({
  name: 'cpd_report',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    devplan_id: Id,
    file_id: Nullable(Id),
    sha256: Type.String(),
    sent_to: Nullable(Type.String()),
    message_id: Nullable(Id),
    created_by: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devplan_id', 'sha256'],
  exported: 'Reports of plans that were made',
})
