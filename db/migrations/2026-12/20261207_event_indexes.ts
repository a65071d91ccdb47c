import { type Kysely, sql } from 'kysely'

export const after = '20261206_recipients_quotas'
export const checksum = '05424583dadaa4f300553887f584f0b89b89cb95ceb6f8c59e11c143374df38c'

/**
 * No index over all organisations leads through everybody else's newer rows: one that has been silent for a while had to
 * read them all for its newest. Lists of all organisations go by each one's own index instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop index if exists tracker_event_arrival',
  'drop index if exists alert_newest, alert_id, alert_started',
  'create index alert_organisation on alert (organisation_id, started_at, id)',
  'create index alert_tracker on alert (organisation_id, tracker_id, started_at, id)',
  'drop index if exists tracker_command_newest, tracker_command_id',
  'create index tracker_command_organisation on tracker_command (organisation_id, queued_at, id)',
  // Gateways look what has been queued in the last seconds.
  "create index tracker_command_waiting on tracker_command (queued_at) where state = 'queued'",
]
