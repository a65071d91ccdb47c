import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { defineAction } from '../../crud/action.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { contextOf, transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { auditAccount } from '../account_audit.ts'
import { Password } from '../accounts/bodies.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { makeRecoveryCodes, makeTotp, takeTotpCode, withoutSecondFactor } from '../sessions/codes.ts'
import { checkOwnPassword, inSession } from '../sessions/credentials.ts'
import { forgetGuesses, takeGuess } from '../sessions/guesses.ts'
import { endKeptSessions } from '../sessions/sessions.ts'

const Started = Type.Object({ secret: Type.String(), otpauth_url: Type.String() })
const Enabled = Type.Object({ recovery_codes: Type.Array(Type.String()) })
const EnableBody = Type.Object({ code: Type.String({ maxLength: 100 }) }, { additionalProperties: false })
const PasswordBody = Type.Object({ password: Password }, { additionalProperties: false })

const tags = ['second factor']

/** Sets up the second factor: a secret for the authenticator app, enabled by its first valid code. */
export const startTotp = defineAction({
  method: 'POST',
  path: 'user/totp/start',
  tags,
  summary: 'Create a secret for the second factor',
  body: PasswordBody,
  answer: Started,
  status: 201,
  config: { open_to: ['no_second_factor'] },
  async run({ context: { db, keys }, viewer, body }) {
    checkNotImpersonating(viewer)
    // Requires the password, so that a stranger at an open browser cannot lock the owner out.
    await checkOwnPassword(db, viewer, body.password)
    const { email } = await db
      .selectFrom('user_account')
      .select('email')
      .where('id', '=', viewer.user_id)
      .executeTakeFirstOrThrow()
    const { sealed, ...made } = makeTotp(viewer.user_id, email, keys)
    const started = await db
      .updateTable('user_account')
      .set({ totp_secret: sealed, totp_last_step: null })
      .where('id', '=', viewer.user_id)
      .where('totp_enabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!started) throw new AppError('not_possible', 'The second factor is on already.')
    return made
  },
})

export const enableTotp = defineAction({
  method: 'POST',
  path: 'user/totp/enable',
  tags,
  summary: 'Enable the second factor',
  body: EnableBody,
  answer: Enabled,
  message: 'The second factor is on.',
  config: { open_to: ['no_second_factor'] },
  async run({ context, viewer, body: { code } }) {
    const { db, keys } = context
    checkNotImpersonating(viewer)
    await takeGuess(db, [inSession(viewer)])
    // 400: a 401 would make the client sign out.
    await takeTotpCode(db, viewer.user_id, code, keys).catch((error) => {
      throw error instanceof AppError ? new AppError('bad_request', error.message, 'code') : error
    })
    await forgetGuesses(db, inSession(viewer))
    const recovery_codes = await transact(context, async (trx) => {
      await trx
        .updateTable('user_account')
        .set({ totp_enabled_at: sql`now()` })
        .where('id', '=', viewer.user_id)
        .execute()
      // They were opened without it.
      await endKeptSessions(trx, { user_id: viewer.user_id, except: viewer.session_id })
      await auditAccount(trx, viewer, 'user.totp.enable')
      await tellPerson(trx, viewer.user_id, true)
      return makeRecoveryCodes(trx, viewer.user_id)
    })
    return { recovery_codes }
  },
})

export const disableTotp = defineAction({
  method: 'POST',
  path: 'user/totp/disable',
  tags,
  summary: 'Disable the second factor',
  body: PasswordBody,
  message: 'The second factor is off.',
  async run({ context, viewer, body }) {
    const { db } = context
    checkNotImpersonating(viewer)
    await checkOwnPassword(db, viewer, body.password)
    await transact(context, async (trx) => {
      await trx.updateTable('user_account').set(withoutSecondFactor).where('id', '=', viewer.user_id).execute()
      await endKeptSessions(trx, { user_id: viewer.user_id, except: viewer.session_id })
      await auditAccount(trx, viewer, 'user.totp.disable')
      await tellPerson(trx, viewer.user_id, false)
    })
  },
})

/** A mail to the person's address, if it is proved: another may have done it in a session of theirs. */
async function tellPerson(trx: Trx, user_id: number, is_on: boolean): Promise<void> {
  const { email, email_proved_at } = await trx
    .selectFrom('user_account')
    .select(['email', 'email_proved_at'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (email_proved_at === null) return
  const link = linksTo(contextOf(trx).config.public_url).resetPassword()
  await sendMail(trx, mails.secondFactor({ email, locale: await localeOf(trx, user_id) }, link, is_on))
}
