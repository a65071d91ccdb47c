import { type Static, Type } from 'typebox'
import { Geometry, Id, Nullable, type Table, Timestamp } from './columns.ts'

/** A place with a name. */
export const Location = Type.Object({
  id: Id,
  organisation_id: Id,
  /** Null: the whole organisation's. */
  owner_user_id: Nullable(Id),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  position: Geometry,
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type LocationTable = Table<Static<typeof Location>, 'id' | 'created_at' | 'modified_at'>
