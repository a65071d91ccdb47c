import { type Kysely, sql } from 'kysely'

export const after = '20270208_organisation_website'
export const checksum = '2976906ed98030272b2219ffe519a8a935ebbbdf035a2e0ad33c064305eeab47'

/** Events that an administrator has corrected or removed, while files may still hold what they were before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `create table event_archive_change (
    organisation_id bigint not null references organisation on delete cascade,
    tracker_id bigint not null,
    fix_at timestamptz not null,
    digest bigint not null,
    version bigint not null check (version > 0),
    changed_at timestamptz not null,
    primary key (organisation_id, tracker_id, fix_at, digest)
  )`
