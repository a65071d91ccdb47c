import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { type MembershipRole, RoleName } from '#db/tables/people/membership.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { wrong } from '../http/errors.ts'
import { endMembership, hasAdministrator } from './memberships.ts'

export const Offered = Type.Object({
  id: Id,
  name: Type.String(),
  role_name: RoleName,
  /** The organisation created the account; else it has invited the address. */
  added: Type.Boolean(),
  /** The display name of the person who invited. */
  inviter: Nullable(Type.String()),
})

/**
 * Organisations that have added the account or invited its address before the registration is complete. An
 * administrator can enter any address, so its reader decides.
 */
export async function offersTo(db: Db, email: string): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    with account as (select id from user_account u where lower(u.email) = ${email.toLowerCase()} and u.deleted_at is null)
    select o.id, o.name, m.role_name, true as added, null as inviter
    from account join membership m on m.user_id = account.id join organisation o on o.id = m.organisation_id
    union all
    select o.id, o.name, i.role_name, false, ${inviterOf('i')}
    from invitation i
    join organisation o on o.id = i.organisation_id
    where lower(i.email) = ${email.toLowerCase()} and i.expires_at > now() and ${isServed(sql`o.id`)}
      and not exists (select from membership m join account on account.id = m.user_id where m.organisation_id = o.id)
    order by name`.execute(db)
  return rows
}

/** The display name of the person who invited; null where their account is gone. */
export const inviterOf = (invitation: string) => sql<string | null>`(select ${displayNameOf('by')} from user_account by
  where by.id = ${sql.ref(`${invitation}.created_by_user_id`)} and by.deleted_at is null)`

/**
 * Ends the memberships that the person has not agreed to.
 *
 * @param selected_ids the organisations to join; undefined: all, except those that added an account without the
 *   knowledge of a person who registers by the form
 * @returns the organisations whose invitations are accepted
 * @throws {AppError} bad_request for an organisation that has neither added nor invited them
 */
export async function keepAgreedMemberships(
  trx: Trx,
  { user_id, selected_ids, self_requested }: Agreed,
): Promise<number[]> {
  const { email } = await trx
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const offers = await offersTo(trx, email)
  const unknown = selected_ids?.find((id) => !offers.some((offer) => offer.id === id))
  if (unknown !== undefined) throw wrong('organisation_ids', `${unknown} has neither added nor invited you.`)
  const joins = ({ id, added }: Offer) => selected_ids?.includes(id) ?? !(added && self_requested)
  const refused = offers.filter((offer) => offer.added && !joins(offer)).map(({ id }) => id)
  if (refused.length > 0) await endMemberships(trx, user_id, refused)
  return offers.filter((offer) => !offer.added && joins(offer)).map(({ id }) => id)
}

/** The last administrator keeps the membership: the organisation would have none. */
async function endMemberships(trx: Trx, user_id: number, organisation_ids: number[]): Promise<void> {
  const memberships = await trx
    .selectFrom('membership')
    .select(['id', 'organisation_id', 'role_name'])
    .where('user_id', '=', user_id)
    .where('organisation_id', 'in', organisation_ids)
    .orderBy('organisation_id')
    .execute()
  for (const { id, organisation_id, role_name } of memberships) {
    const is_last = role_name === 'Administrator' && !(await hasAdministrator(trx, organisation_id, user_id))
    if (!is_last) await endMembership(trx, id)
  }
}

/** `added`: the organisation created the account; else it has invited the address. */
export type Offer = { id: number; name: string; role_name: MembershipRole; added: boolean; inviter: string | null }
type Agreed = { user_id: number; selected_ids: number[] | undefined; self_requested: boolean }
