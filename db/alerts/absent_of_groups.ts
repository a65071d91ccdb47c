import { type Kysely, type SqlBool, sql } from 'kysely'
import { endOfShift } from '../movement/drivers.ts'
import { isOfPlannedGroup } from '../movement/group_plans.ts'
import { plannedTimes } from '../movement/planned.ts'
import { isServed } from '../moving/hold.ts'
import { raisedKindsOf } from '../privacy/tracker_groups.ts'
import type { Database } from '../tables/index.ts'

/**
 * Whether the driver of a plan `p` of a group has begun to drive since the time `s` began, or may have: a trip of one of
 * its trackers that nothing says the driver of may be theirs.
 */
const mayHaveCome = sql<SqlBool>`(exists (select from driver_shift d
    where d.organisation_id = p.organisation_id and d.driver_id = p.driver_id
      and d.began_at <= now() and coalesce(${endOfShift('d')}, 'infinity') > s.begins_at)
  or exists (select from segment g join tracker u on u.organisation_id = g.organisation_id and u.id = g.tracker_id
    where g.organisation_id = p.organisation_id and g.kind = 'trip' and g.began_at > s.begins_at - interval '30 minutes'
      and g.began_at < s.ends_at and coalesce(g.ended_at, g.through_at) > s.begins_at
      and (g.driver_id is null or g.driver_id = p.driver_id) and ${isOfPlannedGroup('u', 'p')}))`

/**
 * Raises an alert of planned shifts of a group that began half an hour ago and whose driver cannot have come. It is of
 * the first tracker of the group that has no such alert open: an alert is of a tracker, and people are notified by it.
 */
export async function raiseAbsentOfGroups(db: Kysely<Database>): Promise<void> {
  await sql`/* raise_absent_of_groups */
    with raised as (
      insert into alert (organisation_id, tracker_id, kind, driver, group_name, started_at, raised_at)
      select t.organisation_id, t.id, 'no_show', v.name, g.name, s.begins_at, now()
      from planned_shift p
      join driver v on v.organisation_id = p.organisation_id and v.id = p.driver_id
      join tracker_group g on g.organisation_id = p.organisation_id and g.id = p.group_id
      cross join lateral ${plannedTimes('p', sql`now()`, sql`now() - interval '30 minutes'`)} s
      cross join lateral (select t.organisation_id, t.id from tracker t
        where ${isOfPlannedGroup('t', 'p')} and t.active and 'no_show' = any(${raisedKindsOf('t')})
          and not exists (select from alert a where a.organisation_id = t.organisation_id and a.tracker_id = t.id
            and a.kind = 'no_show' and a.ended_at is null)
        order by t.id limit 1) t
      where coalesce(p.until_on, p.starts_on) >= current_date - 2 and p.starts_on <= current_date + 1
        and ${isServed(sql`p.organisation_id`)} and s.begins_at > now() - interval '90 minutes'
        and p.modified_at < s.begins_at and not ${mayHaveCome}
        and not exists (select from alert a where a.organisation_id = p.organisation_id and a.kind = 'no_show'
          and a.driver = v.name and a.started_at = s.begins_at)
      on conflict do nothing
      returning organisation_id, id, tracker_id, kind, started_at
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
    select r.organisation_id, r.tracker_id, r.id, r.kind, r.started_at from raised r order by r.id`.execute(db)
}

/** Whether an alert `a` of a plan of a group still holds: the plan is there, it is its time, and the driver has not come. */
export const isAbsentOfGroup = sql<SqlBool>`exists (select from planned_shift p
  join driver v on v.organisation_id = p.organisation_id and v.id = p.driver_id and v.name = a.driver
  cross join lateral ${plannedTimes('p', sql`now()`, sql`now()`)} s
  where p.organisation_id = a.organisation_id and p.group_id is not null and s.begins_at = a.started_at
    and not ${mayHaveCome})`
