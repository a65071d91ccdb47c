import { type Kysely, sql } from 'kysely'

export const after = '20270503_sensors'
export const checksum = '2df938fdaf06e6ed255ba671ec8c1b34334c33c9e9c49ee0f8bb0db44029e2c9'

/** Files of history carry where their trackers were, so that a question about an area opens few of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_archive add column cells text`.execute(db)
}
