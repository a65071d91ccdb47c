import { createContext, useContext } from 'react'
import type { Area } from '#db/tables/people/role.ts'
import { useSession } from './session.ts'
import type { User } from './types.ts'

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
