import { Type } from 'typebox'
import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The roles of memberships, and the platform's own. The list is fixed. */
export const Role = defineTable({
  name: 'role',
  columns: {
    id: Id,
    name: Type.String({ maxLength: 50 }),
    is_admin: Type.Boolean(),
    /** Of the installation, not of an organisation. */
    platform: Type.Boolean(),
    about: Type.String(),
  },
  defaults: ['id', 'platform'],
  stays: 'the same in every installation',
})
