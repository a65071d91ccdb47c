import { type Kysely, sql } from 'kysely'

export const after = '20261221_files'
export const checksum = '44493bb7b426530a62d685ff2388ed2d938fb8638c3cb424a0cbc359d635fd50'

/** Files attached to trackers, boundaries and messages; and who has made a public link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table attachment (
    id bigint generated always as identity primary key,
    organisation_id bigint not null references organisation on delete cascade,
    file_id bigint not null references file on delete cascade,
    tracker_id bigint,
    boundary_id bigint,
    message_id bigint references message on delete cascade,
    created_by_user_id bigint references user_account on delete set null,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    foreign key (organisation_id, tracker_id) references tracker on delete cascade,
    foreign key (organisation_id, boundary_id) references boundary on delete cascade,
    check (num_nonnulls(tracker_id, boundary_id, message_id) = 1)
  )`,
  'create unique index attachment_tracker on attachment (tracker_id, file_id) where tracker_id is not null',
  'create unique index attachment_boundary on attachment (boundary_id, file_id) where boundary_id is not null',
  'create unique index attachment_message on attachment (message_id, file_id) where message_id is not null',
  'create index attachment_file on attachment (file_id)',
  'create index attachment_organisation on attachment (organisation_id, id)',
  'create index attachment_user on attachment (created_by_user_id) where created_by_user_id is not null',

  // A public link stops working when the person who made it may no longer change the file. Existing links have no
  // recorded author: the owner is used, or, where there is none, the person who uploaded the file.
  'alter table file add shared_by_user_id bigint references user_account on delete set null',
  `update file set shared_by_user_id = coalesce(owner_user_id, uploaded_by_user_id) where public_sha256 is not null`,
  'create index file_sharer on file (shared_by_user_id) where shared_by_user_id is not null',
]
