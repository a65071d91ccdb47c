import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import { purposes } from '#db/tables/people/one_time_token.ts'
import { AppError } from '../../http/errors.ts'
import { keepAgreedMemberships } from '../consent.ts'
import { endLinks } from '../one_time_tokens.ts'
import { withoutSecondFactor } from '../sessions/codes.ts'
import { endSessions } from '../sessions/sessions.ts'
import { confirmUser } from './confirm.ts'

/**
 * Completes an account whose address was proved by a mailed link: name and password, the organisations that its reader
 * joins, and an organisation of their own where they join none. What others have set up with the account ends.
 *
 * @param selected_ids of the organisations that added or invited the address; see `keepAgreedMemberships`
 * @throws {AppError} bad_request for another organisation; name_conflict; not_possible with private records
 */
export async function completeAccount(trx: Trx, user_id: number, completion: Completion): Promise<void> {
  const { account, ip, selected_ids, self_requested, organisation_name } = completion
  await checkProved(trx, user_id)
  await trx
    .updateTable('user_account')
    .set({
      ...account,
      password_origin: 'own',
      terms_agreed_ip: ip,
      terms_agreed_at: sql`now()`,
      ...withoutSecondFactor,
    })
    .where('id', '=', user_id)
    .execute()
  const inviters = await keepAgreedMemberships(trx, { user_id, selected_ids, self_requested })
  await confirmUser(trx, user_id, { by_mail: true, inviters, organisation_name })
  // Existing sessions used a password set by an administrator, so they end.
  await endLinks(trx, user_id, [...purposes])
  await endSessions(trx, { user_id })
  await trx.deleteFrom('push_subscription').where('user_id', '=', user_id).execute()
}

/** An address that others have entered sets no password of a person who has private records. */
async function checkProved(trx: Trx, user_id: number): Promise<void> {
  if (!(await keepsPrivateRecords(trx, user_id))) return
  const account = trx.selectFrom('user_account').select('email_proved_at').where('id', '=', user_id)
  if ((await account.executeTakeFirstOrThrow()).email_proved_at !== null) return
  throw new AppError('not_possible', 'Please sign in with your password, and confirm your address there.', 'token')
}

type Completion = {
  account: {
    username: string
    password_hash: string
    name?: string | null
    firstname?: string | null
    lastname?: string | null
  }
  ip: string
  selected_ids: number[] | undefined
  self_requested: boolean
  organisation_name?: string | undefined
}
