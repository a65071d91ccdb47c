import { type Kysely, sql } from 'kysely'

export const after = '20270127_event_about'
export const checksum = '47ce486536623219d19efcf83f6ad853ee5f32c07628d6f8059e903e7971a351'

/** Whether an address waits for its proof is asked for each mail of the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index address_change_email on address_change (lower(email))`.execute(db)
}
