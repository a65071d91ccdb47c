import { Type } from 'typebox'
import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/**
 * The key of an event that was corrected or removed: what files hold of it does not count until they are rewritten. A
 * corrected one is a row of `tracker_event`.
 */
export const EventArchiveChange = defineTable({
  name: 'event_archive_change',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    fix_at: Timestamp,
    digest: Type.Integer({ minimum: 0 }),
    /** Grows with each change of the event. */
    version: Type.Integer({ minimum: 1 }),
    changed_at: Timestamp,
  },
  purge: { phone: 'apart' },
})
