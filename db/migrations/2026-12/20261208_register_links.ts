import { type Kysely, sql } from 'kysely'

/** Marks links that were requested with the registration form, unlike those sent for an organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table one_time_token add column self_requested boolean not null default false`.execute(db)
}
