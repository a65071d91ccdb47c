import { paths } from './paths.ts'
import type { Feature, User } from './types.ts'

/**
 * Redirect target after sign-in: a requested path of this site, never another site; otherwise the user's start page.
 */
export function nextPath(next: string | null, user: StartsAt | null, features: readonly Feature[]): string {
  return ours(next) ?? homeOf(user, features)
}

/** Target of the product's name in the top bar: the page that the user has set, or that of the organisation's product. */
export function homeOf(user: StartsAt | null, features: readonly Feature[]): string {
  return ours(user?.post_login_url ?? null) ?? startPage(features)
}

/** The first page of an organisation: a college without trackers begins with its dashboard. */
export function startPage(features: readonly Feature[]): string {
  if (features.includes('tracking')) return paths.home()
  if (features.includes('cpd')) return paths.cpd()
  return features.includes('files') ? paths.files() : paths.messages()
}

type StartsAt = Pick<User, 'post_login_url'>

function ours(path: string | null): string | null {
  if (!path?.startsWith('/')) return null
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || ['/', paths.signIn(), paths.signOut()].includes(url.pathname)) return null
  return url.pathname + url.search
}
