import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import type { PlanRecord } from '#db/tables/cpd/devplan.ts'
import { todayOf } from '../access.ts'
import { withoutCategory } from '../engine/amounts.ts'
import { earlierOf, laterOf } from '../engine/days.ts'
import { evaluate } from '../engine/evaluate.ts'
import { recordsOf } from '../engine/periods.ts'
import type { Assessment, Fact, Plan, Qualification, Result, RuleSet, Waiver } from '../engine/types.ts'
import { registeredBefore } from '../registration.ts'
import { loadActivities, type StoredActivity } from './load_activities.ts'
import { loadRuleSet } from './rule_set.ts'

/** The one function by which people's records are evaluated, for every answer that has a result. */
export async function evaluatePeople(
  db: Db,
  { cycle, user_ids, title, today, ...given }: PlanSelection,
): Promise<Map<number, Evaluated>> {
  const { organisation_id } = cycle
  const rules = given.rules === undefined ? await loadRuleSet(db, cycle) : given.rules
  const day = today ?? (await todayOf(db, organisation_id))
  const people = { organisation_id, user_ids }
  const stored = new Map((await loadPlans(db, { ...people, cycle_id: cycle.id })).map((plan) => [plan.user_id, plan]))
  const held = Map.groupBy(await loadQualifications(db, { ...people, end: cycle.end }), ({ user_id }) => user_id)
  const plans = new Map(
    user_ids.map((id) => [id, rules ? planOf(cycle, stored.get(id), held.get(id), rules) : { ...cycle }]),
  )
  // Personal years end after the cycle, and rolling rules look back before it.
  const records = rules ? [...plans.values()].map((plan) => recordsOf(rules, plan)) : []
  const from = records.reduce((first, { start }) => earlierOf(first, start), cycle.start)
  const to = records.reduce((last, { end }) => laterOf(last, end), cycle.end)
  const activities = await loadActivities(db, { ...people, from, to })
  const assessments = rules?.rules.some(({ kind }) => kind === 'level_min')
    ? await loadAssessments(db, { ...people, from, to })
    : new Map<number, Assessment[]>()
  const results = new Map<number, Evaluated>()
  for (const [user_id, own] of plans) {
    const plan = { ...own, assessments: assessments.get(user_id) ?? [] }
    const theirs = (activities.get(user_id) ?? []).map((one) => ({ ...one, title: title(one) }))
    const result = rules ? evaluate(rules, plan, theirs, stored.get(user_id)?.waivers ?? [], day) : null
    const { start, end } = result?.period ?? cycle
    const within = theirs.filter((one) => one.completed_on >= start && one.completed_on <= end && counts(one.state))
    const hours = within.reduce((sum, one) => sum + one.hours_hundredths, 0) / 100
    const uncategorised = result && rules ? uncategorisedOf(rules, within) : null
    results.set(user_id, { result, hours, activities: within.length, shown: within, uncategorised })
  }
  return results
}

const counts = (state: string | undefined) => state !== 'draft' && state !== 'returned'

/** Hours that count nowhere, because the activity is in no category; null where rules ask for none, or all are in one. */
function uncategorisedOf({ rules }: RuleSet, activities: StoredActivity[]): Uncategorised | null {
  if (!rules.some(({ category_codes = [] }) => category_codes.length > 0)) return null
  const without = activities.filter(({ credits, hours_hundredths }) => credits.length === 0 && hours_hundredths > 0)
  const sum = without.reduce((all, one) => all + one.hours_hundredths, 0)
  if (sum === 0) return null
  return { hours: sum / 100, activities: without.length, sentence: withoutCategory(sum) }
}

/** The qualifications by which rules differ between people. */
export const namedQualifications = ({ rules }: RuleSet): Set<string> =>
  new Set(
    rules.flatMap(({ for_qualification, amount_for, amount_extra }) => [
      ...(for_qualification ? [for_qualification] : []),
      ...Object.keys(amount_for ?? {}),
      ...(amount_extra ? [amount_extra.qualification] : []),
    ]),
  )

function planOf(cycle: Cycle, plan: StoredPlan | undefined, held: Held[] = [], rules: RuleSet): Plan {
  const named = namedQualifications(rules)
  const qualifications: Qualification[] = held.map(({ type, name, issued_on, expires_on }) => ({
    code: named.has(type) ? type : name,
    issued_on,
    expires_on,
  }))
  const facts: Fact[] = []
  for (const { kind, on, recorded_on } of plan?.records ?? []) facts.push({ tag: kind, on, recorded_on })
  for (const { set_on, reach_by } of plan?.goals ?? []) facts.push({ tag: 'goals', on: set_on, for: reach_by })
  const { start, end } = cycle
  return { start, end, registered_from: plan?.registered_from ?? null, qualifications, facts }
}

/** Those by supervisors, signed in: who has a link at an address that the person has named is not known. */
async function loadAssessments(db: Db, { organisation_id, user_ids, from, to }: Of & { from: string; to: string }) {
  const { rows } = await sql<Assessment & { user_id: number }>`
    select a.user_id, e.code as epa_code, a.observed_on as "on", a.level, a.assessor_user_id as assessor
    from cpd_assessment a join cpd_epa e on e.id = a.cpd_epa_id
    where a.organisation_id = ${organisation_id} and a.user_id = any(${bigints(user_ids)}::bigint[])
      and a.assessed_at is not null and a.assessor_user_id is not null
      and a.observed_on between ${from}::date and ${to}::date`.execute(db)
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

async function loadPlans(db: Db, { organisation_id, user_ids, cycle_id }: Of & { cycle_id: number }) {
  const { rows } = await sql<StoredPlan>`
    select u.id as user_id,
      case when p.id is null then ${registeredBefore(sql.ref('o.id'), sql.ref('u.id'))} else p.registered_from end
        as registered_from,
      (select coalesce(jsonb_agg(r - 'text'), '[]') from jsonb_array_elements(p.records) r) as records,
      (select coalesce(json_agg(json_build_object('set_on', (g.created_at at time zone o.timezone)::date,
          'reach_by', g.timely) order by g.id), '[]')
        from devgoal g where g.devplan_id = p.id and not g.predefined and g.state <> 'dropped') as goals,
      coalesce((select json_agg(json_build_object(
          'from', case when w."from" = coalesce(w.asked_from, w."from") then least(w.leave_from, w."from") else w."from" end,
          'to', case when w."to" = coalesce(w.asked_to, w."to") then greatest(w.leave_to, w."to") else w."to" end,
          'state', w.state, 'percent', w.percent, 'requirements', w.requirements))
        from devwaiver w where w.devplan_id = p.id and w.state = 'granted'), '[]') as waivers
    from unnest(${bigints(user_ids)}::bigint[]) u(id) join organisation o on o.id = ${organisation_id}
      left join devplan p on p.user_id = u.id and p.organisation_id = o.id and p.devcycle_id = ${cycle_id}`.execute(db)
  return rows
}

/** Those that an administrator had confirmed by the last day of the cycle. */
async function loadQualifications(db: Db, { organisation_id, user_ids, end }: Of & { end: string }) {
  const { rows } = await sql<Held>`
    select q.user_id, q.type, q.name, q.issued_on, coalesce(q.extended_until, q.expires_on) as expires_on
    from devqualification q join organisation o on o.id = q.organisation_id
    where q.organisation_id = ${organisation_id} and not q.suspended
      and (q.confirmed_at at time zone o.timezone)::date <= ${end}::date
      and q.user_id = any(${bigints(user_ids)}::bigint[])`.execute(db)
  return rows
}

type Of = { organisation_id: number; user_ids: number[] }
export type Cycle = { id: number; organisation_id: number; start: string; end: string; cpd_standard_id: number | null }
type PlanSelection = {
  cycle: Cycle
  user_ids: number[]
  /** What sentences call an activity. */
  title(activity: StoredActivity): string
  today?: string
  /** Those of the cycle, where they were loaded for people before. */
  rules?: RuleSet | null
}
type StoredPlan = {
  user_id: number
  registered_from: string | null
  records: Omit<PlanRecord, 'text'>[]
  goals: { set_on: string; reach_by: string | null }[]
  waivers: Waiver[]
}
export type Uncategorised = { hours: number; activities: number; sentence: string }
type Held = { user_id: number; type: string; name: string; issued_on: string | null; expires_on: string | null }
export type Evaluated = {
  uncategorised: Uncategorised | null
  result: Result | null
  hours: number
  activities: number
  shown: StoredActivity[]
}
