import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

export const membershipRoles = ['Administrator', 'Staff', 'User', 'Customer'] as const

/** A user's role in an organisation. Administrator and Staff see all of it; User and Customer see what is theirs. */
export const Membership = Type.Object({
  organisation_id: Id,
  user_id: Id,
  role_name: Type.Union(membershipRoles.map((role) => Type.Literal(role))),
  created_at: Timestamp,
})

export type MembershipRole = (typeof membershipRoles)[number]
export type MembershipTable = Table<
  Omit<Static<typeof Membership>, 'role_name'> & { role_name: MembershipRole },
  'created_at'
>
