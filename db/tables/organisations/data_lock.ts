import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Makes an organisation's records before a time immutable. */
export const DataLock = defineTable({
  name: 'data_lock',
  columns: {
    id: Id,
    organisation_id: Id,
    locked_until: Timestamp,
    reason: Nullable(Type.String({ maxLength: 1000 })),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'created_at', 'modified_at'],
})
