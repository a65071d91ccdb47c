import { type Kysely, sql } from 'kysely'

export const after = '20270214_tracker_groups'
export const checksum = '051db6f6821faa5f749df50349804e0b59756eef512e2f011d3f42db59e32bb1'

/** Movement is found again by jobs with progress, tracker by tracker; boundaries get the visits before them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table job drop constraint job_kind_check',
  `alter table job add constraint job_kind_check
    check (kind in ('zip', 'unzip', 'encrypt', 'decrypt', 'export', 'report', 'movement'))`,
  // Only movement is done one at a time in an organisation.
  `create unique index job_movement on job (organisation_id) where kind = 'movement' and state = 'running'`,

  `create table movement_job_tracker (
    job_id bigint not null references job on delete cascade,
    organisation_id bigint not null references organisation on delete cascade,
    tracker_id bigint not null,
    from_at timestamptz not null,
    to_at timestamptz not null,
    marked_at timestamptz,
    done boolean not null default false,
    primary key (job_id, tracker_id),
    foreign key (organisation_id, tracker_id) references tracker on delete cascade
  )`,
  'create index movement_job_tracker_tracker on movement_job_tracker (organisation_id, tracker_id)',

  `create table movement_boundary (
    organisation_id bigint not null references organisation on delete cascade,
    boundary_id bigint not null,
    primary key (organisation_id, boundary_id),
    foreign key (organisation_id, boundary_id) references boundary on delete cascade
  )`,
]
