import { type Kysely, sql } from 'kysely'

export const after = '20270312_settings_of_groups'
export const checksum = '4bc68ddfc05384c0945f6ec59785f36b6e48c3014a9b96c31ac4275e66613eea'

/** A person is notified, too, when a tracker has not come to a boundary by a time, once or on some days of the week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table alert_watch drop constraint alert_watch_kind_check',
  `alter table alert_watch
     add constraint alert_watch_kind_check check (kind in ('arrived', 'departed', 'late')),
     add column expected_at timestamptz,
     add column weekdays smallint[],
     add column timezone text,
     add constraint alert_watch_expected check ((kind = 'late') = (num_nonnulls(expected_at, weekdays, timezone) = 3)
       and (kind = 'late' or num_nulls(expected_at, weekdays, timezone) = 3))`,
  `create index alert_watch_expected_at on alert_watch (expected_at) where kind = 'late'`,
  // One open alert for each boundary that a tracker is expected at.
  'drop index alert_open',
  `create unique index alert_open on alert
     (organisation_id, tracker_id, kind, (case when rule in ('alone', 'keep_out') or kind = 'late' then boundary_id
       when kind = 'maintenance_due' then maintenance_plan_id else 0 end))
   where ended_at is null`,
]
