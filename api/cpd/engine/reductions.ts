import { addDays, addMonths, laterOf, lengthOf, overlap } from './days.ts'
import { firstDay, monthsOf } from './periods.ts'
import type { Day, Period, Plan, Standard, Waiver } from './types.ts'

/** What reduces the required sums and counts of a period. */
export interface Reduction {
  /** Required are `numerator / denominator` of an amount. */
  numerator: number
  denominator: number
  months: number
  waived_months: number
  /** Nothing is required because of the standard's exemption, not even what is otherwise not reduced. */
  is_exempt: boolean
  /** Waived months that reduce: of leave that is long enough. */
  leave_months: number
  /** Leave of the period that is too short to reduce anything: the months that it would need. */
  too_short: number | null
}

/** Granted waivers of a person and the time before registration, merged. */
export interface Absence {
  waived: Period[]
  /** The time before registration if the standard is pro rata. */
  unregistered: Period[]
  /** The first day on which the person is registered; null: always. */
  first_day: Day | null
  /** Those computed, by period: many lines are about the same one. */
  reductions: Map<string, Reduction>
}

export function absenceOf(standard: Standard, plan: Plan, waivers: Waiver[]): Absence {
  const granted = waivers
    .filter(({ state = 'granted' }) => state === 'granted')
    .map(({ from, to }) => ({ start: from, end: to }))
  const first_day = plan.registered_from ? firstDay(standard, plan.registered_from) : null
  const unregistered =
    first_day && standard.pro_rata !== 'none' ? [{ start: '0001-01-01', end: addDays(first_day, -1) }] : []
  return { waived: merged(granted), unregistered, first_day, reductions: new Map() }
}

/**
 * The reduction of a period by whole months: a month is waived when more than half of its days are. A standard that is
 * pro rata by days counts the registered days of the other months.
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
  const waived = absence.waived.filter((leave) => lastsMonths(leave, from_months))
  const excused = merged([...waived, ...unregistered])
  const months = monthsOf(period)
  const by_days = standard.pro_rata === 'days'
  const off = months.filter((month) => isMostly(month, by_days ? waived : excused))
  const is_long =
    !!standard.exempt_from_months &&
    months.filter((month) => isMostly(month, waived)).length >= standard.exempt_from_months
  const days = () => {
    const registered = { start: first_day ?? period.start, end: period.end }
    const left = months.filter((month) => !off.includes(month))
    return left.reduce((sum, month) => sum + lengthOf(overlap(month, registered)), 0)
  }
  return {
    numerator: by_days ? days() : months.length - off.length,
    denominator: by_days ? lengthOf(period) : months.length,
    months: months.length,
    waived_months: off.length,
    is_exempt: is_long,
    leave_months: months.filter((month) => isMostly(month, waived)).length,
    too_short: months.some((month) => isMostly(month, absence.waived) && !isMostly(month, waived)) ? from_months : null,
  }
}

/** Whether a leave lasts a number of whole months. */
function lastsMonths({ start, end }: Period, months: number): boolean {
  return addMonths(start, months) <= addDays(end, 1)
}

/** Whether one waiver, or several that follow each other, cover a whole period. */
export function isCovered({ waived }: Absence, period: Period): boolean {
  return waived.some(({ start, end }) => start <= period.start && end >= period.end)
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
