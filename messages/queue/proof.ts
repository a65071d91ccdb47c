import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { unnestRows } from '#db/unnest.ts'

/** Consent to messages: implied for members with a confirmed address, requested once from everybody else. */

/** The account of a member with the address, confirmed or not; both arguments are SQL expressions. */
const accountOf = (organisation_id: Sql, address: Sql) => sql`user_account u
  join membership m on m.user_id = u.id and m.organisation_id = ${organisation_id}
  where lower(u.email) = ${address} and u.deleted_at is null`

const isProved = sql`u.email_proved_at is not null`

/** Whether mails may go to the address of the delivery `d`. */
export const isProvedMail = sql<boolean>`(exists (
    select from recipient r where r.organisation_id = d.organisation_id and r.channel = d.channel
      and r.address = d.address and r.proved_at is not null and r.declined_at is null)
  or exists (select from ${accountOf(sql.ref('d.organisation_id'), sql.ref('d.address'))} and ${isProved})
  or (d.organisation_id is null and exists (
    select from recipient r where r.organisation_id is null and r.channel = d.channel
      and r.address = d.address and r.proved_at is not null and r.declined_at is null)))`

/** The same for SMS, except a person's own number, which is compared as a number. */
export const isProvedNumber = sql<boolean>`exists (
    select from recipient r where r.organisation_id = d.organisation_id and r.channel = d.channel
      and r.address = d.address and r.proved_at is not null and r.declined_at is null)`

/** Whether its reader has declined messages of the organisation. */
export const isDeclined = sql<boolean>`exists (
    select from recipient r where (r.organisation_id = d.organisation_id or (r.organisation_id is null and d.organisation_id is null)) and r.channel = d.channel
      and r.address = d.address and r.declined_at is not null)`

/** Filters addresses that belong to no member's account: accounts are confirmed separately. */
export async function outsiders(db: Kysely<Database>, targets: Target[]): Promise<Target[]> {
  if (targets.length === 0) return []
  const { rows } = await sql<Target>`
    select g.organisation_id, g.channel, g.address
    from ${unnestRows(targets, { bigint: ['organisation_id'], text: ['channel', 'address'] }, 'g', 'i')}
    where g.channel <> 'email' or not exists (
      select from ${accountOf(sql.ref('g.organisation_id'), sql.ref('g.address'))})
    order by g.i`.execute(db)
  return rows
}

type Sql = ReturnType<typeof sql.ref>
/** @param organisation_id null: the installation itself */
export type Target = { organisation_id: number | null; channel: 'email' | 'sms'; address: string }
