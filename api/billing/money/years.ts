import { addDays, addMonths, dayOfMonth, daysBetween, endOf, type Renewed } from './days.ts'
import { shareOf } from './document.ts'

/**
 * Periods of memberships: of a month, of a year from the day on which each begins, or of a year that begins for all on
 * the same day, where the first is a part. Pure; days are calendar days of the organisation.
 */

/**
 * The period that begins on a day, and which part of the price it costs.
 *
 * @param anchor_day the day of the month on which periods begin, where there is no common year
 * @example
 * periodFrom({ period: 'year', year_begins: '04-01', first_year: 'day', early_months: 0 }, '2026-08-01')
 * // to 2027-03-31: 243 of 365 days
 */
export function periodFrom(terms: Terms, begins_on: string, anchor_day = dayOfMonth(begins_on)): PeriodOf {
  const { period, year_begins, early_months } = terms
  if (period === 'none') return { ...whole, begins_on, ends_on: null, anchor_day }
  if (period !== 'year' || year_begins === null) {
    return { ...whole, begins_on, ends_on: endOf(begins_on, period, anchor_day), anchor_day }
  }
  const date = Number(year_begins.slice(3))
  const next = nextYear(begins_on, year_begins)
  const is_early = begins_on >= addMonths(next, -early_months, date) && begins_on !== yearBefore(next, date)
  const ends_on = addDays(is_early ? addMonths(next, 12, date) : next, -1)
  return { ...partOf(terms, begins_on, ends_on), begins_on, ends_on, anchor_day: date }
}

/** Which part of a year's price a period costs: all, unless it is shorter than the common year that it ends with. */
export function partOf({ year_begins, first_year }: YearTerms, begins_on: string, ends_on: string | null): Part {
  if (year_begins === null || ends_on === null || first_year === 'full') return whole
  const date = Number(year_begins.slice(3))
  const next = addDays(ends_on, 1)
  const began = yearBefore(next, date)
  // What ends on another day is of a year of its own, which was agreed before there was a common one.
  if (began >= begins_on || nextYear(ends_on, year_begins) !== next) return whole
  if (first_year === 'day') {
    return { part: daysBetween(begins_on, ends_on) + 1, of: daysBetween(began, ends_on) + 1, unit: 'days' }
  }
  let part = 1
  while (addMonths(next, -part, date) > begins_on) part++
  return { part, of: 12, unit: 'months' }
}

/** What a period costs whose whole year costs `amount`, rounded once. */
export const costOf = (amount: number, { part, of }: Part): number => (part === of ? amount : shareOf(amount, part, of))

/** When the years of a product begin: `04-01`; null where each membership has its own. */
export const yearBegins = ({ year_month, year_day }: { year_month: string | null; year_day: number }): string | null =>
  year_month === null ? null : `${year_month}-${String(year_day).padStart(2, '0')}`

/** The first day after `day` on which a common year begins: on 28 February instead of 29 where a year has no such day. */
function nextYear(day: string, year_begins: string): string {
  const [year, date] = [Number(day.slice(0, 4)), Number(year_begins.slice(3))]
  const begins = (add: number) => addMonths(`${year}-${year_begins.slice(0, 2)}-01`, add, date)
  return begins(0) > day ? begins(0) : begins(12)
}

const yearBefore = (begins_on: string, date: number) => addMonths(begins_on, -12, date)

const whole: Part = { part: 1, of: 1, unit: null }

/** Of a year's price; `unit` is null for all of it. */
export type Part = { part: number; of: number; unit: 'days' | 'months' | null }
export type PeriodOf = Part & { begins_on: string; ends_on: string | null; anchor_day: number }
export type YearTerms = {
  /** Month and day, such as `04-01`. */
  year_begins: string | null
  first_year: 'day' | 'month' | 'full'
  /** Who joins within the last months of a year pays the whole price, which counts for the next year, too. */
  early_months: number
}
export type Terms = YearTerms & { period: Renewed | 'none' }
