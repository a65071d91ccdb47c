import { Type } from 'typebox'
import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** The key of a report that arrived for a partition while it was being closed: it is in no file. */
export const EventArchiveLate = defineTable({
  name: 'event_archive_late',
  columns: {
    partition: Type.String(),
    organisation_id: Id,
    tracker_id: Id,
    fix_at: Timestamp,
    digest: Type.Integer({ minimum: 0 }),
  },
  stays: 'reports of a partition that is being closed here; they are among the events',
  removal: { made_by_trigger: true },
  purge: { phone: 'apart' },
})
