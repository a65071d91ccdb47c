import { DateTime } from 'luxon'

/** Days and shares of the book, by another library and other formulas than those of the server. */
export const TIMEZONE = 'Pacific/Auckland'

const of = (day: string) => DateTime.fromISO(day, { zone: 'utc' })
export const plus = (day: string, days: number): string => of(day).plus({ days }).toISODate()!
/** How many days there are from one to the other, both included. */
export const span = (from: string, until: string): number => of(until).diff(of(from), 'days').days + 1
export const later = (a: string, b: string): string => (a > b ? a : b)

/** The same day of a later month, or its last. @param date of the month */
export function monthsLater(day: string, months: number, date: number): string {
  const month = of(`${day.slice(0, 7)}-01`).plus({ months })
  return month.set({ day: Math.min(date, month.daysInMonth!) }).toISODate()!
}

/** `amount × part ÷ whole`, to the cent, half away from 0. */
export function share(amount: number, part: number, whole: number): number {
  const [dividend, divisor] = [BigInt(Math.abs(amount)) * BigInt(Math.abs(part)) * 2n, BigInt(Math.abs(whole)) * 2n]
  const cents = Number((dividend + divisor / 2n) / divisor)
  return (amount < 0 !== part < 0) !== whole < 0 ? -cents : cents
}

/** The GST of 15 % that an amount holds. */
export const gstOf = (gross: number): number => share(gross, 3, 23)

/** The moment of an hour of a day in UTC. */
export const moment = (day: string, hours: number, seconds = 0): number => of(day).plus({ hours, seconds }).toMillis()
