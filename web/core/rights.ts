import { createContext, useContext } from 'react'
import type { Area } from '#db/tables/people/role.ts'
import { homeOf } from './nextPath.ts'
import { useSession } from './session.ts'
import type { Feature, Membership, User } from './types.ts'

/** Which menus and pages are shown. The server enforces the rights. */
export type Kind = 'guest' | 'customer' | 'staff' | 'user' | 'officer' | 'administrator' | 'platform_administrator'

/** The kind of user by their strongest role; one without a membership sees what a customer does. */
export function kindOf(user: User | null): Kind {
  if (!user) return 'guest'
  if (user.platform_admin) return 'platform_administrator'
  const has = (role: string) => user.memberships.some(({ role_name }) => role_name === role)
  // Of a product, whatever else they are there.
  if (!has('Administrator') && officesOf(user).length > 0) return 'officer'
  const strongest = order.find(([role]) => has(role))
  return strongest?.[1] ?? 'customer'
}

/** Of several memberships the first in this order counts. */
const order = [
  ['Administrator', 'administrator'],
  ['User', 'user'],
  ['Staff', 'staff'],
  ['Customer', 'customer'],
] as const

export const isAdmin = (user: User | null) => ['administrator', 'platform_administrator'].includes(kindOf(user))

/**
 * The products that the user manages without being an administrator: CPD as its officer, billing as the treasurer.
 *
 * @param organisation_id only in this one
 */
export function officesOf(user: User | null, organisation_id: number | null = null): Office[] {
  const { memberships = [] } = user ?? {}
  const there = memberships.filter((each) => organisation_id === null || each.organisation_id === organisation_id)
  return offices.filter((office) => there.some((each) => holds[office](each)))
}

const offices = ['cpd', 'billing'] as const
export type Office = (typeof offices)[number]
const holds: Record<Office, (membership: Membership) => boolean> = {
  cpd: ({ cpd_role }) => cpd_role === 'officer',
  billing: ({ billing_role }) => billing_role === 'treasurer',
}

/** Who sees the pages by which a product is managed: administrators, and who has the office of it. */
export const manages = (user: User | null, office: Office) => isAdmin(user) || officesOf(user).includes(office)

/** Without an organisation, the page says that there is none. */
const initial: readonly Feature[] = ['tracking']

/** What the current organisation has: menus and pages of the rest are not shown. */
export function useFeatures(): readonly Feature[] {
  return useSession(({ user, organisation_id }) => featuresOf(user, organisation_id))
}

/** The same of a user and an organisation; without one, of the user's first. */
export function featuresOf(user: User | null, organisation_id: number | null): readonly Feature[] {
  const { memberships = [] } = user ?? {}
  const current = memberships.find((each) => each.organisation_id === organisation_id) ?? memberships[0]
  // A session that an older version of the page has kept does not say.
  return current?.features ?? initial
}

/** The first page of who is signed in now, as after impersonating or accepting an invitation. */
export function currentHome(): string {
  const { user, organisation_id } = useSession.getState()
  return homeOf(user, featuresOf(user, organisation_id))
}

/** The areas of roles that the page shows; what the person may do there is asked of them. */
export const PageAreas = createContext<readonly Area[]>([])

/** Whether the person's role in the organisation allows all of the areas. The server enforces it. */
export function allowsAll(
  user: User | null,
  organisation_id: number | null,
  areas: readonly Area[],
  need: 'read' | 'write' = 'read',
): boolean {
  if (!user || user.platform_admin) return true
  const { memberships } = user
  const current = memberships.find((each) => each.organisation_id === organisation_id) ?? memberships[0]
  const limits = current?.limits
  if (!limits) return true
  return areas.every((area) => limits.areas[area] === 'write' || (need === 'read' && limits.areas[area] === 'read'))
}

/** Whether the person's role allows to change what the page shows. */
export function useMayWrite(organisation_id: number): boolean {
  const areas = useContext(PageAreas)
  // The first is what the page is about; others are shown, too.
  return useSession(({ user }) => allowsAll(user, organisation_id, areas.slice(0, 1), 'write'))
}

/** Whether the person's role in the current organisation allows to read the areas. */
export const useAllowed = (areas: readonly Area[]): boolean =>
  useSession(({ user, organisation_id }) => allowsAll(user, organisation_id, areas))
