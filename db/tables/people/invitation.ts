import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { RoleName } from './membership.ts'

/** An invitation by e-mail to become a member. Ends when it is accepted. */
export const Invitation = defineTable({
  name: 'invitation',
  columns: {
    id: Id,
    organisation_id: Id,
    email: Type.String({ maxLength: 254 }),
    role_name: RoleName,
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** Whether its link was mailed; else the administrator hands it over, and it proves no address. */
    mailed: Type.Boolean(),
    expires_at: Timestamp,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'mailed', 'created_at', 'modified_at'],
})
