import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { todayOf } from '../access.ts'
import { allows } from '../audience.ts'
import { periodOf, submitBy } from '../engine/periods.ts'
import type { Period, Plan } from '../engine/types.ts'
import { registeredBefore } from '../registration.ts'
import { loadRuleSet } from './rule_set.ts'

/** The period in which a person with a plan is evaluated: the cycle's, or their own, which may end after it. */
export async function periodOfPlan(db: Db, devplan_id: number) {
  const { organisation_id, cpd_standard_id, name, ...plan } = await db
    .selectFrom('devplan as p')
    .innerJoin('devcycle as c', 'c.id', 'p.devcycle_id')
    .select(['p.organisation_id', 'p.registered_from', 'c.start', 'c.end', 'c.name', 'c.cpd_standard_id'])
    .where('p.id', '=', devplan_id)
    .executeTakeFirstOrThrow()
  const rules = await loadRuleSet(db, { organisation_id, cpd_standard_id })
  const cycle = { start: plan.start, end: plan.end }
  return { name, cycle, period: rules ? periodOf(rules, plan) : cycle, today: await todayOf(db, organisation_id) }
}

/** The people of a cycle whose own period has not ended, though the cycle has or is about to. */
export async function runningOn(db: Db, cycle: Cycle): Promise<OwnPeriod[]> {
  return (await ownPeriods(db, cycle)).filter(({ period, today }) => period.end > cycle.end && period.end >= today)
}

/**
 * The people of a cycle with a period of their own, which is not the cycle's.
 *
 * @param day that of the organisation if missing
 */
export async function ownPeriods(db: Db, cycle: Cycle, day?: string): Promise<OwnPeriod[]> {
  const { id, organisation_id, start, end } = cycle
  const rules = await loadRuleSet(db, cycle)
  if (!rules) return []
  const today = day ?? (await todayOf(db, organisation_id))
  const { rows } = await sql<Person>`
    with person as (
      select user_id from devplan where devcycle_id = ${id}
      union select m.user_id from devcycle join membership m on m.organisation_id = devcycle.organisation_id
        where devcycle.id = ${id} and ${allows(sql`m.user_id`, sql.ref('m.role_name'))})
    select u.id as user_id, ${displayNameOf('u')} as person, p.closed_at, p.reopened_at, case when p.id is null
        then ${registeredBefore(sql`${organisation_id}::bigint`, sql.ref('u.id'))} else p.registered_from end as registered_from
    from person join user_account u on u.id = person.user_id and u.active and u.deleted_at is null
      left join devplan p on p.user_id = u.id and p.devcycle_id = ${id} order by lower(${displayNameOf('u')}), u.id`.execute(
    db,
  )
  return rows.flatMap((person) => {
    const period = periodOf(rules, { start, end, registered_from: person.registered_from } satisfies Plan)
    if (period.start === start && period.end === end) return []
    const last = rules.submit_by ? submitBy(rules.submit_by, period.end) : period.end
    return [{ ...person, period, today, over: last < today }]
  })
}

type Cycle = Period & { id: number; organisation_id: number; cpd_standard_id: number | null }
type Person = {
  user_id: number
  person: string
  registered_from: string | null
  closed_at: string | null
  reopened_at: string | null
}
/** `over`: its last day is, and that for submitting it. */
export type OwnPeriod = Person & { period: Period; today: string; over: boolean }
