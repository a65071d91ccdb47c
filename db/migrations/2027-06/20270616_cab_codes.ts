import { type Kysely, sql } from 'kysely'

export const after = '20270615_tracker_views'
export const checksum = '14ed86d5c8cbde0fd8b985827daa322bf50c779bda2fcdb5b0d91a3aabec1dc9'

/** A code in the cab, by which drivers say on their phones that they drive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cab_code (
    organisation_id bigint not null,
    tracker_id bigint not null,
    code_sha256 text not null unique,
    created_at timestamptz not null default now(),
    primary key (organisation_id, tracker_id),
    foreign key (organisation_id, tracker_id) references tracker (organisation_id, id) on delete cascade
  )`.execute(db)
}
