import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A deleted tracker whose events are still in files: readers leave it out until the files are rewritten. */
export const EventArchiveRemoval = defineTable({
  name: 'event_archive_removal',
  columns: { organisation_id: Id, tracker_id: Id, removed_at: Timestamp },
  removal: { made_by_trigger: true },
  purge: { phone: 'apart' },
})
