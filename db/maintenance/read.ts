import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { afterReading, counterOf, perDay, todayOf } from './counters.ts'
import { type MaintenanceState, stateOf } from './state.ts'

/**
 * Each plan of an organisation with each tracker that it is for at present: what is used since it was done, and the state.
 *
 * @param where of which trackers, `t`
 */
export async function readMaintenance(
  db: Kysely<Database>,
  organisation_id: number,
  where: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<Maintained[]> {
  const { rows } = await statement(organisation_id, where).execute(db)
  return rows.map(({ used_days, m_a_day, h_a_day, ...row }) => {
    const used = { m: row.used_m, h: row.used_h, days: used_days, m_a_day, h_a_day }
    // A label may hold for longer than the days of the plan.
    return { ...row, used_days: Math.max(0, used_days), ...stateOf(row, used) }
  })
}

function statement(organisation_id: number, where: RawBuilder<SqlBool>) {
  const key = { organisation_id: sql.ref('p.organisation_id'), tracker_id: sql.ref('p.tracker_id') }
  const today = todayOf(sql`${organisation_id}::bigint`)
  const of_tracker = sql`y.organisation_id = p.organisation_id and y.tracker_id = p.tracker_id`
  const since = (measure: 'm' | 'h') => sql`coalesce(sum(case when last.id is null then ${perDay[measure]}
    else ${afterReading(measure, 'last')} end), 0)::float8 as ${sql.ref(measure)}`
  return sql<Row>`
    with recursive below (root, id) as (
      select g.id, g.id from tracker_group g where g.organisation_id = ${organisation_id}
      union select b.root, c.id from below b join tracker_group c
        on c.organisation_id = ${organisation_id} and c.parent_id = b.id
    ), pairs as (
      select p.id, p.organisation_id, p.name, p.every_m, p.every_h, p.every_days, p.starts_on, t.id as tracker_id,
        coalesce(nullif(t.name, ''), t.number) as tracker_name
      from maintenance_plan p join tracker t on t.organisation_id = p.organisation_id and t.active and not t.drill
        and (t.id = p.tracker_id or t.group_id in (select b.id from below b where b.root = p.group_id))
      where p.organisation_id = ${organisation_id} and ${where}
    )
    select p.id as maintenance_plan_id, p.name as plan_name, p.tracker_id, p.tracker_name, p.every_m, p.every_h,
      p.every_days, last.done_on, last.next_on, ${today}::text as today,
      case when last.odometer_m is null then since.m
        else greatest(0, ${counterOf(key, 'm')} - last.odometer_m) end as used_m,
      case when last.engine_h is null then since.h
        else greatest(0, ${counterOf(key, 'h')} - last.engine_h) end as used_h,
      coalesce(p.every_days - (last.next_on - ${today}), greatest(0, ${today} - coalesce(last.done_on, p.starts_on)))::int
        as used_days,
      recent.m as m_a_day, recent.h as h_a_day
    from pairs p
    left join lateral (select d.* from maintenance_done d
      where d.organisation_id = p.organisation_id and d.maintenance_plan_id = p.id and d.tracker_id = p.tracker_id
      order by d.done_on desc, d.id desc limit 1) last on true
    cross join lateral (select ${since('m')}, ${since('h')} from tracker_day y
      where ${of_tracker} and y.day >= coalesce(last.done_on, p.starts_on)) since
    -- A day's mean of the last 60, or of those since the first of them.
    cross join lateral (select
        coalesce(sum(${perDay.m}) / greatest(1, ${today} - min(y.day)), 0)::float8 as m,
        coalesce(sum(${perDay.h}) / greatest(1, ${today} - min(y.day)), 0)::float8 as h
      from tracker_day y where ${of_tracker} and y.day >= ${today} - 60 and y.day < ${today}) recent
    order by p.name, p.tracker_name, p.id, p.tracker_id`
}

type Row = {
  maintenance_plan_id: number
  plan_name: string
  tracker_id: number
  tracker_name: string
  every_m: number | null
  every_h: number | null
  every_days: number | null
  done_on: string | null
  /** What a label says. */
  next_on: string | null
  /** By the organisation's calendar. */
  today: string
  used_m: number
  used_h: number
  used_days: number
  m_a_day: number
  h_a_day: number
}
export type Maintained = Omit<Row, 'm_a_day' | 'h_a_day'> & { state: MaintenanceState; in_days: number | null }
