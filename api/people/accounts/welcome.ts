import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import { linksTo } from '#messages/links.ts'
import { contextOf } from '../../crud/transact.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { makeOneTimeToken } from '../one_time_tokens.ts'

/**
 * Mails the link that completes a registration: the reader sets their own password. Whose account another person has made
 * reads that, and for which organisation.
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
  const link = linksTo(public_url).register(token, owner)
  const made = self_requested ? null : await madeFor(trx, user_id)
  await sendMail(trx, made ? mails.accountMade(reader, link, made.organisation) : mails.register(reader, link))
}

/** For which organisation another person has made an account; null where its person has registered. */
async function madeFor(trx: Trx, user_id: number): Promise<{ organisation: string | null } | null> {
  const { rows } = await sql<{ organisation: string | null }>`
    select (select o.name from membership m join organisation o on o.id = m.organisation_id
      where m.user_id = u.id order by m.id limit 1) as organisation
    from user_account u where u.id = ${user_id} and u.created_by_user_id is not null`.execute(trx)
  return rows[0] ?? null
}
