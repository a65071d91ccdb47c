import type { MembershipRole } from '#db/tables/people/membership.ts'
import type { Claims } from './oidc.ts'
import type { Provider } from './providers.ts'

/** What is used of what a provider says of a person. */
export type Person = {
  subject: string
  /** In one spelling; null unless the provider says that it has verified it. */
  email: string | null
  names: { name?: string; firstname?: string; lastname?: string }
  /** Null where the provider does not say them: roles then stay as they are. */
  groups: string[] | null
}

export function personOf(claims: Claims, provider: Pick<Provider, 'groups_claim'>): Person {
  // Some say it as text, although OpenID Connect Core §5.1 has a boolean.
  const is_verified = claims.email_verified === true || claims.email_verified === 'true'
  const email = text(claims.email, 254)?.trim().normalize('NFKC').toLowerCase()
  const [name, firstname, lastname] = [
    text(claims.name, 200),
    text(claims.given_name, 100),
    text(claims.family_name, 100),
  ]
  const groups = claims[provider.groups_claim]
  return {
    subject: claims.sub,
    email: is_verified && email?.includes('@') ? email : null,
    names: { ...(name && { name }), ...(firstname && { firstname }), ...(lastname && { lastname }) },
    groups: groupsOf(groups),
  }
}

/**
 * The role that the groups of a person give.
 *
 * @returns null for none
 */
export function roleOf(provider: RoleRules, groups: string[] | null): MembershipRole | null {
  const has = (named: string[]) => groups?.some((group) => named.includes(group)) ?? false
  if (has(provider.administrator_groups)) return 'Administrator'
  if (has(provider.staff_groups)) return 'Staff'
  if (has(provider.user_groups)) return 'User'
  if (has(provider.customer_groups)) return 'Customer'
  return provider.default_role
}

/** Whether roles follow the groups at each sign-in, not only at the first. */
export const followsGroups = (provider: RoleRules, groups: string[] | null) =>
  groups !== null &&
  [provider.administrator_groups, provider.staff_groups, provider.user_groups, provider.customer_groups].some(
    (named) => named.length > 0,
  )

function groupsOf(claim: unknown): string[] | null {
  if (typeof claim === 'string') return [claim]
  if (!Array.isArray(claim)) return null
  return claim.filter((group): group is string => typeof group === 'string').slice(0, MOST_GROUPS)
}

const text = (claim: unknown, most: number) =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= most ? claim : undefined

const MOST_GROUPS = 1000

export type RoleRules = Pick<
  Provider,
  'administrator_groups' | 'staff_groups' | 'user_groups' | 'customer_groups' | 'default_role'
>
