import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { purposes } from '../../purposes.ts'
import { type MembershipRole, membershipRoles } from '../membership.ts'

const Groups = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50, uniqueItems: true })

/**
 * Where people sign in elsewhere (OpenID Connect): the provider of an organisation, for addresses of its verified domains,
 * or without one the installation's.
 */
export const IdentityProvider = defineTable({
  name: 'identity_provider',
  columns: {
    id: Id,
    organisation_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** The address that its discovery document is found below, and that its tokens name. */
    issuer: Type.String({ minLength: 1, maxLength: 500 }),
    client_id: Type.String({ minLength: 1, maxLength: 500 }),
    secret_sealed: Nullable(Type.String()),
    scopes: Type.String({ minLength: 1, maxLength: 500, pattern: '^(\\S+ )*openid( \\S+)*$' }),
    groups_claim: Type.String({ minLength: 1, maxLength: 100 }),
    /** Values of the claim that give a role; the first role that has one of a person's counts. */
    administrator_groups: Groups,
    staff_groups: Groups,
    user_groups: Groups,
    customer_groups: Groups,
    /** The role of people of other groups; null: they do not join. */
    default_role: Nullable(Type.Unsafe<MembershipRole>(Type.String({ enum: [...membershipRoles] }))),
    /** Whether it opens accounts for people who have none. */
    creates_accounts: Type.Boolean(),
    /** Whether members with addresses of the domains sign in by it only. */
    force: Type.Boolean(),
    /** Whether signing out here signs out there, too. */
    signs_out: Type.Boolean(),
    active: Type.Boolean(),
    /** Where it ends its own session; as it said at the last sign-in. */
    end_session_url: Nullable(Type.String({ maxLength: 500 })),
    last_used_at: Nullable(Timestamp),
    last_error: Nullable(Type.String({ maxLength: 500 })),
    last_error_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['name', 'issuer', 'client_id'],
  sealed: { secret_sealed: purposes.identity_provider },
  stays: 'providers know the address of this installation',
})
