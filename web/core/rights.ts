import type { User } from './types.ts'

/** Which menus and pages are shown. The server enforces the rights. */
export type Kind = 'guest' | 'user' | 'administrator' | 'platform_administrator'

export function kindOf(user: User | null): Kind {
  if (!user) return 'guest'
  if (user.platform_admin) return 'platform_administrator'
  return user.memberships.some((membership) => membership.role_is_admin) ? 'administrator' : 'user'
}

export const isAdmin = (user: User | null) => ['administrator', 'platform_administrator'].includes(kindOf(user))
