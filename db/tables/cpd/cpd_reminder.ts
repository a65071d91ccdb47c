import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A reminder that was sent: one per person and occasion. */
export const CpdReminder = defineTable({
  name: 'cpd_reminder',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    occasion: Type.String(),
    message_id: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'occasion'],
})
