import { Type } from 'typebox'
import { Geometry, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A place with a name. */
export const Location = defineTable({
  name: 'location',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Null: the whole organisation's. */
    owner_user_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    position: Geometry,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  defaults: ['id', 'created_at', 'modified_at'],
  conflicts: { location_name: ['name_conflict', 'name'] },
})
