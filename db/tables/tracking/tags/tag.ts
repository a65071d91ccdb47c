import { Type } from 'typebox'
import { Colour, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A word for trackers, such as "lease" or "has a crane": a tracker has any number of them. */
export const Tag = defineTable({
  name: 'tag',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 50 }),
    colour: Nullable(Colour),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name'],
  names: ['name'],
  conflicts: { tag_name: ['name_conflict', 'name'] },
})
