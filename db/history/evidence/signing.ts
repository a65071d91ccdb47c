import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** The key with which an installation signs exports: Ed25519, RFC 8032, from its secret. */
export function signingKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'signed exports', 32))
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
}

/** The public key as others keep it: PEM, as openssl reads it, and SHA-256 of its DER as hex. */
export function publicKeyOf(key: KeyObject): { key: string; fingerprint: string } {
  const open = createPublicKey(key)
  return { key: open.export({ format: 'pem', type: 'spki' }) as string, fingerprint: fingerprintOf(open) }
}

export const signed = (bytes: Uint8Array, key: KeyObject): Buffer => sign(null, bytes, key)

/** @returns the fingerprint of the key; null where the signature is not one by it */
export function signerOf(bytes: Uint8Array, signature: Uint8Array, pem: string): string | null {
  try {
    const key = createPublicKey(pem)
    return verify(null, bytes, key, signature) ? fingerprintOf(key) : null
  } catch {
    return null
  }
}

const fingerprintOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')

/** PKCS #8 of an Ed25519 key, RFC 8410, up to its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
