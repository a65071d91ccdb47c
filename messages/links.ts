import { createHmac, hkdfSync } from 'node:crypto'
import { isSame } from './signature.ts'

/** Links in messages name a delivery and what they are for, and are signed: nothing need be kept for them. */

export type Purpose = 'unsubscribe' | 'open' | 'follow'

/** @example tokenFor('unsubscribe', 12, secret) // 'c.8PVnHs…' */
export function tokenFor(purpose: Purpose, delivery_id: number, secret: string): string {
  const id = delivery_id.toString(36)
  const signature = createHmac('sha256', keyOf(secret)).update(`${purpose} ${id}`).digest('base64url')
  return `${id}.${signature.slice(0, 22)}`
}

/** @returns the delivery, or null where nobody here has made the token */
export function readLinkToken(purpose: Purpose, token: string, secret: string): number | null {
  const delivery_id = Number.parseInt(token.split('.')[0] ?? '', 36)
  if (!Number.isSafeInteger(delivery_id) || delivery_id < 1) return null
  return isSame(token, tokenFor(purpose, delivery_id, secret)) ? delivery_id : null
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'links in messages', 32))
