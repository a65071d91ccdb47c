import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A circle in which no place is suggested. */
export const IgnoredPlace = defineTable({
  name: 'ignored_place',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Who does not want it suggested; null: the whole organisation. */
    owner_user_id: Nullable(Id),
    lon: Type.Number({ minimum: -180, maximum: 180 }),
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    radius_m: Type.Number({ minimum: 1, maximum: 1000 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'created_at', 'modified_at'],
})
