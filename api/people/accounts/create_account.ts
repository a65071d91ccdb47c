import type { Insertable } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { Database } from '#db/tables/index.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { checkEmail } from '../../crud/checks.ts'
import { countMail } from '../../crud/quotas.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { placeOf } from '../../http/addresses/country.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { isRefused } from '../../messaging/ask_recipients.ts'
import { checkPassword, checkUsername, namesOf } from './checks.ts'
import { welcomeUser } from './welcome.ts'

/**
 * Creates an account for another person, and mails them the link that completes it. The address may be
 * wrong: it is proved by the link, or an administrator confirms the account.
 *
 * @param account.organisation_id where they become a member; null for none
 * @returns its id
 * @throws {AppError} for a username or address that is taken, a common password, or too many mails
 */
export async function createAccount(
  trx: Trx,
  viewer: Viewer,
  { organisation_id, role_name, password, password_hash, ...account }: NewAccount,
): Promise<number> {
  const usual = organisation_id === null ? null : await usualIn(trx, organisation_id)
  const { id, email } = await trx
    .insertInto('user_account')
    .values({
      ...account,
      timezone: account.timezone ?? usual?.timezone,
      locale: account.locale ?? usual?.locale,
      username: checkUsername(account.username),
      email: checkEmail(account.email),
      password_hash,
      password_origin: password === undefined ? 'own' : 'given',
      created_by_user_id: viewer.user_id,
      created_ip: viewer.ip,
      created_address: placeOf(viewer.ip, contextOf(trx).config.geoip_file),
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  if (organisation_id !== null) await rows(trx, 'membership').insert({ organisation_id, user_id: id, role_name })
  if (password !== undefined) checkPassword(password, undefined, { names: await namesOf(trx, id) })
  await takeAttempt(trx, 'mail', email)
  await takeAttempt(trx, 'invite_to', email)
  if (organisation_id !== null) await countMail(trx, organisation_id)
  if (!(await isRefused(trx, email))) await welcomeUser(trx, id, email)
  return id
}

/** The time zone and language of an organisation: a new person of it begins with them. */
async function usualIn(trx: Trx, organisation_id: number) {
  return trx
    .selectFrom('organisation')
    .select(['timezone', 'locale'])
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow()
}

type NewAccount = Omit<Insertable<Database['user_account']>, 'password_hash'> & {
  organisation_id: number | null
  role_name: MembershipRole
  /** Chosen by the administrator; undefined where the person chooses it. */
  password?: string
  password_hash: string | null
}
