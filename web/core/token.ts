import type { SignedIn } from './types.ts'

const key = 'ringfence.token'
const userKey = 'ringfence.user'

/** The session's token in localStorage; no other module knows the key. */
export const token = {
  read: () => localStorage.getItem(key),
  write: (value: string) => localStorage.setItem(key, value),
  clear: () => localStorage.removeItem(key),
  /** Called when another tab of this browser writes or clears the token. */
  onOther: (run: () => void) =>
    addEventListener('storage', (event) => (event.key === key || event.key === null) && run()),
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
