import { type Kysely, type SqlBool, sql } from 'kysely'
import type { PeriodicTask } from '../background/periodic_task.ts'
import { endOfShift } from '../movement/drivers.ts'
import { plannedTimes } from '../movement/planned.ts'
import { isServed } from '../moving/hold.ts'
import { raisedKindsOf } from '../privacy/tracker_groups.ts'
import type { Database } from '../tables/index.ts'
import { unnestRows } from '../unnest.ts'
import { isAbsentOfGroup, raiseAbsentOfGroups } from './absent_of_groups.ts'

/** A shift that began longer ago raises no alert: its reports came late. */
const NEWS = sql`interval '15 minutes'`

/** Raises an alert when a planned driver does not come, and ends alerts about drivers when they are over. */
export const makeDriverAlerts = (db: Kysely<Database>): PeriodicTask => ({
  name: 'alerts about drivers',
  interval_ms: 60_000,
  run: async () => {
    await endOver(db, 'end_driver_alerts', sql<SqlBool>`${isServed(sql`a.organisation_id`)}`)
    await raiseAbsent(db)
    await raiseAbsentOfGroups(db)
  },
})

/**
 * Raises alerts of the shifts of trackers that have begun just now, in the transaction that writes them: a key that no
 * driver has, where the organisation has keys at all, and a driver whose licence has expired. Each is raised once: what
 * is found again, or begins within a quarter of an hour of the last one about the same, is not another.
 */
export async function raiseOfShifts(trx: Kysely<Database>, trackers: readonly TrackerKey[]): Promise<void> {
  if (trackers.length === 0) return
  const asked = unnestRows([...trackers], { bigint: ['organisation_id', 'tracker_id'] }, 'q')
  await endOver(
    trx,
    'end_driver_alerts_of',
    sql<SqlBool>`(a.organisation_id, a.tracker_id) in (select q.organisation_id, q.tracker_id from ${asked})`,
  )
  await sql`/* raise_of_shifts */
    with raised as (
      insert into alert (organisation_id, tracker_id, kind, driver, started_at, raised_at)
      select distinct on (t.id, k.kind) t.organisation_id, t.id, k.kind, k.driver, d.began_at, now()
      from ${asked}
      join tracker t on t.organisation_id = q.organisation_id and t.id = q.tracker_id
      join organisation o on o.id = t.organisation_id
      join driver_shift d on d.organisation_id = t.organisation_id and d.tracker_id = t.id
        and d.began_at > now() - ${NEWS}
      left join driver v on v.organisation_id = d.organisation_id and v.id = d.driver_id
      cross join lateral (select coalesce(v.name, d.key) as driver,
        case when d.source = 'key' and d.driver_id is null then 'unknown_key'
          when v.licence_expires_on < (d.began_at at time zone o.timezone)::date then 'licence_expired' end as kind) k
      where k.kind = any(${raisedKindsOf('t')})
        and (k.kind <> 'unknown_key'
          or exists (select from driver_key y where y.organisation_id = d.organisation_id))
        and not exists (select from alert a where a.organisation_id = t.organisation_id and a.tracker_id = t.id
          and a.kind = k.kind and a.driver = k.driver and a.started_at > d.began_at - ${NEWS})
      order by t.id, k.kind, d.began_at desc
      on conflict do nothing
      returning organisation_id, id, tracker_id, kind, started_at
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
    select r.organisation_id, r.tracker_id, r.id, r.kind, r.started_at
    from raised r order by r.id`.execute(trx)
}

/**
 * Raises an alert of planned shifts of a tracker that began half an hour ago, where neither the tracker has made a trip
 * nor the driver has begun to drive any. After a time without a process those of the last hour and a half are raised.
 */
async function raiseAbsent(db: Kysely<Database>): Promise<void> {
  await sql`/* raise_absent */
    with raised as (
      insert into alert (organisation_id, tracker_id, kind, driver, started_at, raised_at)
      select t.organisation_id, t.id, 'no_show', v.name, s.begins_at, now()
      from planned_shift p
      join tracker t on t.organisation_id = p.organisation_id and t.id = p.tracker_id and t.active
      join driver v on v.organisation_id = p.organisation_id and v.id = p.driver_id
      cross join lateral ${plannedTimes('p', sql`now()`, sql`now() - interval '30 minutes'`)} s
      where coalesce(p.until_on, p.starts_on) >= current_date - 2 and p.starts_on <= current_date + 1
        and ${isServed(sql`p.organisation_id`)} and s.begins_at > now() - interval '90 minutes'
        -- A plan that is made or changed when its shift runs is no promise that was broken.
        and p.modified_at < s.begins_at
        and 'no_show' = any(${raisedKindsOf('t')}) and not ${hasCome}
        and not exists (select from alert a where a.organisation_id = t.organisation_id and a.tracker_id = t.id
          and a.kind = 'no_show' and a.started_at = s.begins_at)
      on conflict do nothing
      returning organisation_id, id, tracker_id, kind, started_at
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
    select r.organisation_id, r.tracker_id, r.id, r.kind, r.started_at from raised r order by r.id`.execute(db)
}

/** Whether the tracker of a plan `p` has made a trip since the time `s` began, or its driver has begun to drive. */
const hasCome = sql<SqlBool>`(exists (select from segment g
    where g.organisation_id = p.organisation_id and g.tracker_id = p.tracker_id and g.kind = 'trip'
      and g.began_at > s.begins_at - interval '1 day' and coalesce(g.ended_at, g.through_at) > s.begins_at)
  or exists (select from driver_shift d where d.organisation_id = p.organisation_id and d.driver_id = p.driver_id
    and d.began_at <= now() and coalesce(${endOfShift('d')}, 'infinity') > s.begins_at))`

/**
 * Ends open alerts `a` about drivers of which nothing holds any more.
 *
 * @param name of the prepared statement, one for each condition: planning it takes ten times as long as it takes
 */
async function endOver(db: Kysely<Database>, name: string, where: ReturnType<typeof sql<SqlBool>>): Promise<void> {
  await sql`${sql.raw(`/* ${name} */`)}
    update alert a set ended_at = greatest(now(), a.started_at)
    where a.kind in ('unknown_key', 'licence_expired', 'no_show') and a.ended_at is null and ${where}
      and not case a.kind
        when 'unknown_key' then exists (select from driver_shift d
          where d.organisation_id = a.organisation_id and d.tracker_id = a.tracker_id and d.source = 'key'
            and d.key = a.driver and d.driver_id is null and d.ended_at is null)
        when 'licence_expired' then exists (select from driver_shift d
          join driver v on v.organisation_id = d.organisation_id and v.id = d.driver_id and v.name = a.driver
          join organisation o on o.id = v.organisation_id
          where d.organisation_id = a.organisation_id and d.tracker_id = a.tracker_id
            and ${endOfShift('d')} is null and v.licence_expires_on < (now() at time zone o.timezone)::date)
        else case when a.group_name is not null then ${isAbsentOfGroup} else exists (select from planned_shift p
          cross join lateral ${plannedTimes('p', sql`now()`, sql`now()`)} s
          where p.organisation_id = a.organisation_id and p.tracker_id = a.tracker_id and s.begins_at = a.started_at
            and not ${hasCome}) end end`.execute(db)
}

type TrackerKey = { organisation_id: number; tracker_id: number }
