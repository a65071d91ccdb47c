import { type Kysely, sql } from 'kysely'

export const after = '20270330_bank_statements'
export const checksum = 'fd636ed54e80b995a5a0641d8385cb52d1bdfc832702f85f78bd3e62794b7f16'

/** A link shows several trackers or a group, from a moment on, with what its maker chose, also within other websites. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table share_link
    alter tracker_id drop not null,
    add tracker_ids bigint[] not null default '{}' check (cardinality(tracker_ids) <= 100),
    add group_id bigint,
    add name text check (length(name) between 1 and 100),
    add begins_at timestamptz,
    add shows_names boolean not null default true,
    add shows_speed boolean not null default true,
    add trail_min integer not null default 0 check (trail_min between 0 and 120),
    add location_id bigint,
    add origins text[] not null default '{}' check (cardinality(origins) <= 10),
    add constraint share_link_of check
      (num_nonnulls(tracker_id, group_id) + (cardinality(tracker_ids) > 0)::integer = 1),
    add constraint share_link_lasts check (begins_at < expires_at),
    add constraint share_link_group foreign key (organisation_id, group_id)
      references tracker_group (organisation_id, id) on delete cascade,
    add constraint share_link_location foreign key (organisation_id, location_id)
      references location (organisation_id, id) on delete set null (location_id)`,
  'create index share_link_group on share_link (organisation_id, group_id)',
  'create index share_link_location on share_link (organisation_id, location_id)',
]
