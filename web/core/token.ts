const key = 'ringfence.token'

/** The session's token outlives a reload; no other part of the client knows where it is kept. */
export const token = {
  read: () => localStorage.getItem(key),
  write: (value: string) => localStorage.setItem(key, value),
  clear: () => localStorage.removeItem(key),
  /** Calls back when another tab of this browser has written or cleared it. */
  onOther: (run: () => void) =>
    addEventListener('storage', (event) => (event.key === key || event.key === null) && run()),
}

/** Which session a token is of, by what it says itself: whether that is true, the server finds out. */
export function sessionIn(token: string): number | null {
  try {
    const [, claims = ''] = token.split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sid ?? null
  } catch {
    return null
  }
}
