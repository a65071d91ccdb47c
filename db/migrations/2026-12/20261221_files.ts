import { type Kysely, sql } from 'kysely'

export const after = '20261220_key_ring'
export const checksum = '22b5849fa96d30447e13f5648495ccecfbef2e6bf20d8ce6644bcec01c37344f'

/** Files, folders, their contents, and jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const id = 'id bigint generated always as identity primary key'

const statements = [
  // Where bytes are, never the bytes. Identical bytes are stored once for each organisation.
  `create table file_content (
    ${id},
    organisation_id bigint not null references organisation on delete cascade,
    sha256 text not null,
    size bigint not null check (size >= 0),
    key_id text not null,
    wrapped_key text not null,
    backend text not null check (backend in ('disk', 's3')),
    backend_key text not null unique,
    created_at timestamptz not null default now(),
    orphaned_at timestamptz,
    unique (organisation_id, sha256, size)
  )`,
  'create index file_content_orphaned on file_content (orphaned_at) where orphaned_at is not null',

  `create table file (
    ${id},
    organisation_id bigint not null references organisation on delete cascade,
    owner_user_id bigint references user_account on delete cascade,
    parent_file_id bigint references file on delete cascade,
    is_folder boolean not null default false,
    name text not null check (octet_length(name) between 1 and 255),
    name_key text not null,
    mimetype text,
    size bigint not null default 0 check (size >= 0),
    width integer,
    height integer,
    sha256 text,
    content_id bigint references file_content,
    uploaded_by_user_id bigint references user_account on delete set null,
    uploaded_at timestamptz,
    hidden boolean not null default false,
    encrypted boolean not null default false,
    public_until timestamptz,
    public_sha256 text,
    scan_state text not null default 'none' check (scan_state in ('none', 'waiting', 'clean', 'infected')),
    deleted_at timestamptz,
    deleted_by_user_id bigint references user_account on delete set null,
    trash_file_id bigint,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    check (is_folder = (content_id is null)),
    check (parent_file_id <> id)
  )`,
  `create unique index file_name on file (organisation_id, owner_user_id, parent_file_id, name_key) nulls not distinct
   where deleted_at is null`,
  `create unique index file_root on file (organisation_id, owner_user_id)
   where parent_file_id is null and owner_user_id is not null`,
  'create index file_owner on file (organisation_id, owner_user_id) include (size)',
  'create index file_parent on file (parent_file_id)',
  'create index file_of_content on file (content_id)',
  'create index file_deleted on file (deleted_at) where deleted_at is not null',
  `create index file_waiting on file (id) where scan_state = 'waiting'`,
  'create unique index file_public on file (public_sha256) where public_sha256 is not null',
  'create index file_uploader on file (uploaded_by_user_id)',

  // Bytes that are being written, so that parallel uploads together keep the quota.
  `create table file_reservation (
    ${id},
    organisation_id bigint not null references organisation on delete cascade,
    owner_user_id bigint references user_account on delete cascade,
    bytes bigint not null check (bytes >= 0),
    leased_until timestamptz not null
  )`,
  'create index file_reservation_organisation on file_reservation (organisation_id)',

  // What a file is evidence of: an activity, a report. It cannot be deleted as long as there is a row.
  `create table file_evidence (
    file_id bigint not null references file on delete cascade,
    organisation_id bigint not null references organisation on delete cascade,
    entity text not null,
    entity_id bigint not null,
    title text not null,
    created_at timestamptz not null default now(),
    primary key (file_id, entity, entity_id)
  )`,

  `create table job (
    ${id},
    organisation_id bigint not null references organisation on delete cascade,
    user_id bigint not null references user_account on delete cascade,
    kind text not null check (kind in ('zip', 'unzip', 'encrypt', 'decrypt', 'export', 'report')),
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    done_bytes bigint not null default 0,
    total_bytes bigint,
    done_entries integer not null default 0,
    total_entries integer,
    input jsonb not null,
    result_file_id bigint references file on delete set null,
    error_code text,
    error_message text,
    attempts integer not null default 0,
    leased_until timestamptz,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    ended_at timestamptz,
    check ((ended_at is not null) = (state in ('done', 'failed', 'cancelled')))
  )`,
  `create index job_open on job (leased_until nulls first, id) where state in ('queued', 'running')`,
  'create index job_user on job (organisation_id, user_id, id)',
  'create index job_result on job (result_file_id) where result_file_id is not null',

  `alter table organisation_config
    add files_bytes_max bigint not null default 107374182400 check (files_bytes_max >= 0),
    add person_bytes_max bigint not null default 21474836480 check (person_bytes_max >= 0),
    add file_bytes_max bigint not null default 10737418240 check (file_bytes_max >= 0),
    add features text[] not null default '{tracking,files}'
      check (features <@ array['tracking', 'files', 'cpd', 'billing'])`,
]
