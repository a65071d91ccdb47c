import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Purpose } from '#db/tables/one_time_token.ts'
import { AppError } from '../errors.ts'
import type { Db } from '../resource.ts'

const HOUR = 3600
/** Seconds for which they work. */
export const lifetimes_s: Record<Purpose, number> = {
  register: 24 * HOUR,
  password: HOUR,
  email: HOUR,
  recovery: 10 * 365 * 24 * HOUR,
}

/** 256 random bits, of which the SHA-256 is kept. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** @returns the token, which goes to the user and nowhere else */
export async function makeOneTimeToken(db: Db, made: NewToken): Promise<string> {
  const { token = randomToken(), purpose, ...rest } = made
  await db
    .insertInto('one_time_token')
    .values({
      ...rest,
      purpose,
      token_sha256: hash('sha256', token),
      expires_at: sql<string>`now() + make_interval(secs => ${lifetimes_s[purpose]}::float8)`,
    })
    .execute()
  return token
}

/** @throws {AppError} token_invalid for one that is unknown or used, token_expired */
export async function readOneTimeToken(db: Db, purpose: Purpose, token: string) {
  const found = await db
    .selectFrom('one_time_token as t')
    .innerJoin('user_account as u', 'u.id', 't.user_id')
    .select(['t.id', 't.user_id', 't.email', sql<boolean>`t.expires_at < now()`.as('expired')])
    .where('t.token_sha256', '=', hash('sha256', token))
    .where('t.purpose', '=', purpose)
    .where('t.used_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new AppError('token_invalid', undefined, 'token')
  if (found.expired) throw new AppError('token_expired', undefined, 'token')
  return found
}

/** Reads it, and ends it with all others of the user for the same purpose. Of two at once, one is refused. */
export async function useOneTimeToken(trx: Db, purpose: Purpose, token: string) {
  const found = await readOneTimeToken(trx, purpose, token)
  const used = await trx
    .updateTable('one_time_token')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', found.user_id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
  if (!used.some(({ id }) => id === found.id)) throw new AppError('token_invalid', undefined, 'token')
  return found
}

type NewToken = { user_id: number; purpose: Purpose; email?: string; token?: string }
