import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

export const membershipRoles = ['Administrator', 'Staff', 'User', 'Customer'] as const

export const RoleName = Type.Unsafe<MembershipRole>(Type.Union(membershipRoles.map((role) => Type.Literal(role))))

/** What a member does in professional development besides their role: all of it, audits, or numbers only. */
export const cpdRoles = ['officer', 'auditor', 'committee'] as const
export const CpdRole = Type.Unsafe<CpdRole>(Type.String({ enum: [...cpdRoles] }))

/** What a member does in billing besides: all of it. */
export const billingRoles = ['treasurer'] as const
export const BillingRole = Type.Unsafe<BillingRole>(Type.String({ enum: [...billingRoles] }))

/** A user's role in an organisation. Administrator and Staff see all of it, Staff perhaps some groups of trackers; User and Customer see their own rows. */
export const Membership = defineTable({
  name: 'membership',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    role_name: RoleName,
    /** Whether they see the trackers of some groups only, those of `membership_group` and below. Of Staff. */
    limited: Type.Boolean(),
    cpd_role: Nullable(CpdRole),
    billing_role: Nullable(BillingRole),
    /** The role of the organisation that limits `role_name`, which is its base. */
    role_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'limited', 'role_id', 'created_at', 'modified_at'],
  conflicts: { membership_pkey: ['conflict', 'user_id'] },
})

export type BillingRole = (typeof billingRoles)[number]
export type CpdRole = (typeof cpdRoles)[number]
export type MembershipRole = (typeof membershipRoles)[number]
