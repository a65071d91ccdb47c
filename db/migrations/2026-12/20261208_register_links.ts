import { type Kysely, sql } from 'kysely'

export const after = '20261207_gateways'
export const checksum = 'f882bf11e7e6d0ff40bad0172aa2fccca35a308a919c2a22021049b0db61ab4d'

/** Marks links that were requested with the registration form, unlike those sent for an organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table one_time_token add column self_requested boolean not null default false`.execute(db)
}
