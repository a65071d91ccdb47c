import type { Day, Period } from './types.ts'

const DAY = 86_400_000

/** The day `count` days later. */
export function addDays(day: Day, count: number): Day {
  const date = Number(day.slice(8)) + count
  // Within a month, without a Date: most periods begin on the first and end a day before it.
  if (date >= 1 && date <= 28) return day.slice(0, 8) + pad(date)
  return dayOf(Date.parse(day) + count * DAY)
}

/** The same day `count` months later, or the last day of that month: 29 February falls on the 28th in common years. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day)
  const months = year * 12 + month - 1 + count
  const [y, m] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  const last = lastOf(y, m)
  return `${String(y).padStart(4, '0')}-${pad(m)}-${pad(Math.min(date, last))}`
}

/** Days of a period, both ends included; 0 if it is empty. */
export function lengthOf({ start, end }: Period): number {
  return start > end ? 0 : (Date.parse(end) - Date.parse(start)) / DAY + 1
}

/** The days that are in both periods. If there are none, the result starts after it ends. */
export function overlap(a: Period, b: Period): Period {
  return { start: laterOf(a.start, b.start), end: earlierOf(a.end, b.end) }
}

export function laterOf(a: Day, b: Day): Day {
  return a > b ? a : b
}

export function earlierOf(a: Day, b: Day): Day {
  return laterOf(a, b) === a ? b : a
}

/** `day`, or the end of the period that is nearest to it. */
export function clamp(day: Day, { start, end }: Period): Day {
  if (day < start) return start
  return day > end ? end : day
}

/** The first day of the second half of a year, which may be a shorter one. */
export function halfOf(year: Period): Day {
  const half = addMonths(year.start, 6)
  return addMonths(year.start, 12) <= addDays(year.end, 15) ? half : addDays(year.start, Math.floor(lengthOf(year) / 2))
}

/** The `MM-DD` in a year; 29 February falls on the 28th in common years. */
export function dayInYear(year: number, month_day: string): Day {
  const [month, date] = month_day.split('-').map(Number) as [number, number]
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(Math.min(date, lastOf(year, month)))}`
}

/** The last `MM-DD` that is not after a day. */
export function startBefore(day: Day, month_day: string): Day {
  const year = Number(day.slice(0, 4))
  const start = dayInYear(year, month_day)
  return start <= day ? start : dayInYear(year - 1, month_day)
}

/** How many spans of `months`, counted from `start` in both directions, lie between it and a day. */
export function spanOf(day: Day, start: Day, months: number): number {
  const [y, m] = partsOf(day)
  const [from_y, from_m] = partsOf(start)
  const guess = Math.floor(((y - from_y) * 12 + m - from_m) / months)
  if (day >= addMonths(start, (guess + 1) * months)) return guess + 1
  return day < addMonths(start, guess * months) ? guess - 1 : guess
}

function partsOf(day: Day): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}

function lastOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function dayOf(time: number): Day {
  return new Date(time).toISOString().slice(0, 10)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
