import { type Kysely, sql } from 'kysely'

export const after = '20261216_kept_sessions'
export const checksum = '6e624f8aaf30844bdd3d7adbe12b4207de35d89c2d42b8227ed64ef919253edc'

/** The ids of the keys of the key ring: a process that lacks one of them refuses to start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table encryption_key (
    id text primary key,
    created_at timestamptz not null default now()
  )`.execute(db)
}
