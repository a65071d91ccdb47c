import { type Kysely, sql } from 'kysely'

/**
 * Drops two partial indexes that hold the same rows as `tracker_state_left` and `tracker_presence_lost`: each report
 * that changed one changed both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index tracker_state_outside`.execute(db)
  await sql`drop index tracker_presence_offline`.execute(db)
}
