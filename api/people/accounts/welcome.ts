import type { Trx } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import { linksTo } from '#messages/links.ts'
import { contextOf } from '../../crud/transact.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { makeOneTimeToken } from '../one_time_tokens.ts'

/**
 * Mails the link that completes a registration: the reader sets their own password.
 *
 * @param self_requested whether it was requested by the registration form. The reader may then not know of an
 *   organisation that has added the address. Nothing is mailed for a person who has private records.
 * @param owner whether they register an organisation as well
 */
export async function welcomeUser(
  trx: Trx,
  user_id: number,
  email: string,
  { self_requested = false, owner = false } = {},
): Promise<void> {
  // It would set a password by an address that was never proved; `address_change.ts` has the way that waits.
  if (await keepsPrivateRecords(trx, user_id)) return
  const token = await makeOneTimeToken(trx, { user_id, purpose: 'register', email, self_requested })
  const { public_url } = contextOf(trx).config
  const reader = { email, locale: await localeOf(trx, user_id) }
  await sendMail(trx, mails.register(reader, linksTo(public_url).register(token, owner)))
}
