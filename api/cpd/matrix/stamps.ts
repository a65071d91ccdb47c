import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { todayIn } from '../access.ts'
import type { Cycle } from '../results/evaluate_plans.ts'

/**
 * For each person a text that changes with anything that their result is computed from: the day, the cycle, its rules,
 * the categories, and their own records; of a result that was frozen, its plan alone. Each version of a row has another `xmin`, in whatever order transactions
 * end: a time of the last change would miss one whose transaction began earlier and ended later.
 *
 * Credits are written with their activity only, and their row is written with them.
 */
export async function stampsOf(db: Db, cycle: Cycle, user_ids: number[]): Promise<Map<number, string>> {
  const { organisation_id, cpd_standard_id } = cycle
  const ids = sql`${bigints(user_ids)}::bigint[]`
  const { rows } = await sql<{ user_id: number; stamp: string }>`
    with shared as (
      select ${todayIn(sql`${organisation_id}::bigint`)} as day, concat_ws(' ', o.timezone, c.xmin,
        (select s.xmin from cpd_standard s where s.id = ${cpd_standard_id}),
        (select sum(${version('r')}) from cpd_rule r where r.cpd_standard_id = ${cpd_standard_id}),
        (select sum(${version('g')}) from devcategory g where g.organisation_id = ${organisation_id}),
        (select sum(${version('e')}) from cpd_epa e where e.organisation_id = ${organisation_id})) as stamp
      from devcycle c join organisation o on o.id = c.organisation_id where c.id = ${cycle.id}
    ), activity as (
      select a.user_id, sum(${version('a')}) as stamp from devactivity a
      where a.organisation_id = ${organisation_id} and a.user_id = any(${ids}) group by a.user_id
    ), frozen as (
      select p.user_id, concat_ws(' ', 'kept', p.id, p.xmin) as stamp from devplan p
      where p.devcycle_id = ${cycle.id} and p.user_id = any(${ids}) and p.result is not null
    ), plan as (
      select p.user_id, concat_ws(' ', sum(${version('p')}), sum((select sum(${version('g')}) from devgoal g where g.devplan_id = p.id)),
        sum((select sum(${version('w')}) from devwaiver w where w.devplan_id = p.id))) as stamp from devplan p
      where p.organisation_id = ${organisation_id} and p.user_id = any(${ids}) group by p.user_id
    ), held as (
      select q.user_id, sum(${version('q')}) as stamp from devqualification q
      where q.organisation_id = ${organisation_id} and q.user_id = any(${ids}) group by q.user_id
    ), assessed as (
      select a.user_id, sum(${version('a')}) as stamp from cpd_assessment a
      where a.organisation_id = ${organisation_id} and a.user_id = any(${ids}) group by a.user_id
    )
    select u.id as user_id, concat_ws('|', shared.stamp, coalesce(frozen.stamp, concat_ws('|', shared.day,
      coalesce(activity.stamp, 0), coalesce(plan.stamp, ''), coalesce(held.stamp, 0), coalesce(assessed.stamp, 0))))
      as stamp
    from unnest(${ids}) u(id) cross join shared left join frozen on frozen.user_id = u.id left join activity on activity.user_id = u.id
      left join plan on plan.user_id = u.id left join held on held.user_id = u.id
      left join assessed on assessed.user_id = u.id`.execute(db)
  return new Map(rows.map(({ user_id, stamp }) => [user_id, stamp]))
}

/** A hash of a row's version: the sum over rows changes when one of them does. */
const version = (row: string) => sql`hashint8extended(${sql.ref(`${row}.id`)}, ${sql.ref(`${row}.xmin`)}::text::bigint)`
