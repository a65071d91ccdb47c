import { type Kysely, sql } from 'kysely'

export const after = '20261222_attachments'
export const checksum = '596e6e8c42f49f2ff8aaf337661863a15bc5238a0b5b454e9a9503665219567b'

/**
 * Adds separate channels for returns, alarms and offline alerts. Null means "as for leaving a boundary", so existing
 * preferences keep their meaning.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['return_channels', 'alarm_channels', 'offline_channels']) {
    const allowed = sql.raw(`check (${column} <@ array['email', 'sms', 'push']::text[])`)
    await sql`alter table user_config add ${sql.ref(column)} text[] ${allowed}`.execute(db)
  }
}
