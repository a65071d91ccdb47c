import { type Kysely, sql } from 'kysely'

export const after = '20270215_movement_jobs'
export const checksum = 'f3acac395d877eba835857787d37a2a278fb514976118f299d1ac83f9e81573d'

/** Channels of an organisation for returns, alarms and offline alerts. Null means "as for leaving a boundary". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['return_channels', 'alarm_channels', 'offline_channels']) {
    const allowed = sql.raw(`check (${column} <@ array['email', 'sms', 'push']::text[])`)
    await sql`alter table organisation_config add ${sql.ref(column)} text[] ${allowed}`.execute(db)
  }
}
