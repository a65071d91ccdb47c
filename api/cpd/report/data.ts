import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { judged } from '../engine/verdict.ts'
import { nameOf } from '../people/names.ts'
import { evaluatePeople } from '../results/evaluate_plans.ts'
import { type Frozen, numbersOf, PRIVATE } from '../results/stats.ts'
import { numbered, type Records } from './numbering.ts'
import { readRecords } from './records.ts'
import type { Content, Report } from './schema.ts'

/**
 * What a report of a plan says: the same for everybody who may read it, so that its bytes are, too. Of private
 * activities it has dates and hours only, of waivers only their dates; health numbers are not in it. Of a closed cycle
 * it is what was kept when it was closed.
 */
export async function readReport(db: Db, plan_id: number): Promise<Report> {
  const { rows } = await sql<Kept>`select r.content, coalesce(p.closed_at, c.expired_at) as closed_at,
      ${todayOfCycle} as today
    from devplan p join devcycle c on c.id = p.devcycle_id left join devplan_report r on r.devplan_id = p.id
    where p.id = ${plan_id}`.execute(db)
  const { content, closed_at, today } = rows[0]!
  const moment = { closed_at, today }
  if (content && closed_at) return { ...content, ...judgementOf(content), ...moment }
  const plan = (await readPlans(db, [plan_id]))[0]!
  const { cycle_id, organisation_id, start, end, cpd_standard_id, user_id } = plan
  const cycle = { id: cycle_id, organisation_id, start, end, cpd_standard_id }
  // Closed before reports were kept: its numbers are.
  const result =
    plan.result ??
    numbersOf((await evaluatePeople(db, { cycle, user_ids: [user_id], title: titleForOthers })).get(user_id)!)
  return { ...(await makeContents(db, [{ ...plan, result }])).get(plan_id)!, ...moment }
}

/** Keeps the reports of plans whose results have been stored, when their cycle is closed. */
export async function keepReports(trx: Trx, plan_ids: number[]): Promise<void> {
  const plans = (await readPlans(trx, plan_ids)).flatMap((plan) =>
    plan.result ? [{ ...plan, result: plan.result }] : [],
  )
  const contents = await makeContents(trx, plans)
  const kept = plans.map(({ id, organisation_id, user_id }) => ({
    organisation_id,
    user_id,
    devplan_id: id,
    content: contents.get(id),
  }))
  await sql`insert into devplan_report (organisation_id, user_id, devplan_id, content)
    select organisation_id, user_id, devplan_id, content
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as kept (organisation_id bigint, user_id bigint, devplan_id bigint, content jsonb)
    on conflict (devplan_id) do update set content = excluded.content, created_at = now()`.execute(trx)
}

/** Sentences are read by others, too. */
export const titleForOthers = (one: { private: boolean; title: string }) =>
  one.private ? PRIVATE : one.title || 'an activity'

async function makeContents(db: Db, plans: (PlanRow & { result: Frozen })[]): Promise<Map<number, Content>> {
  const records = await readRecords(
    db,
    plans.map(({ id, user_id, organisation_id, start, end, result }) => ({
      plan_id: id,
      user_id,
      organisation_id,
      ...(result.result?.period ?? { start, end }),
    })),
  )
  return new Map(plans.map((plan) => [plan.id, contentOf(plan, records.get(plan.id)!)]))
}

function contentOf({ result: evaluated, ...plan }: PlanRow & { result: Frozen }, records: Records): Content {
  const { cpd_standard_id: _, ...about } = plan
  const { hours, activities, result } = evaluated
  const all = numbered(records)
  const numbers = new Map(all.activities.map(({ id, number }) => [id, number]))
  const lines = (result?.lines ?? []).map(({ activities, ...line }) => ({
    ...line,
    activities: activities.map((one) => ({ ...one, number: numbers.get(Number(one.id)) ?? null })),
  }))
  const { period = null, waived_months = 0 } = result ?? {}
  const judgement = judgementOf({ ...about, lines, nothing: judged(result).nothing?.sentence ?? null })
  return { ...about, ...judgement, hours, counted_activities: activities, waived_months, period, lines, ...all }
}

/** Also of a report that was kept by a release without verdicts. */
function judgementOf({ standard, lines, nothing }: Partial<Content> & Pick<Content, 'standard' | 'lines'>): Judged {
  const { verdict, met, nothing: why } = judged(standard === null ? null : { lines })
  return { verdict, met: verdict === 'empty' ? null : met, nothing: why && (nothing ?? why.sentence) }
}

async function readPlans(db: Db, ids: number[]): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select devplan.id, devplan.user_id, devplan.organisation_id, devplan.state, devplan.text, devplan.self_evaluation,
      devplan.agreed_sha256, devplan.result, ${nameOf('devplan.user_id')} as person,
      ${nameOf('devplan.agreed_by_user_id')} as agreed_by, (devplan.agreed_at at time zone o.timezone)::date as agreed_on,
      (devplan.reviewed_at at time zone o.timezone)::date as reviewed_on,
      o.name as organisation, s.name as standard, c.id as cycle_id, c.name as cycle, c.start, c."end", c.cpd_standard_id
    from devplan join devcycle c on c.id = devplan.devcycle_id join organisation o on o.id = devplan.organisation_id
    left join cpd_standard s on s.id = c.cpd_standard_id
    where devplan.id = any(${`{${ids.join(',')}}`}::bigint[]) order by devplan.id`.execute(db)
  return rows
}

const todayOfCycle = sql<string>`(select (now() at time zone o.timezone)::date from organisation o
  where o.id = c.organisation_id)`

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
  reviewed_on: string | null
  result: Frozen | null
  person: string | null
  organisation: string
  standard: string | null
  cycle_id: number
  cycle: string
  start: string
  end: string
  cpd_standard_id: number | null
}
type Kept = { content: Content | null; closed_at: string | null; today: string }
type Judged = Pick<Content, 'verdict' | 'met' | 'nothing'>
