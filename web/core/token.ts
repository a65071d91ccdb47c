const key = 'ringfence.token'

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
