import { type Kysely, sql } from 'kysely'

export const after = '20270308_maintenance'
export const checksum = 'b08cd07164fbfd5131cbec096972449e22e2e519ca5354aa9688f6f47f4a7602'

/** Which trackers have had an external supply, and from which silence on one that moved has "no data". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table tracker_power (
    organisation_id bigint not null,
    tracker_id bigint not null,
    powered_at timestamptz not null,
    primary key (organisation_id, tracker_id),
    foreign key (organisation_id, tracker_id) references tracker (organisation_id, id) on delete cascade
  )`,
  `alter table organisation_config
     add column no_data_after_s integer not null default 1800 check (no_data_after_s between 300 and 604800)`,
]
