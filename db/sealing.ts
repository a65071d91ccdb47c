import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets stored in the database that must be readable: AES-256-GCM with a key per purpose, derived from the
 * installation's secret (RFC 5869). Text sealed for one purpose cannot be opened for another.
 *
 * @returns nonce, tag and ciphertext, in base64
 */
export function seal(text: string, { secret, purpose }: Sealing): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret, purpose), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws {Error} when it was sealed with another secret or purpose, or was changed */
export function unseal(sealed: string, { secret, purpose }: Sealing): string {
  const bytes = Buffer.from(sealed, 'base64')
  const [nonce, tag] = [bytes.subarray(0, NONCE), bytes.subarray(NONCE, NONCE + TAG)]
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret, purpose), nonce, { authTagLength: TAG }).setAuthTag(tag)
  return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

const ALGORITHM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

type Sealing = { secret: string; purpose: string }
