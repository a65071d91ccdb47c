import { type Kysely, sql } from 'kysely'

export const after = '20270825_planned_shifts'
export const checksum = '09c636ee0791aaae8d9207154835ed0de885320b0a55e7d593d389788b25bf5b'

/** Alerts about drivers: an unknown key, an expired licence, and a driver who did not come; reminders of licences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const drivers = ['unknown_key', 'licence_expired', 'no_show']
const raised = `'speeding', 'idling', 'towed', 'no_data', 'low_battery', 'unplugged', 'jamming', 'late', 'guard', 'sensor',
     'proximity', ${drivers.map((kind) => `'${kind}'`).join(', ')}`
const kinds = `speeding,towed,maintenance_due,guard,sensor,jamming,proximity,${drivers.join()}`

const statements = [
  // Whose licence it is, who did not come, or the key: as it was when the alert was raised.
  'alter table alert add column driver text',
  'alter table alert drop constraint alert_kind_check',
  `alter table alert add constraint alert_kind_check check (kind in ('left_boundary', 'entered_boundary', 'alarm',
     'offline', 'arrived', 'departed', 'maintenance_due', ${raised}))`,
  'alter table alert_job drop constraint alert_job_occasion_check',
  `alter table alert_job add constraint alert_job_occasion_check check (occasion in ('left_boundary',
     'entered_boundary', 'returned', 'exited_boundary', 'alarm', 'offline', 'online', 'reminder', 'escalation',
     'arrived', 'departed', 'maintenance_due', ${raised}))`,
  'alter table alert_count drop constraint alert_count_kind_check',
  `alter table alert_count add constraint alert_count_kind_check check (kind in ('boundary', 'alarm', 'sos', 'presence',
     'reminder', 'escalation', ${raised}))`,
  `create index alert_open_drivers on alert (organisation_id, tracker_id)
     where kind in ('unknown_key', 'licence_expired', 'no_show') and ended_at is null`,
  `alter table organisation_config alter column alert_kinds set default '{${kinds}}'`,
  `update organisation_config set alert_kinds = alert_kinds || '{${drivers.join()}}'::text[]`,
  `update tracker_group_config set alert_kinds = alert_kinds || '{${drivers.join()}}'::text[]
     where alert_kinds is not null`,
  // Of which day of expiry, and how many days before, people were reminded last.
  'alter table driver add column licence_reminder text',
  'create index planned_shift_last on planned_shift ((coalesce(until_on, starts_on)))',
  `create or replace function queue_alert_webhooks() returns trigger language plpgsql as $$
    declare
      facts jsonb;
    begin
      if not exists (select from webhook_endpoint e where e.organisation_id = new.organisation_id and e.active) then
        return null;
      end if;
      facts := jsonb_build_object('alert', jsonb_build_object('id', new.id, 'kind', new.kind, 'alarm', new.alarm,
        'rule', new.rule, 'boundary', case when new.boundary_id is not null then
          jsonb_build_object('id', new.boundary_id, 'name', new.boundary_name) end,
        'never_inside', new.never_inside, 'started_at', webhook_time(new.started_at),
        'raised_at', webhook_time(new.raised_at), 'ended_at', webhook_time(new.ended_at))
        || jsonb_strip_nulls(jsonb_build_object('sensor', new.sensor, 'maintenance', new.maintenance,
          'driver', new.driver, 'distance_m', new.distance_m)));
      if exists (select from tracker t where t.organisation_id = new.organisation_id and t.id = new.tracker_id and t.drill) then
        facts := facts || '{"drill": true}';
      end if;
      if tg_op = 'INSERT' then
        if new.other_tracker_id is null then
          perform queue_webhooks(new.organisation_id, 'alert.raised', 'alert.raised ' || new.id, new.tracker_id,
            new.raised_at, facts);
        else
          perform queue_pair_webhooks(new.organisation_id, 'alert.raised', 'alert.raised ' || new.id, new.tracker_id,
            new.other_tracker_id, new.raised_at, facts);
        end if;
      end if;
      -- That a tracker has arrived or departed is over at once.
      if new.ended_at is not null and new.kind not in ('arrived', 'departed') then
        if new.other_tracker_id is null then
          perform queue_webhooks(new.organisation_id, 'alert.ended', 'alert.ended ' || new.id, new.tracker_id,
            new.ended_at, facts);
        else
          perform queue_pair_webhooks(new.organisation_id, 'alert.ended', 'alert.ended ' || new.id, new.tracker_id,
            new.other_tracker_id, new.ended_at, facts);
        end if;
      end if;
      return null;
    end $$`,
]
