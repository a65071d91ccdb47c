import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'
import { RoleName } from './membership.ts'

/** Somebody is asked, by e-mail, to become a member. It ends when it is accepted. */
export const Invitation = Type.Object({
  id: Id,
  organisation_id: Id,
  email: Type.String({ maxLength: 254 }),
  role_name: RoleName,
  token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
  expires_at: Timestamp,
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type InvitationTable = Table<Static<typeof Invitation>, 'id' | 'created_at' | 'modified_at'>
