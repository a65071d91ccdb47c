import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'

/** Accounts: 500 members of the first organisation, and 20 of each other one. */
export async function fillPeople(db: Kysely<Database>): Promise<void> {
  await sql`
    with account as (
      insert into user_account (username, email, password_hash, firstname, lastname, confirmed_at)
      select 'member-' || o.id || '-' || i, 'member-' || o.id || '-' || i || '@example.com', '', 'Ana ' || i, 'Smith', now()
      from organisation o, generate_series(1, case when o.id = 1 then 500 else 20 end) i
      returning id, username)
    insert into membership (organisation_id, user_id, role_name)
    select split_part(username, '-', 2)::bigint, id, 'User' from account`.execute(db)
  await sql`
    insert into boundary (organisation_id, name, geometry, active)
    select o.id, 'Area ' || i, st_multi(st_makeenvelope(174 + i * 0.001, -37, 174.001 + i * 0.001, -36, 4326)), false
    from organisation o, generate_series(1, 200) i`.execute(db)
}

/** A day of alerts, commands, messages and the audit log: ten of each for a tracker that reports. */
export async function fillRows(db: Kysely<Database>, ids: number[], day: string): Promise<void> {
  const trackers = sql`(select organisation_id, id, number from tracker where id = any(${bigints(ids)}::bigint[])) t`
  const at = sql`${day}::timestamptz + i * interval '1 hour'`
  await sql`
    insert into alert (organisation_id, tracker_id, kind, started_at, raised_at, ended_at, acknowledged_at)
    select t.organisation_id, t.id, case when i % 4 = 0 then 'alarm' else 'left_boundary' end, ${at}, ${at},
      ${at} + interval '5 minutes', case when i % 3 = 0 then ${at} end
    from generate_series(1, 10) i, ${trackers}`.execute(db)
  await sql`
    insert into tracker_command (organisation_id, tracker_id, type, text, state, queued_at)
    select t.organisation_id, t.id, 'custom', 'STATUS#', 'answered', ${at} from generate_series(1, 10) i, ${trackers}`.execute(
    db,
  )
  await sql`
    with sent as (
      insert into message (organisation_id, kind, recipients, subject, text, tracker_id, created_at)
      select t.organisation_id, 'alert', 'member@example.com', 'Left its boundary: ' || t.number, 'It has left its boundary.',
        t.id, ${at}
      from generate_series(1, 10) i, ${trackers} returning id, organisation_id, created_at)
    insert into message_delivery (organisation_id, message_id, channel, user_id, address, state, attempts, due_at, queued, sent, read)
    select s.organisation_id, s.id, channel, m.user_id, 'member@example.com', 'sent', 1, s.created_at, s.created_at,
      s.created_at, s.created_at
    from sent s
      cross join lateral (select user_id from membership m where m.organisation_id = s.organisation_id
        order by user_id limit 1) m
      cross join (values ('email'), ('app')) channels (channel)`.execute(db)
  await sql`
    insert into audit_log (organisation_id, user_id, action, entity, entity_id, details, created_at)
    select t.organisation_id, 1 + i % 20, case when i % 5 = 0 then 'tracker.update' else 'alert.acknowledge' end,
      case when i % 5 = 0 then 'tracker' else 'alert' end, t.id, '{}', ${at}
    from generate_series(1, 10) i, ${trackers}`.execute(db)
}
