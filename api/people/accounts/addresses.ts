import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { contextOf } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { endLinks, makeOneTimeToken } from '../one_time_tokens.ts'
import { welcomeUser } from './welcome.ts'

/**
 * Changes the address of an account. All open links end, and the old address is notified if it was proved.
 *
 * @param proved whether the link mailed to the new address was followed; else a link is mailed now, and nothing else is
 *   sent there until it is followed
 */
export async function changeAddress(trx: Trx, user_id: number, email: string, proved: boolean): Promise<void> {
  const account = await trx
    .selectFrom('user_account')
    .select(['email', 'email_proved_at', 'confirmed_at'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const same = account.email.toLowerCase() === email.toLowerCase()
  if (same && (account.email_proved_at !== null || !proved)) return
  await trx
    .updateTable('user_account')
    .set({ email, email_proved_at: proved ? sql<string>`now()` : null, modified_at: sql`now()` })
    .where('id', '=', user_id)
    .execute()
  await endLinks(trx, user_id)
  const locale = await localeOf(trx, user_id)
  if (!same && account.email_proved_at !== null)
    await sendMail(trx, mails.emailChanged({ email: account.email, locale }))
  if (proved) return
  if (account.confirmed_at === null) await welcomeUser(trx, user_id, email)
  else await mailProof(trx, user_id, email)
}

/**
 * Mails the link that confirms a new address.
 *
 * @param self_requested whether its person asks, in a session that opens private records
 */
export async function mailProof(trx: Trx, user_id: number, email: string, self_requested = false): Promise<void> {
  const token = await makeOneTimeToken(trx, { user_id, purpose: 'email', email, self_requested })
  const link = linksTo(contextOf(trx).config.public_url).changeEmail(token)
  await sendMail(trx, mails.changeEmail({ email, locale: await localeOf(trx, user_id) }, link))
}

/** @throws {AppError} email_conflict */
export async function checkEmailFree(trx: Trx, email: string, but_id?: number): Promise<void> {
  const taken = await trx
    .selectFrom('user_account')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken && taken.id !== but_id) throw new AppError('email_conflict', undefined, 'email')
}
