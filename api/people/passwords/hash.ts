import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { assertOutside } from '../../crud/transact.ts'

const argon2id = promisify(argon2)
// Each hash takes a core and 19 MiB. More in parallel would not be faster, and would leave no core for other work.
const limit = pLimit(2)
const derive: typeof argon2id = (...parameters) => {
  assertOutside('A password is hashed')
  return limit(() => argon2id(...parameters))
}
// OWASP's recommendation for argon2id: 19 MiB, two passes, parallelism 1.
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/** Computes the password hash, Argon2id. @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { message: normal(password), nonce: salt, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Verifies a password, in the same time if no password is stored. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , parameters = '', salt = '', tag = ''] = (stored ?? unused_hash).split('$')
  const [memory, passes, parallelism] = parameters.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: normal(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: memory!,
    passes: passes!,
    parallelism: parallelism!,
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected) && stored !== null
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
/** Unicode-normalised, so that keyboards that compose letters differently give the same password. */
const normal = (password: string) => password.normalize('NFKC')
const unused_hash = `$argon2id$v=19$m=${cost.memory},t=2,p=1$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(32))}`
