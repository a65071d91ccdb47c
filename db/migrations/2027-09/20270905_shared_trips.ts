import { type Kysely, sql } from 'kysely'

export const after = '20270901_quotes'
export const checksum = 'a5b9f44c0ab6caf51f31d71673233201f0338ef3442385a5c15d2084fcd81fd4'

/** A link shows one trip: it is found again by its time, and never shows a neighbouring one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table share_link
    add column trip_began_at timestamptz,
    add column trip_through_at timestamptz,
    add column trip_after_at timestamptz,
    add column trip_before_at timestamptz,
    add column trip_runs boolean not null default false,
    add column shows_driver boolean not null default false,
    add constraint share_link_trip check (trip_began_at is null or tracker_id is not null and trip_through_at is not null)`,
  'create index share_link_trip on share_link (expires_at) where trip_began_at is not null',
]
