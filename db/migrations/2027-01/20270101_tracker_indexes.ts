import { type Kysely, sql } from 'kysely'

export const after = '20261229_cpd'
export const checksum = '1b69d143a975baf61aa239963f19cfc7720476cd796a600c226fceeabb41c83c'

/**
 * Drops two partial indexes that hold the same rows as `tracker_state_left` and `tracker_presence_lost`: each report
 * that changed one changed both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index tracker_state_outside`.execute(db)
  await sql`drop index tracker_presence_offline`.execute(db)
}
