import { monthDayText } from './amounts.ts'
import { addDays, addMonths, dayInYear, earlierOf, lengthOf, overlap, spanOf, startBefore } from './days.ts'
import type { Day, Period, Plan, Rule, Standard } from './types.ts'

type Timing = Pick<Standard, 'year_starts' | 'cycle_months' | 'first_period' | 'first_period_cutoff'>

/**
 * The period for which a person is evaluated in an organisation's cycle: the cycle itself, except
 * - with personal years, the person's own period that begins within the cycle;
 * - for a person who is registered within the cycle, the first period that the standard names, in its full length.
 */
export function periodOf(standard: Timing, { start, end, registered_from }: Plan): Period {
  if (!registered_from) return { start, end }
  if (standard.year_starts === 'personal') return personalPeriod(standard, { start, end }, registered_from)
  const first = firstDay(standard, registered_from)
  if (first <= start || (standard.first_period ?? 'joining') === 'joining') return { start, end }
  return spanFrom(first, standard.cycle_months)
}

/** The period that a day is in: of the person, of the cycles that all share, or of the year if there is neither. */
export function periodAt(standard: Timing & Pick<Standard, 'cycle_anchor'>, day: Day, registered_from?: Day | null) {
  const anchor = anchorOf(standard, day, registered_from)
  return nthSpan(anchor, standard.cycle_months, spanOf(day, anchor, standard.cycle_months))
}

/** The first day for which something is required of a person who was registered on `registered_from`. */
export function firstDay(
  { year_starts, first_period = 'joining', first_period_cutoff }: Timing,
  registered_from: Day,
): Day {
  if (first_period === 'joining' || year_starts === 'personal') return registered_from
  const before = startBefore(registered_from, year_starts)
  const next = dayInYear(Number(before.slice(0, 4)) + 1, year_starts)
  if (first_period === 'next_year') return before === registered_from ? before : next
  const cutoff = addMonthsUntil(before, first_period_cutoff ?? '12-31')
  return registered_from <= cutoff ? before : next
}

/** The years of a period, from its first day; the last is shorter if the period is not of whole years. */
export function yearsOf(period: Period): Period[] {
  return spansOf(period, 12)
}

/** The months of a period, from its first day. */
export function monthsOf(period: Period): Period[] {
  return spansOf(period, 1)
}

/** The periods in which a rule is evaluated. */
export function periodsOf(
  { per, window_months }: Pick<Rule, 'per' | 'window_months'>,
  period: Period,
  years = yearsOf(period),
): Period[] {
  if (per === 'cycle') return [period]
  if (per === 'year') return years
  const after = addDays(period.end, 1)
  const months = window_months ?? 12
  if (addMonths(period.start, months) >= after) return [{ start: addMonths(after, -months), end: period.end }]
  return years
    .map(({ end }) => ({ start: addMonths(addDays(end, 1), -months), end }))
    .filter(({ start }) => start >= period.start)
}

/**
 * The days whose activities `evaluate` needs: the person's period, which may begin and end later than the cycle, and
 * what rolling rules look back at. A rolling limit looks back from each day of a window.
 */
export function recordsOf(rules: Timing & { rules: Rule[] }, plan: Plan): Period {
  const period = periodOf(rules, plan)
  const months = rules.rules.map(({ kind, per, window_months }) =>
    per === 'rolling' ? (window_months ?? 12) * (kind === 'sum_max' ? 2 : 1) : 0,
  )
  const start = addMonths(addDays(period.end, 1), -Math.max(0, ...months))
  return { start: earlierOf(start, period.start), end: period.end }
}

/** Why a cycle does not fit a standard, in a sentence; null if it does. */
export function cycleMismatch(standard: Timing & Pick<Standard, 'name'>, { start, end }: Period): string | null {
  const full = spanFrom(start, standard.cycle_months)
  if (end !== full.end) return `${standard.name} has cycles of ${standard.cycle_months} months.`
  if (standard.year_starts === 'personal' || start.slice(5) === standard.year_starts) return null
  return `${standard.name} has years that begin on ${monthDayText(standard.year_starts)}.`
}

/** The first `MM-DD` after the end of a period. */
export function submitBy(month_day: string, end: Day): Day {
  const year = Number(end.slice(0, 4))
  const same = dayInYear(year, month_day)
  return same > end ? same : dayInYear(year + 1, month_day)
}

function personalPeriod({ cycle_months }: Timing, cycle: Period, registered_from: Day): Period {
  if (registered_from > cycle.start) return spanFrom(registered_from, cycle_months)
  const span = spanOf(cycle.start, registered_from, cycle_months)
  const next = nthSpan(registered_from, cycle_months, span + 1)
  const current = nthSpan(registered_from, cycle_months, span)
  return current.start === cycle.start || next.start > cycle.end ? current : next
}

function anchorOf(standard: Timing & Pick<Standard, 'cycle_anchor'>, day: Day, registered_from?: Day | null): Day {
  if (standard.cycle_anchor) return standard.cycle_anchor
  if (registered_from) {
    const { year_starts, first_period = 'joining' } = standard
    if (year_starts === 'personal' || first_period !== 'joining') return firstDay(standard, registered_from)
  }
  return standard.year_starts === 'personal' ? day : startBefore(day, standard.year_starts)
}

/** The first `MM-DD` that is not before a day. */
function addMonthsUntil(day: Day, month_day: string): Day {
  const same = dayInYear(Number(day.slice(0, 4)), month_day)
  return same >= day ? same : dayInYear(Number(day.slice(0, 4)) + 1, month_day)
}

/** Spans of a period. Up to half a month at its end belongs to the span before: years from 29 February differ by a day. */
function spansOf(period: Period, months: number): Period[] {
  const spans: Period[] = []
  for (let index = 0; ; index++) {
    const span = overlap(nthSpan(period.start, months, index), period)
    if (span.start > span.end) return spans
    if (index > 0 && lengthOf(span) < 15) spans.at(-1)!.end = span.end
    else spans.push(span)
  }
}

function nthSpan(start: Day, months: number, index: number): Period {
  return { start: addMonths(start, index * months), end: addDays(addMonths(start, (index + 1) * months), -1) }
}

function spanFrom(start: Day, months: number): Period {
  return nthSpan(start, months, 0)
}
