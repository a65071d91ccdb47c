import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { PasswordOrigin } from '#db/tables/people/user_account.ts'
import { linksTo } from '#messages/links.ts'
import { type Actor, noteAccount } from '../../crud/audit.ts'
import { contextOf } from '../../crud/transact.ts'
import { endLinks } from '../accounts/one_time_tokens.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { forgetAllGuesses } from '../sessions/guesses.ts'
import { forgetOrigins } from '../sessions/origins.ts'
import { endSessions } from '../sessions/sessions.ts'

/**
 * Whoever was signed in with the old password is signed out, their browsers get no more notifications, and links end by which another password or address would be
 * set. The link of a registration stays: it proves the address.
 *
 * @param set_by `link` by a mailed link, `person` by who knew the one before, `administrator` by somebody else
 * @param by who did it, for the audit log
 * @param except the session that changes it
 */
export async function setPassword(trx: Trx, { user_id, password_hash, set_by, by, except = null }: NewPassword) {
  const { email, email_proved_at } = await trx
    .updateTable('user_account')
    .set({ password_hash, password_origin: origins[set_by], modified_at: sql`now()` })
    .where('id', '=', user_id)
    .returning(['email', 'email_proved_at'])
    .executeTakeFirstOrThrow()
  await endLinks(trx, user_id, ['password', 'email'])
  await endSessions(trx, { user_id, except })
  // Alerts say where trackers are: a browser of whoever knew the old password hears no more of them.
  if (set_by !== 'person') await trx.deleteFrom('push_subscription').where('user_id', '=', user_id).execute()
  await forgetAllGuesses(trx, user_id)
  await forgetOrigins(trx, user_id)
  await noteAccount(trx, by, 'user.password', { user_id, details: { set_by } })
  if (email_proved_at === null) return
  const reader = { email, locale: await localeOf(trx, user_id) }
  await sendMail(trx, mails.passwordChanged(reader, linksTo(contextOf(trx).config.public_url).resetPassword()))
}

/** A password that an administrator knows stays theirs for all who change it without a mailed link. */
const origins = {
  link: 'own',
  administrator: 'given',
  person: sql<PasswordOrigin>`case password_origin when 'own' then 'own' else 'changed' end`,
} as const

type NewPassword = {
  user_id: number
  password_hash: string
  set_by: keyof typeof origins
  by: Actor
  except?: number | null
}
