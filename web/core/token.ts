import type { SignedIn } from './types.ts'

const key = 'ringfence.token'
const userKey = 'ringfence.user'
const keptKey = 'ringfence.kept'

/** The session's token in localStorage; no other module knows the key. */
export const token = {
  read: () => localStorage.getItem(key),
  write: (value: string) => localStorage.setItem(key, value),
  clear: () => localStorage.removeItem(key),
  /** Called when another tab of this browser writes or clears the token. */
  onOther: (run: () => void) =>
    addEventListener('storage', (event) => (event.key === key || event.key === null) && run()),
}

/**
 * Whether this browser keeps the session ("Keep me signed in"). Its refresh token is in a cookie that scripts do not
 * see; this only spares guests a request.
 *
 * `forget`: signed out while the server was unreachable, so the cookie is still to be cleared.
 */
export const kept = {
  read: () => localStorage.getItem(keptKey) === 'yes',
  write: (keep: boolean) => (keep ? localStorage.setItem(keptKey, 'yes') : localStorage.removeItem(keptKey)),
  clear: () => kept.read() && localStorage.removeItem(keptKey),
  mustForget: () => localStorage.getItem(keptKey) === 'forget',
  forget: () => localStorage.setItem(keptKey, 'forget'),
  forgotten: () => kept.mustForget() && localStorage.removeItem(keptKey),
}

/** Session id from the token's payload, not verified: the server does that. */
export function sessionIn(token: string): number | null {
  try {
    const [, claims = ''] = token.split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sid ?? null
  } catch {
    return null
  }
}

/**
 * The user of the stored token, so that the page opens without a network as theirs. The server does not believe it: it
 * selects menus and pages only.
 */
export const keptUser = {
  /** @returns null unless it was kept with a token of the same session */
  read(token: string): KeptUser | null {
    try {
      const kept: KeptUser = JSON.parse(localStorage.getItem(userKey) ?? 'null')
      return kept?.user && kept.session_id === sessionIn(token) ? kept : null
    } catch {
      return null
    }
  },
  write: ({ user, session_id }: KeptUser) => localStorage.setItem(userKey, JSON.stringify({ user, session_id })),
  clear: () => localStorage.removeItem(userKey),
}

type KeptUser = Pick<SignedIn, 'user' | 'session_id'>
