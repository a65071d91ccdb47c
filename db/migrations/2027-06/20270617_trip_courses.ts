import { type Kysely, sql } from 'kysely'

export const after = '20270616_cab_codes'
export const checksum = 'c8c6eb3459c0bf353986f6bd02150efd76267b430c3e7564dcec67a16e3d43f4'

/** Where finished trips came through and when, from which arrivals are estimated, and up to where that is learned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table trip_course (
    organisation_id bigint not null references organisation on delete cascade,
    tracker_id bigint not null,
    began_at timestamptz not null,
    ended_at timestamptz not null,
    cells integer[] not null,
    seconds integer[] not null,
    learned_at timestamptz not null default now(),
    primary key (organisation_id, tracker_id, began_at),
    foreign key (organisation_id, tracker_id) references tracker (organisation_id, id) on delete cascade
  )`,
  'create index trip_course_newest on trip_course (organisation_id, began_at, tracker_id)',
  `create table trip_learning (
    organisation_id bigint primary key references organisation on delete cascade,
    read_at timestamptz,
    learned_from timestamptz
  )`,
]
