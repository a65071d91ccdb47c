import { type Kysely, sql } from 'kysely'

export const after = '20270309_forward_targets'
export const checksum = '678f3fea76fdda8986108512b5e3fc30c573dcbec9324f2ee675bc6dcd0931cf'

/** A profile of movement holds for a group or for a whole type of trackers, too, and has working hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table movement_profile
    add column default_for text check (default_for in ('gps', 'phone')),
    add column work jsonb,
    add constraint movement_profile_default unique (organisation_id, default_for)`,
  'alter table tracker_group add column movement_profile_id bigint',
  `alter table tracker_group add constraint tracker_group_movement_profile
    foreign key (organisation_id, movement_profile_id)
    references movement_profile (organisation_id, id) on delete set null (movement_profile_id)`,
  `create index tracker_group_of_movement_profile on tracker_group (organisation_id, movement_profile_id)
    where movement_profile_id is not null`,
]
