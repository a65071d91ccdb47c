import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A file attached to a tracker, a boundary, a message or a record of maintenance: exactly one of them. */
export const Attachment = defineTable({
  name: 'attachment',
  columns: {
    id: Id,
    organisation_id: Id,
    file_id: Id,
    tracker_id: Nullable(Id),
    boundary_id: Nullable(Id),
    message_id: Nullable(Id),
    maintenance_done_id: Nullable(Id),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'file_id'],
})
