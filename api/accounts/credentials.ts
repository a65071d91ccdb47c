import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import { networkOf } from '../network_of.ts'
import { verifyPassword } from '../passwords.ts'
import type { Db } from '../resource.ts'
import { makeTurns } from '../turns.ts'
import { forgetAttempts, giveBackAttempt, takeAttempt } from './attempts.ts'
import { takeSecondFactor } from './totp.ts'

/**
 * Who signs in so. Every attempt counts before its password is looked at, so guesses that are too many cost nothing, and
 * a name that nobody has is refused as one that somebody has.
 *
 * @throws {AppError} wrong_credentials, too_many_requests, inactive, unconfirmed, totp_required, totp_wrong
 */
export function userOfCredentials(db: Db, credentials: Credentials, from: From): Promise<number> {
  const name = credentials.username.trim().toLowerCase()
  return inTurn(name, () => check(db, credentials, from), networkOf(from.ip))
}

/**
 * That it is the user's own password, asked again before something grave. Counted like signing in.
 *
 * @throws {AppError} forbidden that names the field
 */
export async function checkOwnPassword(db: Db, user_id: number, password: string, field = 'password'): Promise<void> {
  await takeAttempt(db, 'signin', user_id)
  const user = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  // Not 401: that would send the person away to sign in.
  if (!(await verifyPassword(password, user.password_hash)))
    throw new AppError('forbidden', 'The password is wrong.', field)
  await forgetAttempts(db, 'signin', user_id)
}

async function check(db: Db, { username, password, code }: Credentials, { ip, secret }: From): Promise<number> {
  const name = username.trim().toLowerCase()
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'password_hash', 'active', 'confirmed_at', 'totp_enabled_at'])
    .where((eb) => eb.or([eb(sql`lower(username)`, '=', name), eb(sql`lower(email)`, '=', name)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const who = user?.id ?? name
  await takeAttempt(db, 'signin', who)
  await takeAttempt(db, 'signin_address', ip)
  const matches = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || !matches) throw new AppError('wrong_credentials')
  if (user.totp_enabled_at && code !== undefined) await takeSecondFactor(db, user.id, code, secret)
  await giveBackAttempt(db, 'signin_address', ip)
  // A right password alone must not clear the way for guessing codes.
  if (user.totp_enabled_at && code === undefined) {
    await giveBackAttempt(db, 'signin', who)
    throw new AppError('totp_required', undefined, 'code')
  }
  await forgetAttempts(db, 'signin', who)
  if (!user.active) throw new AppError('inactive')
  if (!user.confirmed_at) throw new AppError('unconfirmed')
  return user.id
}

/** A hash costs a core for a moment: nobody waits long behind the guesses of a network, or at another account. */
const inTurn = makeTurns({ at_once: 2, each: 20, group: 300, all: 1000 })

/** The installation's secret opens what is sealed. */
type From = { ip: string; secret: string }
export type Credentials = { username: string; password: string; code?: string }
