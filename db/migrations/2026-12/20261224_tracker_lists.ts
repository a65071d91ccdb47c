import { type Kysely, sql } from 'kysely'

export const after = '20261224_presence_contact'
export const checksum = 'e43d947d4e1aa95fb59c04b9a9feca37b3ce46338b68dca78c600ef35e1512a1'

/** Lists of the trackers that are outside or offline: usually few of many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index tracker_state_outside on tracker_state (organisation_id, tracker_id)
    where coalesce(outside_boundary, outside)`,
  'create index tracker_presence_offline on tracker_presence (organisation_id, tracker_id) where not online',
]
