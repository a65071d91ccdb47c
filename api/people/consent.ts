import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { AppError } from '../http/errors.ts'
import { endMembership } from './memberships.ts'

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
  if (refused.length > 0) {
    // The last administrator keeps the membership: the organisation would have none.
    const ended = await trx
      .selectFrom('membership as m')
      .select('m.id')
      .where('m.user_id', '=', user_id)
      .where('m.organisation_id', 'in', refused)
      .where((eb) =>
        eb.or([
          eb('m.role_name', '!=', 'Administrator'),
          eb.exists(
            eb
              .selectFrom('membership as other')
              .innerJoin('user_account as u', 'u.id', 'other.user_id')
              .select('other.id')
              .whereRef('other.organisation_id', '=', 'm.organisation_id')
              .whereRef('other.user_id', '!=', 'm.user_id')
              .where('other.role_name', '=', 'Administrator')
              .where('u.active', '=', true)
              .where('u.deleted_at', 'is', null),
          ),
        ]),
      )
      .execute()
    for (const { id } of ended) await endMembership(trx, id)
  }
  return offers.filter((offer) => !offer.added && joins(offer)).map(({ id }) => id)
}

/** `added`: the organisation created the account; else it has invited the address. */
export type Offer = { id: number; name: string; role_name: MembershipRole; added: boolean }
type Agreed = { user_id: number; selected_ids: number[] | undefined; self_requested: boolean }
