import type { Trx } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import { linksTo } from '#messages/links.ts'
import { contextOf } from '../../crud/transact.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { makeOneTimeToken } from '../one_time_tokens.ts'
import { welcomeUser } from './welcome.ts'

/**
 * Mails a link to set a password. That of an address which is not proved proves it, as a registration does; the mail
 * speaks of a registration only to those who began one themselves.
 *
 * @param reason why: the person asked for it, or the password that an administrator had set has ended
 */
export async function mailPasswordLink(
  trx: Trx,
  user_id: number,
  reason: 'resetPassword' | 'passwordEnded' = 'resetPassword',
): Promise<void> {
  const { email, email_proved_at, confirmed_at, created_by_user_id } = await trx
    .selectFrom('user_account')
    .select(['email', 'email_proved_at', 'confirmed_at', 'created_by_user_id'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const is_proved = email_proved_at !== null
  // An address that others have entered gets no way to private records; `address_change.ts` has the one that waits.
  if (!is_proved && (await keepsPrivateRecords(trx, user_id))) return
  if (!is_proved && confirmed_at === null && created_by_user_id === null) return welcomeUser(trx, user_id, email)
  const purpose = is_proved ? 'password' : 'register'
  const token = await makeOneTimeToken(trx, { user_id, purpose, email })
  const links = linksTo(contextOf(trx).config.public_url)
  const link = is_proved ? links.choosePassword(token) : links.register(token)
  const mail = is_proved ? mails[reason] : mails[unproved[reason]]
  await sendMail(trx, mail({ email, locale: await localeOf(trx, user_id) }, link))
}

const unproved = { resetPassword: 'choosePassword', passwordEnded: 'passwordEndedUnproved' } as const
