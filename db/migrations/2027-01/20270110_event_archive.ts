import { type Kysely, sql } from 'kysely'

export const after = '20270109_report_forward'
export const checksum = '1cd9012ed0f61380b9fea3f090c2241aae09d72556fbf7411f79173bf9f9b2e9'

/**
 * Events of closed days move from the partitions of `tracker_event` to Parquet files. Here is which files there are,
 * and what the task that writes them has to remember.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table event_archive (
    organisation_id bigint not null references organisation on delete cascade,
    day date not null,
    part integer not null check (part >= 0),
    backend text not null check (backend in ('disk', 's3')),
    backend_key text not null,
    bytes bigint not null,
    events bigint not null check (events > 0),
    first_tracker_id bigint not null,
    last_tracker_id bigint not null,
    first_id bigint not null,
    last_id bigint not null,
    first_fix_at timestamptz not null,
    last_fix_at timestamptz not null,
    written_at timestamptz not null,
    primary key (organisation_id, day, part)
  )`,
  'create index event_archive_day on event_archive (day)',
  'create unique index event_archive_key on event_archive (backend_key)',

  // Grows whenever what a reader would find in the files of an organisation changes.
  `create table event_archive_version (
    organisation_id bigint primary key references organisation on delete cascade,
    version bigint not null
  )`,

  // Files that no row names any more. They are removed later, since a reader may be reading.
  `create table event_archive_unused (
    backend_key text primary key,
    backend text not null,
    unused_at timestamptz not null
  )`,
  `create function keep_unused_archives() returns trigger language plpgsql as $$
  begin
    insert into event_archive_unused (backend_key, backend, unused_at)
    values (old.backend_key, old.backend, clock_timestamp()) on conflict do nothing;
    return null;
  end $$`,
  `create trigger keep_unused_archives after delete on event_archive
   for each row execute function keep_unused_archives()`,

  // Deleted trackers whose events are still in files: readers leave them out until the files are rewritten.
  `create table event_archive_removal (
    organisation_id bigint not null,
    tracker_id bigint not null,
    removed_at timestamptz not null,
    primary key (organisation_id, tracker_id)
  )`,
  `create function keep_removed_trackers() returns trigger language plpgsql as $$
  begin
    insert into event_archive_removal (organisation_id, tracker_id, removed_at)
    values (old.organisation_id, old.id, clock_timestamp()) on conflict do nothing;
    update event_archive_version set version = version + 1 where organisation_id = old.organisation_id;
    return null;
  end $$`,
  `create trigger keep_removed_trackers after delete on tracker
   for each row execute function keep_removed_trackers()`,

  // Partitions that are being closed, or are closed and not yet dropped.
  `create table event_archive_partition (
    name text primary key,
    from_at timestamptz not null,
    to_at timestamptz not null,
    closed_at timestamptz
  )`,
  // Reports that arrive for a partition while it is being closed. They are in no file, and stay in the partition.
  `create table event_archive_late (
    partition text not null,
    organisation_id bigint not null,
    tracker_id bigint not null,
    fix_at timestamptz not null,
    digest bigint not null,
    primary key (organisation_id, tracker_id, fix_at, digest)
  )`,
  `create function keep_late_events() returns trigger language plpgsql as $$
  begin
    insert into event_archive_late (partition, organisation_id, tracker_id, fix_at, digest)
    values (tg_table_name, new.organisation_id, new.tracker_id, new.fix_at, new.digest)
    on conflict do nothing;
    return null;
  end $$`,
  // One process at a time works on the archive.
  `create table event_archive_lease (
    id integer primary key check (id = 1),
    holder text not null,
    until timestamptz not null
  )`,

  // Late reports of closed days are found by their time; nothing else looks for them so.
  'create index tracker_event_default_fix_at on tracker_event_default (fix_at)',
]
