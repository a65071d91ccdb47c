import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { PlanRecord } from '#db/tables/cpd/devplan.ts'
import { wrong } from '../../http/errors.ts'
import { todayOf } from '../access.ts'
import { clamp, halfOf } from '../engine/days.ts'
import { periodOf, yearsOf } from '../engine/periods.ts'
import type { Period } from '../engine/types.ts'
import { loadRuleSet } from '../results/rule_set.ts'

const MOST_RECORDS = 100

/** A plan's records, with the years of the person's period that they count for. */
export async function readRecords(trx: Trx, devplan_id: number) {
  const { organisation_id, cpd_standard_id, start, end, registered_from, records } = await trx
    .selectFrom('devplan as p')
    .innerJoin('devcycle as c', 'c.id', 'p.devcycle_id')
    .select(['p.organisation_id', 'p.registered_from', 'p.records', 'c.start', 'c.end', 'c.cpd_standard_id'])
    .where('p.id', '=', devplan_id)
    .executeTakeFirstOrThrow()
  const rules = await loadRuleSet(trx, { organisation_id, cpd_standard_id })
  const period = rules ? periodOf(rules, { start, end, registered_from }) : { start, end }
  return { records, period, years: yearsOf(period), today: await todayOf(trx, organisation_id) }
}

/** A record of today, unless the year has one of its kind already. */
export async function recorded(trx: Trx, devplan_id: number, kind: PlanRecord['kind'], text = '') {
  const { records, today, ...of } = await readRecords(trx, devplan_id)
  if (records.some((one) => one.kind === kind && isSameYear(of, one.on, today))) return {}
  return written([...records, { kind, on: today, text, recorded_on: today }])
}

/** The self-evaluation of this year, as it was just written; an empty text takes it back. */
export async function evaluated(trx: Trx, { id, text }: { id: number; text: string | undefined }) {
  if (text === undefined) return {}
  const { records, today, ...of } = await readRecords(trx, id)
  const isThisYears = (one: PlanRecord) => one.kind === 'self_evaluation' && isSameYear(of, one.on, today)
  const stored = records.find(isThisYears)
  const others = records.filter((one) => !isThisYears(one))
  if (!text.trim()) return written(others)
  const year = yearAt(of, today)
  const counts = stored && year && clamp(stored.on, of.period) >= halfOf(year)
  const on = counts ? stored.on : today
  return written([...others, { kind: 'self_evaluation', on, text, recorded_on: today }])
}

export function written(records: PlanRecord[]) {
  if (records.length > MOST_RECORDS) throw wrong('id', `this plan has ${MOST_RECORDS} records already.`)
  const sorted = [...records].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  return { records: sql<never>`${JSON.stringify(sorted)}::jsonb` }
}

export function isSameYear(of: Years, a: string, b: string): boolean {
  return yearAt(of, a) === yearAt(of, b)
}

/** The year that a day counts for: one before or after the period counts for its first or last year. */
export function yearAt({ period, years }: Years, day: string): Period | undefined {
  const within = clamp(day, period)
  return years.find(({ start, end }) => within >= start && within <= end)
}

type Years = { period: Period; years: Period[] }
