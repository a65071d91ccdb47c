import { type Kysely, sql } from 'kysely'

export const after = '20270305_webhooks'
export const checksum = 'dbd8fa620c84fc73c4a563a45e303562e9aefaaf243aad654b6b8594545ac15e'

/** Alerts of speeding, idling and more: which an organisation raises, by which channels, and the limit of a group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Those that no release raises yet are allowed, too. */
const raised = `'speeding', 'idling', 'towed', 'no_data', 'low_battery', 'unplugged', 'jamming', 'late'`

const statements = [
  'alter table alert drop constraint alert_kind_check',
  `alter table alert
     add constraint alert_kind_check check (kind in ('left_boundary', 'entered_boundary', 'alarm', 'offline', 'arrived',
       'departed', ${raised})),
     add column speed_limit real,
     add column top_speed real`,
  'alter table alert_job drop constraint alert_job_occasion_check',
  `alter table alert_job add constraint alert_job_occasion_check check (occasion in ('left_boundary',
     'entered_boundary', 'returned', 'exited_boundary', 'alarm', 'offline', 'online', 'reminder', 'escalation',
     'arrived', 'departed', ${raised}))`,
  'alter table alert_count drop constraint alert_count_kind_check',
  `alter table alert_count add constraint alert_count_kind_check check (kind in ('boundary', 'alarm', 'sos', 'presence',
     'reminder', 'escalation', ${raised}))`,
  `alter table organisation_config
     add column alert_kinds text[] not null default '{speeding,towed}',
     add column kind_channels jsonb not null default '{}' check (jsonb_typeof(kind_channels) = 'object')`,
  `alter table user_config
     add column kind_channels jsonb not null default '{}' check (jsonb_typeof(kind_channels) = 'object')`,
  'alter table tracker_group add column speed_limit real check (speed_limit > 0)',
]
