import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { contextOf } from '../../crud/transact.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { makeOneTimeToken } from './one_time_tokens.ts'
import { welcomeUser } from './welcome.ts'

/** Mails a link to set a password. An address that is not proved gets the registration link instead. */
export async function mailPasswordLink(
  trx: Trx,
  user_id: number,
  mail: 'resetPassword' | 'passwordEnded' = 'resetPassword',
): Promise<void> {
  const { email, email_proved_at } = await trx
    .selectFrom('user_account')
    .select(['email', 'email_proved_at'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (email_proved_at === null) return welcomeUser(trx, user_id, email)
  const token = await makeOneTimeToken(trx, { user_id, purpose: 'password', email })
  const link = linksTo(contextOf(trx).config.public_url).choosePassword(token)
  await sendMail(trx, mails[mail]({ email, locale: await localeOf(trx, user_id) }, link))
}
