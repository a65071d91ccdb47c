/**
 * Calendar days as `2026-12-31`, without a timezone: periods of subscriptions are of dates. It imports nothing of ours.
 */

/** @param months to add; the day is the anchor's, or the month's last where the month is shorter */
export function addMonths(day: string, months: number, anchor_day: number): string {
  const [year, month] = partsOf(day)
  const index = year * 12 + (month - 1) + months
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1]
  return dayOf(y, m, Math.min(anchor_day, daysIn(y, m)))
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from one to the other: 0 on the same day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The first day of the period that follows the one that began on `day`. */
export function nextBegin(day: string, period: Renewed, anchor_day: number): string {
  return addMonths(day, monthsOf[period], anchor_day)
}

/** The last day of the period that begins on `day`. */
export function endOf(day: string, period: Renewed, anchor_day: number): string {
  return addDays(nextBegin(day, period, anchor_day), -1)
}

/** Days before the end of a period on which the next one is invoiced: a month's on its last day. */
export const leadOf = (period: Renewed | 'none'): number => leads[period]
const leads = { none: 0, month: 0, quarter: 14, year: 30 }

/** The day on which the period after the one that ends is invoiced; null where none follows. */
export const nextInvoiceOn = (ends_on: string | null, period: Renewed | 'none'): string | null =>
  ends_on === null ? null : addDays(ends_on, -leadOf(period))

export const dayOfMonth = (day: string): number => partsOf(day)[2]

function partsOf(day: string): [number, number, number] {
  const [year, month, date] = day.split('-').map(Number)
  return [year!, month!, date!]
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
const dayOf = (year: number, month: number, date: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

/** Periods that end and begin again, and how long each is. */
export const monthsOf = { month: 1, quarter: 3, year: 12 }
export type Renewed = keyof typeof monthsOf

const DAY_MS = 24 * 60 * 60 * 1000
