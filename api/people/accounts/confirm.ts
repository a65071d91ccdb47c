import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { displayName } from '../../crud/names/display_name.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { isLookAlike, refuseLookAlike } from '../../organisations/look_alikes.ts'
import { endInvitations } from '../ended_invitations.ts'
import { keepLimit } from '../member_groups.ts'

/**
 * Confirms an account. Invited users join the organisations that invited them; others get an organisation of their own.
 *
 * @param by_mail whether they followed a mailed link. Where an administrator confirms instead, the address is not
 *   proved, so its invitations stay pending.
 * @param inviters the organisations whose invitations they accept
 * @param organisation_name the organisation that they register as its administrator
 * @throws {AppError} name_conflict
 */
export async function confirmUser(
  trx: Trx,
  user_id: number,
  { by_mail, inviters = [], organisation_name }: Confirmation,
): Promise<void> {
  const user = await trx
    .updateTable('user_account')
    .set({
      confirmed_at: sql`coalesce(confirmed_at, now())`,
      ...(by_mail && { email_proved_at: sql`coalesce(email_proved_at, now())` }),
      modified_at: sql`now()`,
    })
    .where('id', '=', user_id)
    .returning(['id', 'name', 'firstname', 'lastname', 'username', 'email'])
    .executeTakeFirstOrThrow()
  if (inviters.length > 0) await joinInviters(trx, user, inviters)
  const member = await trx.selectFrom('membership').select('id').where('user_id', '=', user_id).executeTakeFirst()
  if (member && organisation_name === undefined) return
  if (organisation_name !== undefined) await refuseLookAlike(trx, organisation_name, { field: 'organisation_name' })
  const free = await freeName(trx, organisation_name ?? displayName(user))
  if (organisation_name !== undefined && free !== organisation_name) {
    throw new AppError('name_conflict', 'There is an organisation of this name already.', 'organisation_name')
  }
  const organisation = await rows(trx, 'organisation').insert({ name: free })
  await rows(trx, 'membership').insert({ organisation_id: organisation.id, user_id, role_name: 'Administrator' })
}

type Confirmation = { by_mail: boolean; inviters?: number[]; organisation_name?: string | undefined }

async function joinInviters(trx: Trx, { id, email }: { id: number; email: string }, inviters: number[]) {
  const invitations = await trx
    .selectFrom('invitation')
    .select(['id', 'organisation_id', 'role_name', 'token_sha256'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('organisation_id', 'in', inviters)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id: invitation_id, organisation_id, role_name } of invitations) {
    const joined = await trx
      .insertInto('membership')
      .values({ organisation_id, role_name, user_id: id })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (joined) await keepLimit(trx, invitation_id, joined.id)
    await rows(trx, 'invitation').remove({ id: invitation_id, organisation_id })
  }
  await endInvitations(trx, invitations, 'accepted')
}

/** Organisation names are unique and look different, names of people are not. */
async function freeName(trx: Trx, name: string): Promise<string> {
  await sql`lock table organisation in share row exclusive mode`.execute(trx)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} ${n}`
    const taken = await trx
      .selectFrom('organisation')
      .select('id')
      .where(sql`lower(name)`, '=', candidate.toLowerCase())
      .executeTakeFirst()
    if (!taken && !(await isLookAlike(trx, candidate))) return candidate
  }
}
