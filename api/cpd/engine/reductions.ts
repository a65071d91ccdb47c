import { addDays, addMonths, laterOf, lengthOf, overlap } from './days.ts'
import { firstDay, monthsOf } from './periods.ts'
import type { Day, Id, Period, Plan, Rule, RuleSet, Standard, Waiver } from './types.ts'

/** What reduces the required sums and counts of a period. */
export interface Reduction {
  /** Required are `numerator / denominator` of an amount: per cent of months, or of days. */
  numerator: number
  denominator: number
  by_days: boolean
  months: number
  /** Months that are waived in part count with their share. */
  waived_months: number
  /** Months that are waived in part. */
  parts: { percent: number; months: number }[]
  /** Nothing is required because of the standard's exemption in each year, not even what is otherwise not reduced. */
  is_exempt: boolean
  /** Waived months that reduce, of leave that is long enough: those that are waived whole, and the share of others. */
  leave: { whole: number; in_part: number }
  /** Leave of the period that is too short to reduce anything: the months that it would need. */
  too_short: number | null
}

/** Granted waivers of a person and the time before registration, merged. */
export interface Absence {
  /** By any share. */
  waived: Period[]
  /** What is waived by at least a share, from the largest share on. */
  levels: Level[]
  /** The time before registration if the standard is pro rata. */
  unregistered: Period[]
  /** The first day on which the person is registered; null: always. */
  first_day: Day | null
  /** Those computed, by period: many lines are about the same one. */
  reductions: Map<string, Reduction>
}

export function absenceOf(standard: Standard, plan: Plan, waivers: Waiver[]): Absence {
  const granted = waivers.filter(({ state = 'granted' }) => state === 'granted')
  const percents = [...new Set(granted.map(({ percent = 100 }) => percent))].sort((a, b) => b - a)
  const levels = percents.map((percent) => {
    const by_this = granted.filter((one) => (one.percent ?? 100) >= percent)
    return { percent, periods: merged(by_this.map(({ from, to }) => ({ start: from, end: to }))) }
  })
  const first_day = plan.registered_from ? firstDay(standard, plan.registered_from) : null
  const unregistered =
    first_day && standard.pro_rata !== 'none' ? [{ start: '0001-01-01', end: addDays(first_day, -1) }] : []
  return { waived: levels.at(-1)?.periods ?? [], levels, unregistered, first_day, reductions: new Map() }
}

/** What is waived of rules that waivers name: beside the absence from all of them. */
export function absencesOf(standard: RuleSet, plan: Plan, waivers: Waiver[]): Map<Id, Absence> {
  const named = new Set(waivers.flatMap(({ requirements = [] }) => requirements))
  const absences = standard.rules
    .filter(({ id }) => named.has(id))
    .map((rule): [Id, Absence] => {
      const own = waivers.filter(({ requirements = [] }) => requirements.includes(rule.id))
      // A percentage follows what it is a share of, which the other waivers and pro rata have reduced.
      if (isPercentage(rule)) return [rule.id, absenceOf(standard, { ...plan, registered_from: null }, own)]
      return [rule.id, absenceOf(standard, plan, [...own, ...waivers.filter(isOfAll)])]
    })
  return new Map(absences)
}

/** Whether a waiver is about whatever is asked for. */
export const isOfAll = ({ requirements = [] }: Waiver): boolean => requirements.length === 0

/** Whether a rule asks for a share of what another one requires. */
export function isPercentage({ kind, share_of_rule_id }: Rule): boolean {
  return kind === 'sum_min' && share_of_rule_id !== undefined && share_of_rule_id !== null
}

/**
 * The reduction of a period by whole months: a month is waived when more than half of its days are, by the largest
 * share that more than half of them have. A standard that is pro rata by days counts the registered days of the rest.
 */
export function reductionOf(
  standard: Standard,
  absence: Absence,
  period: Period,
  from_months = standard.reduced_from_months ?? 0,
): Reduction {
  const key = `${period.start} ${period.end} ${from_months}`
  const known = absence.reductions.get(key)
  if (known) return known
  const reduction = computed(standard, absence, period, from_months)
  absence.reductions.set(key, reduction)
  return reduction
}

function computed(standard: Standard, absence: Absence, period: Period, from_months: number): Reduction {
  const { first_day, unregistered } = absence
  // Leave that exempts or reduces nothing is as long as its part in the period; other leave may begin before it.
  const is_whole_or_none = !!standard.exempt_from_months && standard.exempt_from_months <= from_months
  const counted = (leave: Period) => (is_whole_or_none ? overlap(leave, period) : leave)
  const long = absence.waived.filter((leave) => lastsMonths(counted(leave), from_months))
  const levels = absence.levels.map((level) => ({ ...level, periods: level.periods.filter((one) => isIn(one, long)) }))
  const months = monthsOf(period)
  const by_days = standard.pro_rata === 'days'
  const left = months.map((month) => 100 - shareOf(month, levels, by_days ? [] : unregistered))
  const on_leave = months.map((month) => shareOf(month, levels, []))
  const registered = { start: first_day ?? period.start, end: period.end }
  const days = () => months.reduce((sum, month, at) => sum + lengthOf(overlap(month, registered)) * left[at]!, 0)
  const whole = on_leave.filter((percent) => percent === 100).length
  return {
    numerator: by_days ? days() : sumOf(left),
    denominator: 100 * (by_days ? lengthOf(period) : months.length),
    by_days,
    months: months.length,
    waived_months: months.length - sumOf(left) / 100,
    parts: levels
      .map(({ percent }) => ({ percent, months: left.filter((one) => one === 100 - percent).length }))
      .filter((part) => part.percent < 100 && part.months > 0),
    is_exempt: !!standard.exempt_from_months && whole >= standard.exempt_from_months * Math.max(1, months.length / 12),
    leave: { whole, in_part: sumOf(on_leave.filter((percent) => percent < 100)) / 100 },
    too_short: months.some((month) => isMostly(month, absence.waived) && !isMostly(month, long)) ? from_months : null,
  }
}

/** The share of a month that is waived, in per cent. */
function shareOf(month: Period, levels: Level[], unregistered: Period[]): number {
  if (isMostly(month, unregistered)) return 100
  const level = levels.find(({ periods }) => isMostly(month, merged([...periods, ...unregistered])))
  return level?.percent ?? 0
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)

const isIn = ({ start, end }: Period, periods: Period[]) => periods.some((one) => one.start <= start && one.end >= end)

/** Whether a leave lasts a number of whole months. */
function lastsMonths({ start, end }: Period, months: number): boolean {
  return addMonths(start, months) <= addDays(end, 1)
}

/** Whether one waiver, or several that follow each other, cover a whole period and all that it asks for. */
export function isCovered({ levels }: Absence, period: Period): boolean {
  return levels.some(({ percent, periods }) => percent === 100 && isIn(period, periods))
}

/** Periods without overlaps, in order; adjacent ones are joined. */
export function merged(periods: Period[]): Period[] {
  const result: Period[] = []
  for (const { start, end } of periods
    .filter(({ start, end }) => start <= end)
    .sort((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = result.at(-1)
    if (last && start <= addDays(last.end, 1)) last.end = laterOf(last.end, end)
    else result.push({ start, end })
  }
  return result
}

function isMostly(month: Period, periods: Period[]): boolean {
  const days = periods.reduce((sum, period) => sum + lengthOf(overlap(month, period)), 0)
  return days * 2 > lengthOf(month)
}

type Level = { percent: number; periods: Period[] }
