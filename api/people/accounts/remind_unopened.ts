import type { Trx } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import { linksTo } from '#messages/links.ts'
import { countMail } from '../../crud/quotas.ts'
import { contextOf } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { isRefused } from '../../messaging/ask_recipients.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { makeOneTimeToken } from '../one_time_tokens.ts'

/**
 * Mails a new link to a person for whom an administrator has made an account that they have never opened, since something
 * waits for them there. The mail says not what: the address was never proved.
 *
 * @param of.day when it is due
 * @returns `later` where the organisation has sent as many mails as it may
 */
export async function remindUnopened(trx: Trx, of: Unopened): Promise<'sent' | 'none' | 'later'> {
  const { user_id, organisation_id, day } = of
  const { email, confirmed_at, created_by_user_id } = await trx
    .selectFrom('user_account')
    .select(['email', 'confirmed_at', 'created_by_user_id'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (confirmed_at !== null || created_by_user_id === null) return 'none'
  if ((await keepsPrivateRecords(trx, user_id)) || (await isRefused(trx, email))) return 'none'
  if (!(await mayMail(trx, organisation_id))) return 'later'
  const token = await makeOneTimeToken(trx, { user_id, purpose: 'register', email })
  const link = linksTo(contextOf(trx).config.public_url).register(token)
  await sendMail(trx, mails.dateWaits({ email, locale: await localeOf(trx, user_id) }, link, day))
  return 'sent'
}

async function mayMail(trx: Trx, organisation_id: number): Promise<boolean> {
  try {
    await countMail(trx, organisation_id)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

type Unopened = { user_id: number; organisation_id: number; day: string }
