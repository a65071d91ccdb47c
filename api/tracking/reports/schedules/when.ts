import { DateTime } from 'luxon'
import { weekdays } from '#db/tables/tracking/reports/report_schedule.ts'

/** When a schedule is next due, in UTC. */
export function nextDue({ at, ...when }: When, timezone: string, after: Date): string {
  return firstAfter(after, { at, timezone, isOn: (day) => isOn(day, when) })
}

/**
 * The first moment at a local time on days of some kind, in UTC. A time that a clock change leaves out is the first after it; one that there is
 * twice is the first of both.
 *
 * @param after of several missed ones only the next is made up: what was due before is in its period, or was another's
 */
export function firstAfter(after: Date, { at, timezone, isOn }: Days): string {
  const [hour, minute] = at.split(':').map(Number) as [number, number]
  const today = DateTime.fromJSDate(after, { zone: timezone }).startOf('day')
  for (let days = 0; days <= 62; days++) {
    const day = today.plus({ days })
    if (!isOn(day)) continue
    const due = day.set({ hour, minute })
    if (due.toJSDate() > after) return due.toUTC().toISO()!
  }
  throw new Error(`no day at ${at}`)
}

function isOn(day: DateTime, { rhythm, weekday, day_of_month }: Omit<When, 'at'>): boolean {
  if (rhythm === 'weekly') return weekdays[day.weekday - 1] === (weekday ?? 'monday')
  if (rhythm === 'monthly') return day.day === Math.min(day_of_month ?? 1, day.daysInMonth!)
  return true
}

export type When = {
  rhythm: 'daily' | 'weekly' | 'monthly'
  weekday: (typeof weekdays)[number] | null
  day_of_month: number | null
  at: string
}
type Days = { at: string; timezone: string; isOn: (day: DateTime) => boolean }
