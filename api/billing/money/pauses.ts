import { addDays, addMonths, dayOfMonth, daysBetween } from './days.ts'

/** Pauses of memberships, as days. Pure; it imports nothing but days. */

/** How many days a pause lasts, its first and its last one included. */
export const pauseDays = ({ from, until }: Pause): number => daysBetween(from, until) + 1

/** The last day of a pause that begins on a day and lasts a number of months. */
export const latestEnd = (from: string, months: number): string =>
  addDays(addMonths(from, months, dayOfMonth(from)), -1)

/** The first day on which another pause may begin: a year after the last one has begun. */
export const nextPauseFrom = (from: string): string => addMonths(from, 12, dayOfMonth(from))

/** Where a period ends that a pause moves; one that is not moved lasts until the end of the pause at least. */
export function endWith(ends_on: string | null, pause: Pause, extends_period: boolean): string | null {
  if (ends_on === null) return null
  if (extends_period) return addDays(ends_on, pauseDays(pause))
  return ends_on < pause.until ? pause.until : ends_on
}

/**
 * Of a period, the days that were bought, and those of them that come on or after a day: days by which a pause has made
 * it longer are neither paid for nor given back.
 *
 * @param period.pause_days by which the pause has made this period longer
 */
export function boughtDays(period: Period, day: string): { left: number; whole: number } {
  const { period_began_on, period_ends_on, paused_from, paused_until, pause_days } = period
  const whole = daysBetween(period_began_on, period_ends_on) + 1 - pause_days
  const calendar = Math.max(0, daysBetween(day, period_ends_on) + 1)
  if (pause_days === 0 || paused_from === null || paused_until === null || day > paused_until) {
    return { left: Math.min(calendar, whole), whole }
  }
  // Those of the pause that are still to come, as far as they have made the period longer.
  const to_come = Math.min(pause_days, daysBetween(day < paused_from ? paused_from : day, paused_until) + 1)
  return { left: calendar - to_come, whole }
}

type Pause = { from: string; until: string }
type Period = {
  period_began_on: string
  period_ends_on: string
  paused_from: string | null
  paused_until: string | null
  pause_days: number
}
