import { type Kysely, sql } from 'kysely'

export const after = '20270115_backed_up_at'
export const checksum = '3b1f3b89200f556abffe83d8f069828b0a14129b2701862e312d6715ad047482'

/** Files of history carry digests, also while they wait to be removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table event_archive add column block_digests text',
  'alter table event_archive_unused add column block_digests text',
  `create or replace function keep_unused_archives() returns trigger language plpgsql as $$
  begin
    insert into event_archive_unused (backend_key, backend, unused_at, block_digests)
    values (old.backend_key, old.backend, clock_timestamp(), old.block_digests) on conflict do nothing;
    return null;
  end $$`,
]
