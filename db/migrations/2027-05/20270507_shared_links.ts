import { type Kysely, sql } from 'kysely'

export const after = '20270506_event_archive_cells'
export const checksum = '8fe3e7a32f1a2aeeac2c1b7db1f5aad271b5cbcda320545b232541d6d29e7a4b'

/** Links to trackers may ask for a password, end on arrival, and count how often they were opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table share_link add column password_tag text,
    add column ends_on_arrival boolean not null default false,
    add column arrived_at timestamptz,
    add column views bigint not null default 0,
    add column viewed_at timestamptz`,
  `create index share_link_arrival on share_link (expires_at) where ends_on_arrival and arrived_at is null`,
]
