import { hash, randomBytes } from 'node:crypto'

/** A token of 256 random bits for a device or the link of a mail, and its SHA-256, of which the database has no more. */
export function makeToken(): { token: string; sha256: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, sha256: tokenHash(token) }
}

export const tokenHash = (token: string) => hash('sha256', token)
