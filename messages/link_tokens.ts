import { createHmac, hkdfSync } from 'node:crypto'
import { isSame } from './signature.ts'

/**
 * Links in messages name a delivery (`confirm`: a recipient) and what they are for, and are signed: nothing need be kept
 * for them.
 */

export type Purpose = 'unsubscribe' | 'open' | 'follow' | 'confirm'

/** @example tokenFor('unsubscribe', 12, secret) // 'c.8PVnHs…' */
export function tokenFor(purpose: Purpose, of_id: number, secret: string): string {
  const id = of_id.toString(36)
  const signature = createHmac('sha256', keyOf(secret)).update(`${purpose} ${id}`).digest('base64url')
  return `${id}.${signature.slice(0, 22)}`
}

/** @returns the id that it names, or null where nobody here has made the token */
export function readLinkToken(purpose: Purpose, token: string, secret: string): number | null {
  const id = Number.parseInt(token.split('.')[0] ?? '', 36)
  if (!Number.isSafeInteger(id) || id < 1) return null
  return isSame(token, tokenFor(purpose, id, secret)) ? id : null
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'links in messages', 32))
