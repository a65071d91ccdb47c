import { type Kysely, sql } from 'kysely'

export const after = '20261207_event_indexes'
export const checksum = '4cc2904fa3ccb6fbea55bcf8947eef02cbf686b9b5d78cf2853a5a2a203d0fad'

/** Who looks after a tracker's presence, so that its reports need not be written down twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table gateway (
    id text primary key,
    alive_at timestamptz not null default now(),
    stopped boolean not null default false
  )`,
  `alter table tracker_presence
    add column gateway_id text,
    add column since timestamptz,
    add column has_will boolean not null default false`,
  // Those that no gateway looks after; the others are not in it, so writing them is cheap.
  'drop index if exists tracker_presence_due',
  'create index tracker_presence_due on tracker_presence (due_at) where online and due_at is not null',
]
