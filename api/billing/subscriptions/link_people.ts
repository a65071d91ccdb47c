import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Gives what was imported to the people whose it is, once they are members and have confirmed the address that the
 * contact has: the contact, its invoices, and the memberships that are paid for. A person who has a contact already, or
 * the same membership, keeps what they have.
 */
export async function linkPeople(db: Db, { organisation_id = null, user_id = null }: Whose): Promise<void> {
  await sql`
    update contact k set user_id = u.id from (
      select distinct on (p.id, c.organisation_id) p.id, c.id as contact_id from contact c
      join user_account p on lower(p.email) = lower(c.email) and p.email_proved_at is not null and p.deleted_at is null
      join membership m on m.user_id = p.id and m.organisation_id = c.organisation_id
      where ${isOrganisation('c', organisation_id)} and c.user_id is null and ${isPerson('p.id', user_id)}
        and (exists (select from subscription s where s.contact_id = c.id and s.user_id is null and ${isBrought('s')})
          or exists (select from invoice i where i.contact_id = c.id and i.is_opening))
        and not exists (select from contact o where o.organisation_id = c.organisation_id and o.user_id = p.id)
      order by p.id, c.organisation_id, c.id) u
    where k.id = u.contact_id`.execute(db)
  await sql`
    update subscription s set user_id = k.user_id from contact k
    where ${isOrganisation('s', organisation_id)} and s.user_id is null and ${isBrought('s')} and k.id = s.contact_id
      and k.user_id is not null and ${isPerson('k.user_id', user_id)}
      and not exists (select from subscription o where o.user_id = k.user_id and o.product_id = s.product_id
        and o.state in ('trial', 'active', 'grace'))`.execute(db)
  await sql`
    update invoice i set user_id = k.user_id from contact k
    where ${isOrganisation('i', organisation_id)} and i.user_id is null and k.id = i.contact_id and k.user_id is not null
      and ${isPerson('k.user_id', user_id)} and (i.is_opening
        or exists (select from subscription s where s.id = i.subscription_id and s.brought_until is not null))`.execute(
    db,
  )
}

const isBrought = (alias: string) =>
  sql<SqlBool>`(${sql.ref(`${alias}.brought_until`)} is not null
    and ${sql.ref(`${alias}.state`)} in ('active', 'grace'))`

const isPerson = (column: string, user_id: number | null) =>
  sql<SqlBool>`(${user_id}::bigint is null or ${sql.ref(column)} = ${user_id}::bigint)`

const isOrganisation = (alias: string, organisation_id: number | null) =>
  sql<SqlBool>`(${organisation_id}::bigint is null or ${sql.ref(`${alias}.organisation_id`)} = ${organisation_id}::bigint)`

/** Of one organisation, or of all; of one person, or of all. */
type Whose = { organisation_id?: number | null; user_id?: number | null }
