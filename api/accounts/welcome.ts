import { localeOf } from '../mail/locale.ts'
import { mails } from '../mail/mails.ts'
import { sendMail } from '../mail/send.ts'
import type { Trx } from '../resource.ts'
import { contextOf } from '../transact.ts'
import { makeOneTimeToken } from './one_time_tokens.ts'

/** Somebody whom an administrator has entered chooses their own password, by the link of a registration. */
export async function welcomeUser(trx: Trx, user_id: number, email: string): Promise<void> {
  const token = await makeOneTimeToken(trx, { user_id, purpose: 'register', email })
  const { public_url } = contextOf(trx).config
  const reader = { email, locale: await localeOf(trx, user_id) }
  await sendMail(trx, mails.register(reader, `${public_url}/app/register/token?token=${token}`))
}
