import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Line } from '../engine/types.ts'
import { nameOf } from '../people/names.ts'
import { evaluatePeople } from '../results/evaluate_plans.ts'
import { type Frozen, numbersOf, PRIVATE } from '../results/stats.ts'

/**
 * What a report of a plan says: the same for everybody who may read it, so that its bytes are, too. Of private
 * activities it has dates and hours only.
 */
export async function readReport(db: Db, plan_id: number): Promise<Report> {
  const { rows: plans } = await sql<PlanRow>`
    select devplan.id, devplan.user_id, devplan.organisation_id, devplan.state, devplan.text, devplan.self_evaluation,
      devplan.agreed_sha256, devplan.result, ${nameOf('devplan.user_id')} as person,
      ${nameOf('devplan.agreed_by_user_id')} as agreed_by, (devplan.agreed_at at time zone o.timezone)::date as agreed_on,
      o.name as organisation, s.name as standard, c.id as cycle_id, c.name as cycle, c.start, c."end", c.cpd_standard_id
    from devplan join devcycle c on c.id = devplan.devcycle_id join organisation o on o.id = devplan.organisation_id
    left join cpd_standard s on s.id = c.cpd_standard_id where devplan.id = ${plan_id}`.execute(db)
  const plan = plans[0]!
  const { user_id, organisation_id, start, end, cpd_standard_id } = plan
  const cycle = { id: plan.cycle_id, organisation_id, start, end, cpd_standard_id }
  const title = (one: { private: boolean; title: string }) => (one.private ? PRIVATE : one.title || 'an activity')
  const evaluated =
    plan.result ?? numbersOf((await evaluatePeople(db, { cycle, user_ids: [user_id], title })).get(user_id)!)
  const { rows: goals } = await sql<Goal>`select description, plan_category, timely, state, compulsory from devgoal
    where devplan_id = ${plan_id} order by position, id`.execute(db)
  const { rows: activities } = await sql<Activity>`
    select a.id, a.completed_on, a.hours / 100.0::float8 as hours, a.state,
      case when a.private then ${PRIVATE} else a.target end as title,
      case when a.private then '' else a.learnings end as learnings,
      coalesce((select string_agg(k.code || ' ' || (k.credit / 100.0)::float8, ', ' order by k.code)
        from devactivity_credit k where k.devactivity_id = a.id), '') as credits,
      coalesce((select json_agg(json_build_object('name', f.name, 'sha256', f.sha256) order by f.id)
        from file_evidence e join file f on f.id = e.file_id
        where e.entity = 'devactivity' and e.entity_id = a.id and not a.private), '[]') as evidence
    from devactivity a where a.organisation_id = ${organisation_id} and a.user_id = ${user_id}
      and a.completed_on between ${start}::date and ${end}::date and a.state in ('recorded', 'verified')
    order by a.completed_on, a.id`.execute(db)
  const { rows: qualifications } = await sql<Qualification>`select type, name, level, issuer, expires_on
    from devqualification where organisation_id = ${organisation_id} and user_id = ${user_id} order by type, id`.execute(
    db,
  )
  return {
    plan,
    hours: evaluated.hours,
    met: evaluated.result?.met ?? null,
    lines: evaluated.result?.lines ?? [],
    goals,
    activities,
    qualifications,
  }
}

type PlanRow = {
  id: number
  user_id: number
  organisation_id: number
  state: string
  text: string
  self_evaluation: string
  agreed_sha256: string | null
  agreed_by: string | null
  agreed_on: string | null
  result: Frozen | null
  person: string
  organisation: string
  standard: string | null
  cycle_id: number
  cycle: string
  start: string
  end: string
  cpd_standard_id: number | null
}
type Goal = { description: string; plan_category: string; timely: string | null; state: string; compulsory: boolean }
type Activity = {
  id: number
  completed_on: string
  hours: number
  state: string
  title: string
  learnings: string
  credits: string
  evidence: { name: string; sha256: string }[]
}
type Qualification = { type: string; name: string; level: string; issuer: string; expires_on: string | null }
export type Report = {
  plan: PlanRow
  hours: number
  /** Null without a standard. */
  met: boolean | null
  lines: Line[]
  goals: Goal[]
  activities: Activity[]
  qualifications: Qualification[]
}
