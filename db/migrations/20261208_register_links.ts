import { type Kysely, sql } from 'kysely'

/** Which links somebody asked for with the registration form, and was not sent because of an organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table one_time_token add column self_requested boolean not null default false`.execute(db)
}
