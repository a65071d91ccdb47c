import { type Kysely, sql } from 'kysely'

export const after = '20261124_devices'
export const checksum = 'ad5f4644a8180d7e57eefa0b1b09daad291969c6d9359f294cda0e600ad53588'

/** What lists over all organisations are read by; those of one organisation have their indexes since the beginning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'create index tracker_event_arrival on tracker_event (id)',
  // From the last name to the first, those without a name at the end.
  'create index tracker_name_down on tracker (organisation_id, name desc nulls last, id desc)',
  'create index alert_newest on alert (started_at, id)',
  // Whoever owns them finds them without reading the organisation's.
  'create index boundary_owner on boundary (organisation_id, owner_user_id)',
  'create index location_owner on location (organisation_id, owner_user_id)',
]
