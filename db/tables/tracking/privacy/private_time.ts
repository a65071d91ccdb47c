import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A time in which a person has kept a tracker private: no place of it is stored. */
export const PrivateTime = defineTable({
  name: 'private_time',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Who has switched it on; null when the account is gone. */
    user_id: Nullable(Id),
    began_at: Timestamp,
    ended_at: Timestamp,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'created_at', 'modified_at'],
  exported: 'Times in which trackers were private',
})
