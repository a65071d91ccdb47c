import { type Kysely, sql } from 'kysely'

export const after = '20261223_alert_channels'
export const checksum = '710f83a15b260fdb7d274272f2b48cc9cedf0e0cf5e8feb352c128c03502c5d6'

/** The home page reads what is wrong now from these, in fleets of any size: they hold nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Both columns change when a tracker leaves or returns, so that other reports remain heap-only updates.
  `create index tracker_state_left on tracker_state (organisation_id, outside_since)
   where coalesce(outside_boundary, outside)`,
  'create index tracker_presence_lost on tracker_presence (organisation_id, changed_at) where not online',
  `create index message_delivery_not_sent on message_delivery (state, message_id)
   where state in ('failed', 'unsent')`,
]
