import { paths } from './paths.ts'
import type { User } from './types.ts'

const defaultPage = paths.home()

/** Where to go after signing in: a path of ours that was asked for, never another site; else the person's own first page. */
export function nextPath(next: string | null, user: Pick<User, 'post_login_url'> | null = null): string {
  return ours(next) ?? homeOf(user)
}

/** The page that the product's name leads to. */
export function homeOf(user: Pick<User, 'post_login_url'> | null): string {
  return ours(user?.post_login_url ?? null) ?? defaultPage
}

function ours(path: string | null): string | null {
  if (!path?.startsWith('/')) return null
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || ['/', paths.signIn(), paths.signOut()].includes(url.pathname)) return null
  return url.pathname + url.search
}
