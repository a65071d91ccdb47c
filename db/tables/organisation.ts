import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

/** The tenant. Everything but a user belongs to exactly one. */
export const Organisation = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type OrganisationTable = Table<Static<typeof Organisation>, 'id' | 'created_at' | 'modified_at'>
