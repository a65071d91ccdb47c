const key = 'ringfence.token'

/** The session's token outlives a reload; no other part of the client knows where it is kept. */
export const token = {
  read: () => localStorage.getItem(key),
  write: (value: string) => localStorage.setItem(key, value),
  clear: () => localStorage.removeItem(key),
}
