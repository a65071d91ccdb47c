import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

export const membershipRoles = ['Administrator', 'Staff', 'User', 'Customer'] as const

export const RoleName = Type.Unsafe<MembershipRole>(Type.Union(membershipRoles.map((role) => Type.Literal(role))))

/** A user's role in an organisation. Administrator and Staff see all of it; User and Customer see what is theirs. */
export const Membership = Type.Object({
  id: Id,
  organisation_id: Id,
  user_id: Id,
  role_name: RoleName,
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type MembershipRole = (typeof membershipRoles)[number]
export type MembershipTable = Table<Static<typeof Membership>, 'id' | 'created_at' | 'modified_at'>
