import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import type { Actor } from '../../crud/audit.ts'
import { contextOf } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { auditAccount } from '../account_audit.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { endLinks, makeOneTimeToken, randomToken } from '../one_time_tokens.ts'
import { changeAddress, checkEmailFree } from './addresses.ts'

/** How long the old address may object. */
export const WAIT_S = 7 * 24 * 3600

/**
 * Begins a change of address that the person has not asked for in a session of their own: a mail to the old address
 * asks to confirm or stop it, one to the new address to prove it. An earlier one is replaced.
 *
 * @param requested.proved whether the new address is proved already
 */
export async function beginAddressChange(trx: Trx, by: Actor, requested: RequestedChange): Promise<void> {
  const { user_id, email, proved = false } = requested
  await checkEmailFree(trx, email, user_id)
  const account = await trx
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const token = randomToken()
  await dropAddressChange(trx, user_id)
  await trx
    .insertInto('address_change')
    .values({
      user_id,
      email,
      requested_by_user_id: by.user_id,
      token_sha256: hash('sha256', token),
      proved_at: proved ? sql<string>`now()` : null,
      due_at: sql<string>`now() + make_interval(secs => ${WAIT_S})`,
    })
    .execute()
  const links = linksTo(contextOf(trx).config.public_url)
  const locale = await localeOf(trx, user_id)
  await sendMail(trx, mails.addressWaits({ email: account.email, locale }, links.answerEmail(token)))
  if (!proved) {
    const proof = await makeOneTimeToken(trx, { user_id, purpose: 'email', email, lifetime_s: WAIT_S })
    await sendMail(trx, mails.proveWaiting({ email, locale }, links.changeEmail(proof)))
  }
  await auditAccount(trx, by, 'user.email.request', { user_id })
}

/** Notes that the link to the new address was followed. @returns whether a change to it waits */
export async function proveAddressChange(trx: Trx, user_id: number, email: string): Promise<boolean> {
  const waiting = await trx
    .updateTable('address_change')
    .set({ proved_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning('id')
    .execute()
  if (waiting.length > 0) await makeDueChanges(trx, user_id)
  return waiting.length > 0
}

/** The change that the link in the mail to the old address is about. @throws {AppError} token_invalid */
export async function findAddressChange(db: Db, token: string) {
  const found = await db
    .selectFrom('address_change')
    .select(['user_id', 'email', 'due_at'])
    .where('token_sha256', '=', hash('sha256', token))
    .executeTakeFirst()
  if (!found) throw new AppError('token_invalid', undefined, 'token')
  return found
}

/** Confirms the change that waits, or stops it: by the link to the old address, or by the person. */
export async function answerAddressChange(trx: Trx, by: Actor & { user_id: number }, agree: boolean): Promise<void> {
  const { user_id } = by
  if (!agree) {
    await dropAddressChange(trx, user_id)
    await auditAccount(trx, by, 'user.email.stop', { user_id })
    return
  }
  await trx.updateTable('address_change').set({ due_at: sql<string>`now()` }).where('user_id', '=', user_id).execute()
  await makeDueChanges(trx, user_id)
}

/** Makes the changes whose time is over and whose new address is proved; the others lapse a week later. */
export async function makeDueChanges(trx: Trx, user_id?: number): Promise<void> {
  const due = await trx
    .deleteFrom('address_change')
    .where('due_at', '<=', sql<string>`now()`)
    .where('proved_at', 'is not', null)
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id!))
    .returning(['user_id', 'email', 'requested_by_user_id'])
    .execute()
  for (const { user_id, email, requested_by_user_id } of due) {
    if (await isTaken(trx, user_id, email)) continue
    await changeAddress(trx, user_id, email, true)
    await auditAccount(trx, { user_id: requested_by_user_id }, 'user.email', { user_id })
  }
  await trx
    .deleteFrom('address_change')
    .where('due_at', '<', sql<string>`now() - make_interval(secs => ${WAIT_S})`)
    .execute()
}

/** The link to the new address ends with it: it would begin the change again. */
async function dropAddressChange(trx: Trx, user_id: number): Promise<void> {
  await trx.deleteFrom('address_change').where('user_id', '=', user_id).execute()
  await endLinks(trx, user_id, ['email'])
}

/** Another account may have got the address in the meantime. */
const isTaken = (trx: Trx, user_id: number, email: string) =>
  checkEmailFree(trx, email, user_id).then(
    () => false,
    () => true,
  )

type RequestedChange = { user_id: number; email: string; proved?: boolean }
