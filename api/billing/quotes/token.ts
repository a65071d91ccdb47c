import { hash, randomBytes } from 'node:crypto'

/** The token of a quote's link: 256 random bits, of which only the SHA-256 is kept. */
export function makeLink(): { token: string; sha256: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, sha256: tokenHash(token) }
}

export const tokenHash = (token: string) => hash('sha256', token)
