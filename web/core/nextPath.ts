import { type PageName, paths } from './paths.ts'
import type { Feature, User } from './types.ts'

const key = 'ringfence.next'
/** Milliseconds for which a path is kept: a registration takes a mail. */
const keptFor = 24 * 3600_000

/**
 * Keeps the page that a guest returns to after registering and signing in: the link of the mail opens another tab, whose
 * address does not say. Null forgets it.
 */
export function keepNext(path: string | null): void {
  if (path === null) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ path, until: Date.now() + keptFor }))
}

function keptNext(): string | null {
  try {
    const { path, until } = JSON.parse(localStorage.getItem(key) ?? 'null') ?? {}
    return typeof path === 'string' && until > Date.now() ? path : null
  } catch {
    return null
  }
}

/**
 * Redirect target after sign-in: a requested path of this site, never another site, or the one that was kept during
 * registration; otherwise the user's start page.
 */
export function nextPath(next: string | null, user: StartsAt | null, features: readonly Feature[]): string {
  return ours(next) ?? ours(keptNext()) ?? homeOf(user, features)
}

/** Target of the product's name in the top bar: the page that the user has set, or that of the organisation's product. */
export function homeOf(user: StartsAt | null, features: readonly Feature[]): string {
  return ours(user?.post_login_url ?? null) ?? startPage(features)
}

/** The first page of an organisation: that of the first product that it has, else one that every organisation has. */
export function startPage(features: readonly Feature[]): string {
  const own = starts.find(({ feature, start }) => start && feature && features.includes(feature))
  const { start } = own ?? starts.find(({ feature, start }) => start && !feature)!
  return paths[start as 'home']()
}

/** @param doors what may have a first page, the most important before others */
export function beginWith(doors: Start[]): void {
  starts = doors
}
let starts: Start[] = []

type Start = { feature?: Feature; start?: PageName }
type StartsAt = Pick<User, 'post_login_url'>

function ours(path: string | null): string | null {
  if (!path?.startsWith('/')) return null
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || ['/', paths.signIn(), paths.signOut()].includes(url.pathname)) return null
  return url.pathname + url.search
}
