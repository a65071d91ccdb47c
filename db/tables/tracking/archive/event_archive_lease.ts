import { Type } from 'typebox'
import { Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** Which process works on the archive, one at a time. One row at most. */
export const EventArchiveLease = defineTable({
  name: 'event_archive_lease',
  columns: { id: Type.Integer({ minimum: 1, maximum: 1 }), holder: Type.String(), until: Timestamp },
  stays: 'of processes of this installation',
})
