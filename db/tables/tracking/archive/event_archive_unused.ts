import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A file that was replaced or is no longer needed. It is removed later, since a reader may be reading. */
export const EventArchiveUnused = defineTable({
  name: 'event_archive_unused',
  columns: {
    backend_key: Type.String(),
    backend: Type.String(),
    unused_at: Timestamp,
    block_digests: Nullable(Type.String()),
  },
  stays: 'files of this installation that nothing names',
})
