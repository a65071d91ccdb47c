import { type Kysely, sql } from 'kysely'

export const after = '20270218_driver_shifts'
export const checksum = '9f98366db4565e18e85ec302d7102bd29759029b99df5cf26c2687b53aa72450'

/** Commands by name with fields, of many trackers at once, at a time, and dangerous ones with a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const types = `type in ('interval', 'custom', 'engine_stop', 'engine_resume', 'output', 'position', 'reboot', 'apn', 'server')`
const contents = `case type when 'interval' then interval_s is not null and text is null
  when 'custom' then text is not null and interval_s is null else text is null and interval_s is null end`

const statements = [
  'alter table tracker_command drop constraint tracker_command_type_check',
  'alter table tracker_command drop constraint tracker_command_check',
  `alter table tracker_command add fields jsonb, add send_at timestamptz, add batch uuid, add why text,
    add dangerous boolean not null default false,
    add constraint tracker_command_type check (${types}),
    add constraint tracker_command_contents check (${contents}),
    add constraint tracker_command_why check (not dangerous or why is not null)`,
  // Gateways look each second for what waits for a time, or until a tracker stands.
  `create index tracker_command_dangerous on tracker_command (organisation_id, tracker_id)
    where state = 'queued' and dangerous`,
  `create index tracker_command_due on tracker_command (send_at) where state = 'queued' and send_at is not null`,
  'create index tracker_command_batch on tracker_command (organisation_id, batch) where batch is not null',
]
