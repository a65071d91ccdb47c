import { type Kysely, sql } from 'kysely'

export const after = '20270119_confirmed_qualification'
export const checksum = '38e9a33cc8ef41950fddac2c5381f5f94cfc6193c54988286e16fd71aff12370'

/**
 * The sequence of the events' ids belongs to their column, and the highest id in files is found by an index. A key that
 * was given up stays known. What becomes of the phones of a deleted account is kept until it is purged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter sequence tracker_event_id_seq owned by tracker_event.id',
  'create index event_archive_last_id on event_archive (last_id)',
  'alter table encryption_key add column forgotten_at timestamptz',
  'alter table user_account add column keeps_phones boolean not null default false',
]
