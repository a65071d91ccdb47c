import { sql } from 'kysely'
import { localeOf } from '../mail/locale.ts'
import { mails } from '../mail/mails.ts'
import { sendMail } from '../mail/send.ts'
import type { Trx } from '../resource.ts'
import { endSessions } from '../sessions.ts'
import { contextOf } from '../transact.ts'
import { forgetAttempts } from './attempts.ts'

/** Whoever was signed in with the old password is signed out; `except` is the session that changes it. */
export async function setPassword(trx: Trx, { user_id, password_hash, except = null }: NewPassword): Promise<void> {
  const { email } = await trx
    .updateTable('user_account')
    .set({ password_hash, modified_at: sql`now()` })
    .where('id', '=', user_id)
    .returning('email')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('one_time_token').where('user_id', '=', user_id).where('purpose', '=', 'password').execute()
  await endSessions(trx, { user_id, except })
  await forgetAttempts(trx, 'signin', user_id)
  const reader = { email, locale: await localeOf(trx, user_id) }
  await sendMail(trx, mails.passwordChanged(reader, `${contextOf(trx).config.public_url}/app/password/reset`))
}

type NewPassword = { user_id: number; password_hash: string; except?: number | null }
