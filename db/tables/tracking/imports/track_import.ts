import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A track that was imported into a tracker's history: by it, its points are found and removed again. */
export const TrackImport = defineTable({
  name: 'track_import',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    created_by_user_id: Nullable(Id),
    /** Such as the name of the file. */
    name: Type.String({ minLength: 1, maxLength: 200 }),
    /** Of all its events (`tracker_event.digest`): from `FIRST_IMPORTED` on. */
    digest: Type.Integer({ minimum: 0 }),
    /** How many have been stored, and not been removed by undoing it. */
    points: Type.Integer({ minimum: 0 }),
    /** While it is being undone, from where on there may be more. */
    first_fix_at: Timestamp,
    last_fix_at: Timestamp,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'tracker_id', 'name', 'digest', 'points', 'first_fix_at', 'last_fix_at'],
})
