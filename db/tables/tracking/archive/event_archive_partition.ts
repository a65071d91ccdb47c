import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A partition of `tracker_event` that is being closed, or is closed and not yet dropped. */
export const EventArchivePartition = defineTable({
  name: 'event_archive_partition',
  columns: { name: Type.String(), from_at: Timestamp, to_at: Timestamp, closed_at: Nullable(Timestamp) },
  defaults: ['closed_at'],
  stays: 'partitions of this database',
})
