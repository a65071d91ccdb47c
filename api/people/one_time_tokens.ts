import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Purpose } from '#db/tables/people/one_time_token.ts'
import { AppError } from '../http/errors.ts'

const HOUR = 3600
/** Lifetimes in seconds. */
export const lifetimes_s: Record<Purpose, number> = {
  register: 24 * HOUR,
  password: HOUR,
  email: HOUR,
  recovery: 10 * 365 * 24 * HOUR,
}

/** 256 random bits; only the SHA-256 is stored. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** @returns the token, which goes to the user at `email` and nowhere else */
export async function makeOneTimeToken(db: Db, values: NewToken): Promise<string> {
  const { token = randomToken(), purpose, lifetime_s = lifetimes_s[purpose], ...rest } = values
  await db
    .insertInto('one_time_token')
    .values({
      ...rest,
      purpose,
      token_sha256: hash('sha256', token),
      expires_at: sql<string>`now() + make_interval(secs => ${lifetime_s}::float8)`,
    })
    .execute()
  return token
}

/**
 * Reads a one-time token. It proves the address it was mailed to, so it is valid only while that is the account's
 * address (or, for `email`, until it becomes it).
 *
 * @throws {AppError} token_invalid for one that is unknown, used, or of another address; token_expired
 */
export async function readOneTimeToken(db: Db, purpose: Purpose, token: string) {
  return checked(await find(db, purpose, token).executeTakeFirst())
}

/**
 * Uses a token, and ends all others of the user for the same purpose. Of two parallel uses one is refused. The account
 * is locked first, so that its address cannot change in between.
 */
export async function useOneTimeToken(trx: Trx, purpose: Purpose, token: string) {
  const stored = checked(await find(trx, purpose, token).forUpdate('u').executeTakeFirst())
  const used = await trx
    .updateTable('one_time_token')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', stored.user_id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
  if (!used.some(({ id }) => id === stored.id)) throw new AppError('token_invalid', undefined, 'token')
  return stored
}

/** Ends the open links of an account, to any address. Recovery codes prove no address and stay valid. */
export async function endLinks(trx: Trx, user_id: number, purposes = links): Promise<void> {
  await trx
    .deleteFrom('one_time_token')
    .where('user_id', '=', user_id)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

const links: Purpose[] = ['register', 'password', 'email']

function find(db: Db, purpose: Purpose, token: string) {
  return db
    .selectFrom('one_time_token as t')
    .innerJoin('user_account as u', 'u.id', 't.user_id')
    .select(['t.id', 't.user_id', 't.email', 't.self_requested', sql<boolean>`t.expires_at < now()`.as('expired')])
    .where('t.token_sha256', '=', hash('sha256', token))
    .where('t.purpose', '=', purpose)
    .where('t.used_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .$if(purpose !== 'email', (query) => query.where(sql`lower(t.email)`, '=', sql`lower(u.email)`))
}

function checked(row: StoredToken | undefined): StoredToken {
  if (!row) throw new AppError('token_invalid', undefined, 'token')
  if (row.expired) throw new AppError('token_expired', undefined, 'token')
  return row
}

type StoredToken = { id: number; user_id: number; email: string | null; self_requested: boolean; expired: boolean }
type NewToken = { user_id: number; token?: string; self_requested?: boolean; lifetime_s?: number } & (
  | { purpose: Exclude<Purpose, 'recovery'>; email: string }
  | { purpose: 'recovery'; email?: undefined }
)
