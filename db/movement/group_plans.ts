import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow } from '../privacy/tracker_groups.ts'
import { endOfShift } from './drivers.ts'
import { plannedTimes } from './planned.ts'

/** Why a plan of a group does not say who made a trip. */
export const openReasons = ['drove_elsewhere', 'several_drivers', 'several_trackers'] as const

/** Whether a tracker `t` is in the group of a plan `p`, or in one below it. */
export const isOfPlannedGroup = (t: string, p: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${t}.organisation_id`)} = ${sql.ref(`${p}.organisation_id`)}
  and ${isBelow(sql.ref(`${p}.organisation_id`), sql.ref(`${t}.group_id`), sql.ref(`${p}.group_id`))})`

/**
 * What the plans of groups say about a trip that nothing else says the driver of, as JSON. The plans are those for at
 * least half of the trip. Their driver is likely where one alone has driven nothing else in that time, and no other
 * tracker of the group has made a trip without a driver in the time of the plan; otherwise it says why not. It is not
 * written into the trip: a trip of another tracker that comes late would change it. Null without such plans.
 *
 * @param s the table or alias of segments
 */
export const likelyDriver = (s: string): RawBuilder<GroupPlan | null> => {
  const of = (column: string) => sql.ref(`${s}.${column}`)
  const ends = sql`coalesce(${of('ended_at')}, ${of('through_at')})`
  return sql<GroupPlan | null>`case when ${of('kind')} = 'trip' and ${of('driver_id')} is null and not exists (
      select from driver_shift x where x.organisation_id = ${of('organisation_id')}
        and x.tracker_id = ${of('tracker_id')} and x.began_at < ${ends}
        and coalesce(${endOfShift('x')}, 'infinity') > ${of('began_at')}) then (
    select json_build_object('driver_id', l.driver_id::float8, 'open_because', l.reason, 'driver_name',
      (select d.name from driver d where d.organisation_id = ${of('organisation_id')} and d.id = l.driver_id))
    from (select case when c.drivers = 1 and not c.others then c.driver_id end as driver_id,
        case when c.drivers = 0 then 'drove_elsewhere' when c.drivers > 1 then 'several_drivers'
          when c.others then 'several_trackers' end as reason
      from (select count(*) as plans, count(distinct f.driver_id) filter (where f.free) as drivers,
          min(f.driver_id) filter (where f.free) as driver_id, coalesce(bool_or(f.others) filter (where f.free), false) as others
        from (${plansOf(of, ends)}) f) c
      where c.plans > 0) l) end`
}

const plansOf = (of: (column: string) => RawBuilder<unknown>, ends: RawBuilder<unknown>) => sql`
  select p.driver_id, not exists (select from driver_shift x
      where x.organisation_id = p.organisation_id and x.driver_id = p.driver_id and x.began_at < ${ends}
        and coalesce(${endOfShift('x')}, 'infinity') > ${of('began_at')}) as free,
    exists (select from segment o join tracker u on u.organisation_id = o.organisation_id and u.id = o.tracker_id
      where o.organisation_id = p.organisation_id and o.kind = 'trip' and o.driver_id is null
        and o.tracker_id <> ${of('tracker_id')} and o.began_at < t.ends_at
        and o.began_at > t.begins_at - interval '1 day' and coalesce(o.ended_at, o.through_at) > t.begins_at
        and ${isOfPlannedGroup('u', 'p')}) as others
  from planned_shift p
  join tracker k on k.organisation_id = p.organisation_id and k.id = ${of('tracker_id')} and ${isOfPlannedGroup('k', 'p')}
  cross join lateral ${plannedTimes('p', of('began_at'), ends)} t
  where p.organisation_id = ${of('organisation_id')} and p.group_id is not null
    and p.starts_on <= ${of('began_at')}::date + 1 and coalesce(p.until_on, p.starts_on) >= ${of('began_at')}::date - 2
    and (least(t.ends_at, ${ends}) - greatest(t.begins_at, ${of('began_at')})) * 2 >= ${ends} - ${of('began_at')}`

export type GroupPlan = {
  driver_id: number | null
  driver_name: string | null
  open_because: (typeof openReasons)[number] | null
}
