import { type Kysely, sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import type { OwnedAlert } from './alerts.ts'

/**
 * Raises alerts for trackers whose exit delay has expired without further reports. Trackers that keep reporting are
 * judged by their reports.
 */
export async function raiseOverdue(db: Kysely<Database>): Promise<OwnedAlert[]> {
  return [...(await raiseLeavings(db)), ...(await raiseBreaches(db))]
}

/** Of rule `any`. */
async function raiseLeavings(db: Kysely<Database>): Promise<OwnedAlert[]> {
  const { rows } = await sql<OwnedAlert>`
    with due as (
      select s.organisation_id, s.tracker_id, s.boundary_id, s.outside_since, t.exit_delay_s, t.owner_user_id,
        t.group_id
      from tracker_state s
      join tracker t on t.organisation_id = s.organisation_id and t.id = s.tracker_id
      where ${isServed(sql`s.organisation_id`)} and s.outside and s.outside_since is not null and s.leaving_alert_id is null and t.exit_delay_s > 0
        and greatest(s.outside_since, s.received) <= now() - make_interval(secs => t.exit_delay_s)
      order by s.tracker_id
      limit 1000
      for update of s skip locked
    ), raised as (
      insert into alert (organisation_id, tracker_id, kind, rule, boundary_id, boundary_name, started_at, raised_at)
      select organisation_id, tracker_id, 'left_boundary', 'any', boundary_id,
        (select b.name from boundary b where b.organisation_id = due.organisation_id and b.id = due.boundary_id),
        outside_since, outside_since + make_interval(secs => exit_delay_s)
      from due
      returning *
    ), kept as (
      update tracker_state s set leaving_alert_id = r.id
      from raised r
      where s.organisation_id = r.organisation_id and s.tracker_id = r.tracker_id
    )
    select r.*, d.owner_user_id, d.group_id from raised r join due d using (organisation_id, tracker_id)`.execute(db)
  return rows
}

/** Of the rules `alone` and `keep_out`. Writing the state changes its version, so that gateways read it again. */
async function raiseBreaches(db: Kysely<Database>): Promise<OwnedAlert[]> {
  const { rows } = await sql<OwnedAlert>`
    with due as (
      select x.organisation_id, x.tracker_id, x.boundary_id, x.rule, x.since, b.name, t.exit_delay_s, t.owner_user_id,
        t.group_id
      from boundary_breach x
      join boundary b on b.organisation_id = x.organisation_id and b.id = x.boundary_id and b.rule = x.rule and b.active
      join tracker t on t.organisation_id = x.organisation_id and t.id = x.tracker_id
      join tracker_state s on s.organisation_id = x.organisation_id and s.tracker_id = x.tracker_id
      where ${isServed(sql`x.organisation_id`)} and x.alert_id is null and t.exit_delay_s > 0
        and greatest(x.since, s.received) <= now() - make_interval(secs => t.exit_delay_s)
      order by x.tracker_id, x.boundary_id
      limit 1000
      for update of s, x skip locked
    ), raised as (
      insert into alert (organisation_id, tracker_id, kind, rule, boundary_id, boundary_name, started_at, raised_at)
      select organisation_id, tracker_id, case rule when 'alone' then 'left_boundary' else 'entered_boundary' end, rule,
        boundary_id, name, since, since + make_interval(secs => exit_delay_s)
      from due
      returning *
    ), kept as (
      update boundary_breach x set alert_id = r.id
      from raised r
      where x.organisation_id = r.organisation_id and x.tracker_id = r.tracker_id and x.boundary_id = r.boundary_id
    ), renewed as (
      update tracker_state s set event_id = s.event_id
      from (select distinct organisation_id, tracker_id from due) d
      where s.organisation_id = d.organisation_id and s.tracker_id = d.tracker_id
    )
    select r.*, d.owner_user_id, d.group_id from raised r join due d using (organisation_id, tracker_id, boundary_id)`.execute(
    db,
  )
  return rows
}
