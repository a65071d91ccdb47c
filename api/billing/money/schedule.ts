import { addDays, addMonths, dayOfMonth } from './days.ts'

/**
 * The day of a schedule. Months keep the anchor day: from 31 January to 28 or 29 February, then 31 March again. Pure; the web
 * client uses it, too.
 *
 * @param index 0 is the first
 * @example
 * dayOfSchedule({ first_on: '2027-01-31', every: 1, unit: 'month', anchor_day: 31 }, 1) // '2027-02-28'
 */
export function dayOfSchedule({ first_on, every, unit, anchor_day }: Schedule, index: number): string {
  if (unit === 'week') return addDays(first_on, 7 * every * index)
  return addMonths(first_on, monthsIn[unit] * every * index, anchor_day)
}

/** The first index, at least `from`, whose day is `day` or later. */
export function indexFrom(schedule: Schedule, day: string, from: number): number {
  let index = from
  while (dayOfSchedule(schedule, index) < day) index++
  return index
}

/** Whether the first day is that of the anchor: 28 February is, of 31; 27 February is not. */
export const isAnchored = ({ first_on, unit, anchor_day }: Schedule): boolean =>
  unit === 'week' || dayOfMonth(addMonths(first_on, 0, anchor_day)) === dayOfMonth(first_on)

const monthsIn = { month: 1, quarter: 3, year: 12 }

export type Schedule = {
  first_on: string
  every: number
  unit: 'week' | 'month' | 'quarter' | 'year'
  anchor_day: number
}
