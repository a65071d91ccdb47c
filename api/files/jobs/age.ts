import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption'
import pLimit from 'p-limit'
import { AppError } from '../../http/errors.ts'

/**
 * Encrypts and decrypts by a passphrase, in the format of age (age-encryption.org/v1), which other programs open with
 * `age -d`. The key is derived by Node's scrypt in a thread: the package's own would block the process for a second.
 */

/** scrypt's work factor, age's default: 256 MiB and about a second. */
const WORK_FACTOR = 18
/** What is accepted in files of others. */
const MAX_WORK_FACTOR = 19

export async function encryptWith(passphrase: string, plain: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(new PassphraseRecipient(passphrase))
  return buffers(await encrypter.encrypt(toWeb(plain)))
}

/** @throws {AppError} forbidden for a wrong passphrase, not_possible for what is damaged or no age file */
export async function decryptWith(passphrase: string, sealed: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const decrypter = new Decrypter()
  const identity = new PassphraseIdentity(passphrase)
  decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(toWeb(sealed)).catch((error) => {
    throw error instanceof AppError ? error : identity.is_wrong ? wrongPassphrase() : damaged()
  })
  return withDamage(buffers(plain))
}

const wrongPassphrase = () => new AppError('forbidden', 'Wrong passphrase.', 'passphrase')
const damaged = () => new AppError('not_possible', 'This file is damaged.')

async function* withDamage(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw error instanceof AppError ? error : damaged()
  }
}

/** Source: age-encryption.org/v1, "The scrypt recipient type". */
class PassphraseRecipient implements Recipient {
  readonly #passphrase: string
  constructor(passphrase: string) {
    this.#passphrase = passphrase
  }

  async wrapFileKey(fileKey: Uint8Array): Promise<Stanza[]> {
    const salt = randomBytes(16)
    const key = await derive(this.#passphrase, salt, WORK_FACTOR)
    const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return [new Stanza(['scrypt', unpadded(salt), String(WORK_FACTOR)], new Uint8Array(body))]
  }
}

class PassphraseIdentity implements Identity {
  readonly #passphrase: string
  is_wrong = false
  constructor(passphrase: string) {
    this.#passphrase = passphrase
  }

  async unwrapFileKey(stanzas: Stanza[]): Promise<Uint8Array | null> {
    const [stanza] = stanzas
    const [type, salt = '', factor = ''] = stanza?.args ?? []
    if (type !== 'scrypt' || stanzas.length !== 1) {
      throw new AppError('not_possible', 'This file is not encrypted by a passphrase.')
    }
    const bytes = Buffer.from(salt, 'base64')
    if (bytes.length !== 16 || !/^[1-9]\d?$/.test(factor) || stanza!.body.length !== 32) throw damaged()
    if (Number(factor) > MAX_WORK_FACTOR) {
      throw new AppError(
        'not_possible',
        `This file needs a work factor of ${factor}; at most ${MAX_WORK_FACTOR} is done here.`,
      )
    }
    const key = await derive(this.#passphrase, bytes, Number(factor))
    const decipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
    decipher.setAuthTag(stanza!.body.subarray(16))
    const fileKey = decipher.update(stanza!.body.subarray(0, 16))
    try {
      decipher.final()
      return new Uint8Array(fileKey)
    } catch {
      this.is_wrong = true
      return null
    }
  }
}

function derive(passphrase: string, salt: Buffer, factor: number): Promise<Buffer> {
  const N = 2 ** factor
  const label = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  return oneAtATime(
    () =>
      new Promise((resolve, reject) => {
        scrypt(passphrase, label, 32, { N, r: 8, p: 1, maxmem: 1100 * N }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}

/** Each takes 256 MiB and more. */
const oneAtATime = pLimit(1)

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function toWeb(chunks: AsyncIterable<Buffer>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks) as unknown as globalThis.ReadableStream<Uint8Array>
}

async function* buffers(stream: globalThis.ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of stream as typeof stream & AsyncIterable<Uint8Array>) {
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  }
}
