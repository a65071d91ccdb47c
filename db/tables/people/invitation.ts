import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { RoleName } from './membership.ts'

/** An open invitation by e-mail to become a member. */
export const Invitation = defineTable({
  name: 'invitation',
  columns: {
    id: Id,
    organisation_id: Id,
    email: Type.String({ maxLength: 254 }),
    role_name: RoleName,
    /** Whether the membership will be. */
    limited: Type.Boolean(),
    /** The role of the organisation that the membership will have. */
    role_id: Nullable(Id),
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** Whether its link was mailed, which proves the address, and is shown to nobody else; else the administrator hands it over, and it proves no address. */
    mailed: Type.Boolean(),
    /** Null where the account is gone. */
    created_by_user_id: Nullable(Id),
    expires_at: Timestamp,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'limited', 'role_id', 'mailed', 'created_by_user_id', 'created_at', 'modified_at'],
  conflicts: { invitation_email: ['email_conflict', 'email'] },
  purge: { address: 'email' },
})
