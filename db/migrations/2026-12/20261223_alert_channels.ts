import { type Kysely, sql } from 'kysely'

/**
 * The channels of each kind of alert. Without them those of leaving apply, as before, so that nobody is notified of
 * more or less than yesterday.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['return_channels', 'alarm_channels', 'offline_channels']) {
    const allowed = sql.raw(`check (${column} <@ array['email', 'sms', 'push']::text[])`)
    await sql`alter table user_config add ${sql.ref(column)} text[] ${allowed}`.execute(db)
  }
}
