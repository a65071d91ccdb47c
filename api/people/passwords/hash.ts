import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { password_cost, phcCost } from '#db/tables/people/password_cost.ts'
import { assertOutside } from '../../crud/transact.ts'

const argon2id = promisify(argon2)
// Each hash takes a core and 19 MiB. More in parallel would not be faster, and would leave no core for other work.
const limit = pLimit(2)
const derive: typeof argon2id = (...parameters) => {
  assertOutside('A password is hashed')
  return limit(() => argon2id(...parameters))
}

/** Computes the password hash, Argon2id. @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { message: normal(password), nonce: salt, ...password_cost, tagLength: 32 })
  return phc(salt, tag)
}

/** Verifies a password, in the same time if no password is stored. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , parameters = '', salt = '', tag = ''] = (stored ?? phc(Buffer.alloc(16), Buffer.alloc(32))).split('$')
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
const phc = (salt: Buffer, tag: Buffer) => `$argon2id$v=19$${phcCost()}$${base64(salt)}$${base64(tag)}`
