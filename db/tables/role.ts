import { type Static, Type } from 'typebox'
import { Id, type Table } from './columns.ts'

/** What a person may be: the roles of a membership, and the platform's own. The list is fixed. */
export const Role = Type.Object({
  id: Id,
  name: Type.String({ maxLength: 50 }),
  is_admin: Type.Boolean(),
  /** Of the installation, not of an organisation. */
  platform: Type.Boolean(),
  about: Type.String(),
})

export type RoleTable = Table<Static<typeof Role>, 'id' | 'platform'>
