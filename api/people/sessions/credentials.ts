import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { AppError } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { auditFailedSignIn } from '../account_audit.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { takeSecondFactor } from './codes.ts'
import { refuseForced } from './forced.ts'
import { forgetGuesses, type Guesses, giveBackGuess, ofName, ofUser, takeGuess } from './guesses.ts'
import { knownOrigins, type Origin, ofDevice } from './origins.ts'

/**
 * Authenticates a username or address, a password, and the code of the second factor. Attempts are counted before
 * hashing, so rate-limited guesses cost no CPU; unknown names get the same answers as existing ones.
 *
 * @throws {AppError} wrong_credentials, too_many_requests, inactive, unconfirmed, provider_required, totp_required, totp_wrong
 */
export function userOfCredentials(db: Db, credentials: Credentials, from: From): Promise<number> {
  const name = credentials.username.trim().toLowerCase()
  return limitHashing(name, () => check(db, credentials, from), networkOf(from.ip))
}

/**
 * Checks the user's own password before a sensitive action. Attempts are counted per session, so a stranger at an open
 * browser cannot block the owner elsewhere.
 *
 * @throws {AppError} forbidden that names the field, too_many_requests
 */
export async function checkOwnPassword(
  db: Db,
  viewer: Pick<Viewer, 'user_id' | 'session_id'>,
  password: string,
  field = 'password',
): Promise<void> {
  await takeGuess(db, [inSession(viewer)])
  const user = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', viewer.user_id)
    .executeTakeFirstOrThrow()
  // Not 401: it would make the client sign out.
  if (!(await verifyPassword(password, user.password_hash)))
    throw new AppError('forbidden', 'The password is wrong.', field)
  await forgetGuesses(db, inSession(viewer))
}

/** The counter of guesses in a session. */
export const inSession = ({ user_id, session_id }: Pick<Viewer, 'user_id' | 'session_id'>): Guesses => ({
  pace: 'session',
  subject: ofUser(user_id),
  scope: `session:${session_id}`,
})

async function check(db: Db, { username, password, code }: Credentials, { keys, ...origin }: From): Promise<number> {
  const name = username.trim().toLowerCase()
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'password_hash', 'active', 'confirmed_at', 'totp_enabled_at'])
    .where((eb) => eb.or([eb(sql`lower(username)`, '=', name), eb(sql`lower(email)`, '=', name)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // Id 0 does not exist, but looking it up takes as long.
  const known_origins = await knownOrigins(db, user?.id ?? 0, origin)
  const guesses = countedFor(name, user?.id ?? 0, origin, known_origins)
  await takeGuess(db, guesses.all)
  const matches = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || !matches) {
    await auditFailedSignIn(db, user?.id ?? 0, origin.ip, 'password')
    throw new AppError('wrong_credentials')
  }
  if (user.totp_enabled_at && code !== undefined) {
    await takeGuess(db, [guesses.code])
    await takeSecondFactor(db, user.id, code, keys).catch(async (error) => {
      if (error instanceof AppError) await auditFailedSignIn(db, user.id, origin.ip, 'code')
      throw error
    })
    await forgetGuesses(db, guesses.code)
  }
  await giveBackGuess(db, guesses.all)
  // A correct password alone must not reset the counter of codes.
  if (user.totp_enabled_at && code === undefined) throw new AppError('totp_required', undefined, 'code')
  await forgetGuesses(db, guesses.own)
  if (!user.active) throw new AppError('inactive')
  if (!user.confirmed_at) throw new AppError('unconfirmed')
  await refuseForced(db, user.id)
  return user.id
}

/**
 * The counters of an attempt. Browsers that have signed in before have a counter of their own, so that an attack does
 * not block the owner. Other attempts count per account and network, per network, and, from unknown networks, per
 * account.
 *
 * `own` is reset by a successful sign-in; the others get one guess back.
 */
function countedFor(
  name: string,
  user_id: number,
  { ip, device }: Origin,
  known_origins: { network: boolean; device: boolean },
) {
  const code = { pace: 'code' as const, subject: ofUser(user_id), scope: 'code' }
  if (known_origins.device) {
    const scope = `device:${ofDevice(device!)}`
    const own: Guesses = { pace: 'device', subject: ofUser(user_id), scope }
    return { own, all: [own], code: { ...code, scope: `code ${scope}` } }
  }
  const network = hash('sha256', networkOf(ip))
  const own: Guesses = { pace: 'account_network', subject: ofName(name), scope: `network:${network}` }
  const all: Guesses[] = [own, { pace: 'network', subject: `network:${network}`, scope: '' }]
  if (!known_origins.network) all.push({ pace: 'account', subject: ofName(name), scope: '' })
  return { own, all, code }
}

/** Limits concurrent hashing, fairly by network and account: an attack does not delay others for long. */
const limitHashing = makeFairLimiter({ concurrency: 2, per_user: 20, per_group: 300, total: 1000 })

/** `keys` unseal second factors. */
type From = Origin & { keys: KeyRing }
export type Credentials = { username: string; password: string; code?: string }
