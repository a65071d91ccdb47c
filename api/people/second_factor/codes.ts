import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#db/database.ts'
import { seal, unseal } from '#db/sealing.ts'
import { AppError } from '../../http/errors.ts'
import { makeOneTimeToken, randomToken } from '../accounts/one_time_tokens.ts'

/** RFC 6238: six digits, every half minute, and one half minute of drift either way. */
const WINDOW = 1
const RECOVERY_CODES = 10

/** The columns of an account that has no second factor. */
export const withoutSecondFactor = { totp_secret: null, totp_enabled_at: null, totp_last_step: null }

/** @returns what goes into the authenticator app, as text and as a link, and what is kept of it */
export function makeTotp(user_id: number, username: string, installation_secret: string): Made {
  const totp = totpOf(new Secret({ size: 20 }).base32, username)
  const secret = totp.secret.base32
  return { secret, otpauth_url: totp.toString(), sealed: seal(secret, sealing(user_id, installation_secret)) }
}

/**
 * Takes a code, each once.
 *
 * @throws {AppError} totp_wrong
 */
export async function takeTotpCode(db: Db, user_id: number, code: string, secret: string): Promise<void> {
  const user = await db
    .selectFrom('user_account')
    .select('totp_secret')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const own = user.totp_secret === null ? null : open(user.totp_secret, user_id, secret)
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

/** A code of the app, or one of the recovery codes. */
export async function takeSecondFactor(db: Db, user_id: number, code: string, secret: string): Promise<void> {
  const given = code.replace(/\s/g, '')
  if (!isRecoveryCode(code)) return takeTotpCode(db, user_id, given, secret)
  const { numUpdatedRows } = await db
    .updateTable('one_time_token')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'recovery')
    .where('used_at', 'is', null)
    .where('token_sha256', '=', hash('sha256', given))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('totp_wrong', undefined, 'code')
}

export const isRecoveryCode = (code: string) => !/^\d{6}$/.test(code.replace(/\s/g, ''))

/** New recovery codes, shown once. Those from before end. */
export async function makeRecoveryCodes(trx: Db, user_id: number): Promise<string[]> {
  await trx.deleteFrom('one_time_token').where('user_id', '=', user_id).where('purpose', '=', 'recovery').execute()
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomToken().slice(0, 16))
  for (const token of codes) await makeOneTimeToken(trx, { user_id, purpose: 'recovery', token })
  return codes
}

/** With another secret than it was sealed with, no code is right; recovery codes still are. */
function open(sealed: string, user_id: number, secret: string): string | null {
  try {
    return unseal(sealed, sealing(user_id, secret))
  } catch {
    return null
  }
}

const sealing = (user_id: number, secret: string) => ({ secret, purpose: `totp ${user_id}` })

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Ringfence', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })

type Made = { secret: string; otpauth_url: string; sealed: string }
