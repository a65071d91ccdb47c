import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { PasswordOrigin } from '#db/tables/people/user_account.ts'
import { linksTo } from '#messages/links.ts'
import type { Actor } from '../../crud/audit.ts'
import { contextOf } from '../../crud/transact.ts'
import { auditAccount } from '../account_audit.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { endLinks } from '../one_time_tokens.ts'
import { forgetAllGuesses } from '../sessions/guesses.ts'
import { forgetOrigins } from '../sessions/origins.ts'
import { endSessions } from '../sessions/sessions.ts'

/**
 * Sets a password, and ends what the old one gave access to: sessions, push subscriptions, and links that would set
 * another password or address. Registration links stay valid: they prove the address.
 *
 * @param set_by `link`: by a mailed link; `person`: by the present password; `administrator`: by an administrator
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
  // Alerts contain positions, so browsers subscribed with the old password get no more of them.
  if (set_by !== 'person') await trx.deleteFrom('push_subscription').where('user_id', '=', user_id).execute()
  await forgetAllGuesses(trx, user_id)
  await forgetOrigins(trx, user_id)
  await auditAccount(trx, by, 'user.password', { user_id, details: { set_by } })
  if (email_proved_at === null) return
  const reader = { email, locale: await localeOf(trx, user_id) }
  await sendMail(trx, mails.passwordChanged(reader, linksTo(contextOf(trx).config.public_url).resetPassword()))
}

/**
 * A password set by an administrator stays marked until it is changed by a mailed link: the administrator could have
 * changed it.
 */
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
