import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#db/database.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import { purposes } from '#db/tables/purposes.ts'
import { AppError } from '../../http/errors.ts'
import { makeOneTimeToken, randomToken } from '../one_time_tokens.ts'

/** RFC 6238: six digits, 30 seconds, and a drift of one step either way. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** Of base64url: 120 bits. NIST SP 800-63B asks for 112 where the hash has no salt. */
const RECOVERY_LENGTH = 20

/** The columns of an account without a second factor. */
export const withoutSecondFactor = { totp_secret: null, totp_enabled_at: null, totp_last_step: null }

/** @returns the secret for the authenticator app, as text and as a URL, and its sealed form for the database */
export function makeTotp(user_id: number, username: string, keys: KeyRing): NewSecret {
  const totp = totpOf(new Secret({ size: 20 }).base32, username)
  const secret = totp.secret.base32
  return { secret, otpauth_url: totp.toString(), sealed: keys.seal(secret, purposes.totp(user_id)) }
}

/**
 * Verifies a code of the app; each code is accepted once.
 *
 * @throws {AppError} totp_wrong
 */
export async function takeTotpCode(db: Db, user_id: number, code: string, keys: KeyRing): Promise<void> {
  const user = await db
    .selectFrom('user_account')
    .select('totp_secret')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const own = user.totp_secret === null ? null : open(user.totp_secret, user_id, keys)
  const totp = totpOf(own ?? '')
  const delta = /^\d{6}$/.test(code) && own ? totp.validate({ token: code, window: WINDOW }) : null
  if (delta === null) throw new AppError('totp_wrong', undefined, 'code')
  const step = totp.counter() + delta
  const taken = await db
    .updateTable('user_account')
    .set({ totp_last_step: step })
    .where('id', '=', user_id)
    .where(sql<boolean>`coalesce(totp_last_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new AppError('totp_wrong', 'This code has been used. Please wait for the next one.', 'code')
}

/** Verifies a code of the app, or uses a recovery code. */
export async function takeSecondFactor(db: Db, user_id: number, code: string, keys: KeyRing): Promise<void> {
  const digits = code.replace(/\s/g, '')
  if (!isRecoveryCode(code)) return takeTotpCode(db, user_id, digits, keys)
  const { numUpdatedRows } = await db
    .updateTable('one_time_token')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'recovery')
    .where('used_at', 'is', null)
    .where('token_sha256', '=', hash('sha256', digits))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('totp_wrong', undefined, 'code')
}

export const isRecoveryCode = (code: string) => !/^\d{6}$/.test(code.replace(/\s/g, ''))

/** Creates new recovery codes, which are shown once; earlier ones end. */
export async function makeRecoveryCodes(trx: Db, user_id: number): Promise<string[]> {
  await trx.deleteFrom('one_time_token').where('user_id', '=', user_id).where('purpose', '=', 'recovery').execute()
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomToken().slice(0, RECOVERY_LENGTH))
  for (const token of codes) await makeOneTimeToken(trx, { user_id, purpose: 'recovery', token })
  return codes
}

/** If the key is lost, no code matches; recovery codes still work. */
function open(sealed: string, user_id: number, keys: KeyRing): string | null {
  try {
    return keys.unseal(sealed, purposes.totp(user_id))
  } catch {
    return null
  }
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Ringfence', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })

type NewSecret = { secret: string; otpauth_url: string; sealed: string }
