import { createHmac, hkdfSync } from 'node:crypto'
import { isSame } from './signature.ts'

/**
 * Signed links in messages: they contain the id of a delivery (`confirm`: of a recipient, `newsletter`: of an account)
 * and a purpose, so nothing is stored for them.
 */

export type Purpose = 'unsubscribe' | 'open' | 'follow' | 'confirm' | 'newsletter'

/** @example tokenFor('unsubscribe', 12, secret) // 'c.8PVnHs…' */
export function tokenFor(purpose: Purpose, of_id: number, secret: string): string {
  const id = of_id.toString(36)
  const signature = createHmac('sha256', keyOf(secret)).update(`${purpose} ${id}`).digest('base64url')
  return `${id}.${signature.slice(0, 22)}`
}

/** @returns the id, or null for an invalid signature */
export function readLinkToken(purpose: Purpose, token: string, secret: string): number | null {
  const id = Number.parseInt(token.split('.')[0] ?? '', 36)
  if (!Number.isSafeInteger(id) || id < 1) return null
  return isSame(token, tokenFor(purpose, id, secret)) ? id : null
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'links in messages', 32))
