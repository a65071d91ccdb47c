import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { AppError } from '../http/errors.ts'
import { endMembership, hasAdministrator } from './memberships.ts'

/**
 * Organisations that have added the account or invited its address before the registration is complete. An
 * administrator can enter any address, so its reader decides.
 */
export async function offersTo(db: Db, user_id: number): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select o.id, o.name, m.role_name, true as added
    from membership m join organisation o on o.id = m.organisation_id
    where m.user_id = ${user_id}
    union all
    select o.id, o.name, i.role_name, false
    from invitation i
    join organisation o on o.id = i.organisation_id
    join user_account u on lower(u.email) = lower(i.email)
    where u.id = ${user_id} and i.expires_at > now()
      and not exists (select from membership m where m.user_id = u.id and m.organisation_id = o.id)
    order by name`.execute(db)
  return rows
}

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
  const offers = await offersTo(trx, user_id)
  const unknown = selected_ids?.find((id) => !offers.some((offer) => offer.id === id))
  if (unknown !== undefined) {
    throw new AppError(
      'bad_request',
      `organisation_ids: ${unknown} has neither added nor invited you.`,
      'organisation_ids',
    )
  }
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
export type Offer = { id: number; name: string; role_name: MembershipRole; added: boolean }
type Agreed = { user_id: number; selected_ids: number[] | undefined; self_requested: boolean }
