import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { AlertRow } from '../ingest/alerts.ts'

/**
 * Raises alerts for trackers whose exit delay has expired without further reports. Trackers that keep reporting are
 * judged by their reports.
 */
export async function raiseOverdue(db: Kysely<Database>): Promise<(AlertRow & { owner_user_id: number | null })[]> {
  const { rows } = await sql<AlertRow & { owner_user_id: number | null }>`
    with due as (
      select s.organisation_id, s.tracker_id, s.boundary_id, s.outside_since, t.exit_delay_s, t.owner_user_id
      from tracker_state s
      join tracker t on t.organisation_id = s.organisation_id and t.id = s.tracker_id
      where s.outside and s.leaving_alert_id is null and t.exit_delay_s > 0
        and greatest(s.outside_since, s.received) <= now() - make_interval(secs => t.exit_delay_s)
      order by s.tracker_id
      limit 1000
      for update of s skip locked
    ), raised as (
      insert into alert (organisation_id, tracker_id, kind, boundary_id, started_at, raised_at)
      select organisation_id, tracker_id, 'left_boundary', boundary_id, outside_since,
        outside_since + make_interval(secs => exit_delay_s)
      from due
      returning *
    ), kept as (
      update tracker_state s set leaving_alert_id = r.id
      from raised r
      where s.organisation_id = r.organisation_id and s.tracker_id = r.tracker_id
    )
    select r.*, d.owner_user_id from raised r join due d using (organisation_id, tracker_id)`.execute(db)
  return rows
}
