/** Encrypts a value that is kept in this browser (AES-GCM); what names it is verified with it. */
export async function seal(key: CryptoKey, name: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, bytes: await crypto.subtle.encrypt(algorithm(iv, name), key, text) }
}

/** @throws where it was not sealed with this key and name */
export async function unseal(key: CryptoKey, name: string, { iv, bytes }: Sealed): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, name), key, bytes)))
}

/** A key that no script can read out. */
export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Browsers encrypt over https and on localhost only. */
export const canSeal = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

const algorithm = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})

export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }
