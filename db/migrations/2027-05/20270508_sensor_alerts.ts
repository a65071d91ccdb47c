import { type Kysely, sql } from 'kysely'

export const after = '20270508_price_changes'
export const checksum = '34038eaea645a0a6b3f88dbf8cc7591b20f9ab15db65e3c8698b2825ea344a5d'

/** Sensors have limits, beyond which they raise alerts; each tracker's part in that is remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table sensor add column low double precision, add column high double precision,
     add column hold_s integer not null default 0 check (hold_s >= 0),
     add column hysteresis double precision not null default 0 check (hysteresis >= 0),
     add constraint sensor_range check (low <= high)`,
  `create table tracker_sensor (
    organisation_id bigint not null references organisation on delete cascade,
    tracker_id bigint not null,
    sensor_id bigint not null,
    outside_since timestamptz,
    alert_id bigint,
    primary key (organisation_id, tracker_id, sensor_id),
    foreign key (organisation_id, tracker_id) references tracker (organisation_id, id) on delete cascade,
    foreign key (organisation_id, sensor_id) references sensor (organisation_id, id) on delete cascade
  )`,
  'create index tracker_sensor_sensor on tracker_sensor (organisation_id, sensor_id)',
  'alter table alert add column sensor_id bigint, add column sensor text',
  // One open alert of each sensor of a tracker.
  'drop index alert_open',
  `create unique index alert_open on alert
     (organisation_id, tracker_id, kind, (case when rule in ('alone', 'keep_out') then boundary_id
       when kind = 'maintenance_due' then maintenance_plan_id when kind = 'sensor' then sensor_id else 0 end))
   where ended_at is null`,
  `alter table organisation_config alter column alert_kinds
     set default '{speeding,towed,maintenance_due,guard,sensor}'`,
  `update organisation_config set alert_kinds = alert_kinds || '{sensor}'::text[]`,
  `update tracker_group_config set alert_kinds = alert_kinds || '{sensor}'::text[] where alert_kinds is not null`,
]
