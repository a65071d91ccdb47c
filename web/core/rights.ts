import { useSession } from './session.ts'
import type { Feature, User } from './types.ts'

/** Which menus and pages are shown. The server enforces the rights. */
export type Kind = 'guest' | 'user' | 'administrator' | 'platform_administrator'

export function kindOf(user: User | null): Kind {
  if (!user) return 'guest'
  if (user.platform_admin) return 'platform_administrator'
  return user.memberships.some((membership) => membership.role_is_admin) ? 'administrator' : 'user'
}

export const isAdmin = (user: User | null) => ['administrator', 'platform_administrator'].includes(kindOf(user))

const none: readonly Feature[] = []

/** What the current organisation has: menus and pages of the rest are not shown. */
export function useFeatures(): readonly Feature[] {
  return useSession(({ user, organisation_id }) => {
    const current = user?.memberships.find((each) => each.organisation_id === organisation_id)
    // A session that an older version of the page has kept does not say.
    return current?.features ?? none
  })
}
