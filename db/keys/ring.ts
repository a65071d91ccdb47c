import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeSecretFile, replaceSecretFile } from './secret_file.ts'

/**
 * The keys of an installation. They seal secrets that must be readable, and wrap the keys of file contents:
 * AES-256-GCM with a key per purpose, derived from a key of the ring (RFC 5869).
 *
 * New values are sealed with the current key. Earlier keys stay for reading, until `npm run db -- rotate-keys` has
 * replaced them. Values from before the ring were sealed with the secret that signs sessions; they stay readable.
 */
export class KeyRing {
  #source: KeySource
  #keys: Keys
  #read_at = 0
  #modified_ms = 0

  /** @throws {KeyError} when the ring cannot be read or written */
  constructor(source: KeySource) {
    this.#source = source
    this.#keys = 'keys' in source ? source.keys : this.#read()
  }

  get current(): string {
    return this.#keys.current
  }

  get ids(): string[] {
    return Object.keys(this.#keys.keys)
  }

  /** The whole ring, for a backup. */
  export(): Keys {
    return this.#keys
  }

  /** @returns `v2.`, the key's id, and nonce, tag and ciphertext in base64 */
  seal(text: string, purpose: string): string {
    this.#refresh(REFRESH_MS)
    const id = this.#keys.current
    return `v2.${id}.${encrypt(this.#keyOf(id), purpose, Buffer.from(text)).toString('base64')}`
  }

  /** @throws {Error} when it was sealed with an unknown key or for another purpose, or was changed */
  unseal(sealed: string, purpose: string): string {
    const [version, id, body] = sealed.split('.')
    if (body === undefined) return unsealLegacy(this.#source.legacy_secret, sealed, purpose)
    if (version !== 'v2') throw new Error(`Unknown version of a sealed value: ${version}.`)
    return decrypt(this.#keyOf(id!), purpose, Buffer.from(body, 'base64')).toString()
  }

  /**
   * HMAC-SHA-256 of a text, to find it without storing it: by the current key first, then by each earlier one of the
   * ring. Equal texts have equal values for the same purpose.
   */
  index(text: string, purpose: string): string[] {
    this.#refresh(REFRESH_MS)
    const current = this.#keys.current
    const ids = [current, ...this.ids.filter((id) => id !== current)]
    return ids.map((id) =>
      createHmac('sha256', derive(this.#keyOf(id), purpose))
        .update(text)
        .digest('base64'),
    )
  }

  /** Whether the value is sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`v2.${this.#keys.current}.`)
  }

  /** Wraps the key of a content. */
  wrap(key: Buffer): WrappedKey {
    this.#refresh(REFRESH_MS)
    const key_id = this.#keys.current
    return { key_id, wrapped_key: encrypt(this.#keyOf(key_id), CONTENT, key).toString('base64') }
  }

  unwrap({ key_id, wrapped_key }: WrappedKey): Buffer {
    return decrypt(this.#keyOf(key_id), CONTENT, Buffer.from(wrapped_key, 'base64'))
  }

  /**
   * Adds a key, which becomes the current one; running processes take it within a second.
   *
   * @throws {KeyError} for keys of FILE_KEYS, which are changed there
   */
  add(): string {
    const path = this.#path()
    this.#refresh(0)
    const { id, keys } = newKeys()
    this.#write(path, { current: id, keys: { ...this.#keys.keys, ...keys } })
    return id
  }

  /** Removes keys by which nothing is sealed any more. */
  remove(ids: string[]): void {
    const path = this.#path()
    this.#refresh(0)
    const left = Object.entries(this.#keys.keys).filter(([id]) => id === this.#keys.current || !ids.includes(id))
    this.#write(path, { current: this.#keys.current, keys: Object.fromEntries(left) })
  }

  get is_file(): boolean {
    return !('keys' in this.#source)
  }

  #keyOf(id: string): Buffer {
    if (!this.#keys.keys[id]) this.#refresh(0)
    const key = this.#keys.keys[id]
    if (!key) throw new KeyError(`The key ring has no key ${id}: put back the file of a backup.`)
    return Buffer.from(key.key, 'base64')
  }

  /** Reads the file again if it has changed: another process may have rotated the keys. */
  #refresh(after_ms: number): void {
    if ('keys' in this.#source || Date.now() - this.#read_at < after_ms) return
    const modified_ms = statSync(this.#path(), { throwIfNoEntry: false })?.mtimeMs
    if (modified_ms !== undefined && modified_ms !== this.#modified_ms) this.#keys = this.#read()
    this.#read_at = Date.now()
  }

  #path(): string {
    if ('keys' in this.#source) throw new KeyError('The keys are those of FILE_KEYS: put the new one first there.')
    return ringPath(this.#source.data_dir)
  }

  #read(): Keys {
    const path = this.#path()
    try {
      if (!existsSync(path)) {
        const { id, keys } = newKeys()
        makeSecretFile(path, textOf({ current: id, keys }))
      }
      this.#read_at = Date.now()
      this.#modified_ms = statSync(path).mtimeMs
      return checkKeys(JSON.parse(readFileSync(path, 'utf8')))
    } catch (error) {
      if (error instanceof KeyError) throw error
      const reason = (error as NodeJS.ErrnoException).code ?? 'it is not JSON'
      throw new KeyError(`The key ring ${path} cannot be read (${reason}): put back the file of a backup.`)
    }
  }

  #write(path: string, keys: Keys): void {
    writeRing(path, keys)
    this.#keys = keys
    this.#modified_ms = statSync(path).mtimeMs
  }
}

/** The ring's file. */
export const ringPath = (data_dir: string) => join(data_dir, 'keys', 'ring.json')

export function writeRing(path: string, keys: Keys): void {
  replaceSecretFile(path, textOf(keys))
}

const textOf = (keys: Keys) => JSON.stringify(keys, null, 2)

/**
 * Reads FILE_KEYS: `id:key,id:key`, the first is the current one; a key is 32 bytes in base64.
 *
 * @throws {KeyError}
 */
export function parseKeys(text: string): Keys | null {
  if (!text) return null
  const entries = text.split(',').map((part) => {
    const [id = '', key = ''] = part.trim().split(':')
    return [id, { key: key.replaceAll('-', '+').replaceAll('_', '/'), created_at: null }] as const
  })
  return checkKeys({ current: entries[0]![0], keys: Object.fromEntries(entries) })
}

function checkKeys(keys: Keys): Keys {
  const entries = Object.entries(keys?.keys ?? {})
  const isKey = ([id, { key }]: [string, Key]) =>
    /^[a-z0-9]{1,40}$/.test(id) && Buffer.from(String(key), 'base64').length === 32
  if (entries.length === 0 || !keys.keys[keys.current] || !entries.every(isKey)) {
    throw new KeyError('A key ring needs ids of letters and digits, each with a key of 32 bytes in base64.')
  }
  return keys
}

function newKeys(): { id: string; keys: Keys['keys'] } {
  const id = `k${Date.now().toString(36)}${randomBytes(3).toString('hex')}`
  return { id, keys: { [id]: { key: randomBytes(32).toString('base64'), created_at: new Date().toISOString() } } }
}

/** @returns nonce, tag and ciphertext */
function encrypt(key: Buffer, purpose: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, derive(key, purpose), nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer | string, purpose: string, bytes: Buffer): Buffer {
  const [nonce, tag] = [bytes.subarray(0, NONCE), bytes.subarray(NONCE, NONCE + TAG)]
  const decipher = createDecipheriv(ALGORITHM, derive(key, purpose), nonce, { authTagLength: TAG }).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()])
}

/** The format before the ring: nonce, tag and ciphertext in base64, by a key of the installation's secret. */
const unsealLegacy = (secret: string, sealed: string, purpose: string) =>
  decrypt(secret, purpose, Buffer.from(sealed, 'base64')).toString()

const derive = (key: Buffer | string, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

const ALGORITHM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
const CONTENT = 'file content'
const REFRESH_MS = 1000

/** The ring cannot be used. The message is one sentence for people. */
export class KeyError extends Error {
  override name = 'SettingError'
}

type Key = { key: string; created_at: string | null }
export type Keys = { current: string; keys: Record<string, Key> }
export type WrappedKey = { key_id: string; wrapped_key: string }
/** The file in `data_dir`, or the keys of FILE_KEYS; and the secret of values from before the ring. */
export type KeySource = { legacy_secret: string } & ({ data_dir: string } | { keys: Keys })
