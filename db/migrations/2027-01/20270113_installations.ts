import { type Kysely, sql } from 'kysely'

export const after = '20270112_list_indexes'
export const checksum = 'f0c3ba462940132e08b2d973d7c42edfae8c62ea791f4de069193a1e87f3331e'

/**
 * Several installations: the number of this one, whose range of ids its sequences give out, and organisations that are
 * on hold while they move, or have moved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table installation (
    id integer primary key check (id = 1),
    number integer not null check (number between 0 and 8190),
    created_at timestamptz not null default now()
  )`,
  `create table organisation_hold (
    organisation_id bigint primary key references organisation on delete cascade,
    moved_to text check (length(moved_to) <= 500),
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now()
  )`,
]
