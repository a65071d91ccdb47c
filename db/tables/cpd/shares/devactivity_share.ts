import { sql } from 'kysely'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** That an activity was made of one in another organisation of its person, so that its hours count in both. */
export const DevactivityShare = defineTable({
  name: 'devactivity_share',
  columns: {
    id: Id,
    /** In which it counts, too. */
    organisation_id: Id,
    user_id: Id,
    devactivity_id: Id,
    /** Null once the original was deleted, or is in another installation. */
    source_devactivity_id: Nullable(Id),
    source_organisation_id: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devactivity_id'],
  exported: 'Which activities count in two organisations',
  // The other organisation does not move with it.
  moves: { values: { source_devactivity_id: sql`null::bigint`, source_organisation_id: sql`null::bigint` } },
  conflicts: { devactivity_share_once: ['conflict', 'organisation_id'] },
})
