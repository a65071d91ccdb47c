import { type Kysely, sql } from 'kysely'

/** The ids of the keys of the key ring: a process that lacks one of them refuses to start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table encryption_key (
    id text primary key,
    created_at timestamptz not null default now()
  )`.execute(db)
}
