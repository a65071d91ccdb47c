import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { noteFailedSignIn } from '../../crud/audit.ts'
import { makeTurns } from '../../crud/turns.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { networkOf } from '../../http/network_of.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { takeSecondFactor } from '../second_factor/codes.ts'
import { forgetGuesses, type Guesses, giveBackGuess, ofName, ofUser, takeGuess } from './guesses.ts'
import { knownOrigins, type Origin, ofDevice } from './origins.ts'

/**
 * Authenticates a username or address and a password, and the code of the second factor. Guesses are counted before
 * anything is hashed, and a name that nobody has is refused as one that somebody has.
 *
 * @throws {AppError} wrong_credentials, too_many_requests, inactive, unconfirmed, totp_required, totp_wrong
 */
export function userOfCredentials(db: Db, credentials: Credentials, from: From): Promise<number> {
  const name = credentials.username.trim().toLowerCase()
  return inTurn(name, () => check(db, credentials, from), networkOf(from.ip))
}

/**
 * That it is the user's own password, asked again before something grave. Guesses count by session: whoever finds a
 * browser open does not keep its owner from doing the same elsewhere.
 *
 * @throws {AppError} forbidden that names the field, too_many_requests
 */
export async function checkOwnPassword(db: Db, viewer: Viewer, password: string, field = 'password'): Promise<void> {
  await takeGuess(db, [inSession(viewer)])
  const user = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', viewer.user_id)
    .executeTakeFirstOrThrow()
  // Not 401: that would send the person away to sign in.
  if (!(await verifyPassword(password, user.password_hash)))
    throw new AppError('forbidden', 'The password is wrong.', field)
  await forgetGuesses(db, inSession(viewer))
}

/** What is guessed in a session. */
export const inSession = ({ user_id, session_id }: Viewer): Guesses => ({
  pace: 'session',
  subject: ofUser(user_id),
  scope: `session:${session_id}`,
})

async function check(db: Db, { username, password, code }: Credentials, { secret, ...origin }: From): Promise<number> {
  const name = username.trim().toLowerCase()
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'password_hash', 'active', 'confirmed_at', 'totp_enabled_at'])
    .where((eb) => eb.or([eb(sql`lower(username)`, '=', name), eb(sql`lower(email)`, '=', name)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // Nobody has the number 0, but looking for it takes as long.
  const known = await knownOrigins(db, user?.id ?? 0, origin)
  const guesses = countedFor(name, user?.id ?? 0, origin, known)
  await takeGuess(db, guesses.all)
  const matches = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || !matches) {
    await noteFailedSignIn(db, user?.id ?? 0, origin.ip, 'password')
    throw new AppError('wrong_credentials')
  }
  if (user.totp_enabled_at && code !== undefined) {
    await takeGuess(db, [guesses.code])
    await takeSecondFactor(db, user.id, code, secret).catch(async (error) => {
      if (error instanceof AppError) await noteFailedSignIn(db, user.id, origin.ip, 'code')
      throw error
    })
    await forgetGuesses(db, guesses.code)
  }
  await giveBackGuess(db, guesses.all)
  // A right password alone must not clear the way for guessing codes.
  if (user.totp_enabled_at && code === undefined) throw new AppError('totp_required', undefined, 'code')
  await forgetGuesses(db, guesses.own)
  if (!user.active) throw new AppError('inactive')
  if (!user.confirmed_at) throw new AppError('unconfirmed')
  return user.id
}

/**
 * A browser that has signed in before has a count of its own, so its owner comes in while others guess. All others count
 * by account and network, by network, and, from where the account was never signed in from, by account.
 *
 * `own` is forgotten when the sign-in succeeds; of the others one guess is given back.
 */
function countedFor(
  name: string,
  user_id: number,
  { ip, device }: Origin,
  known: { network: boolean; device: boolean },
) {
  const code = { pace: 'code' as const, subject: ofUser(user_id), scope: 'code' }
  if (known.device) {
    const scope = `device:${ofDevice(device!)}`
    const own: Guesses = { pace: 'device', subject: ofUser(user_id), scope }
    return { own, all: [own], code: { ...code, scope: `code ${scope}` } }
  }
  const network = hash('sha256', networkOf(ip))
  const own: Guesses = { pace: 'account_network', subject: ofName(name), scope: `network:${network}` }
  const all: Guesses[] = [own, { pace: 'network', subject: `network:${network}`, scope: '' }]
  if (!known.network) all.push({ pace: 'account', subject: ofName(name), scope: '' })
  return { own, all, code }
}

/** A hash costs a core for a moment: nobody waits long behind the guesses of a network, or at another account. */
const inTurn = makeTurns({ at_once: 2, each: 20, group: 300, all: 1000 })

/** The installation's secret opens what is sealed. */
type From = Origin & { secret: string }
export type Credentials = { username: string; password: string; code?: string }
