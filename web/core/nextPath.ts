import { paths } from './paths.ts'
import type { User } from './types.ts'

const defaultPage = paths.home()

/**
 * Redirect target after sign-in: a requested path of this site, never another site; otherwise the user's start page.
 */
export function nextPath(next: string | null, user: Pick<User, 'post_login_url'> | null = null): string {
  return ours(next) ?? homeOf(user)
}

/** Target of the product's name in the top bar. */
export function homeOf(user: Pick<User, 'post_login_url'> | null): string {
  return ours(user?.post_login_url ?? null) ?? defaultPage
}

function ours(path: string | null): string | null {
  if (!path?.startsWith('/')) return null
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || ['/', paths.signIn(), paths.signOut()].includes(url.pathname)) return null
  return url.pathname + url.search
}
