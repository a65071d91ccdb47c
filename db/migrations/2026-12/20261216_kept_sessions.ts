import { type Kysely, sql } from 'kysely'

export const after = '20261215_start'
export const checksum = 'e4d2d4ea4caf439da610e533c7ee5c1e332c361383a692f217c49951c7a7e032'

/** Sessions that a browser keeps with a refresh token, which is replaced at each use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table session add kept_until timestamptz',
  `create table refresh_token (
    token_sha256 text primary key,
    session_id bigint not null references session on delete cascade,
    created_at timestamptz not null default now(),
    replaced_at timestamptz
  )`,
  'create index refresh_token_session on refresh_token (session_id, created_at)',
]
