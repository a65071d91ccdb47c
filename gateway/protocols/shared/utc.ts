/**
 * A moment by the parts that devices send.
 *
 * @param year two digits are of this century
 * @returns milliseconds since 1970; null if there is no such moment, or if no device can have seen it, such as the
 * 00-00-00 of a clock that was never set
 */
export function utc(year: number, month: number, day: number, hour: number, minute: number, second: number) {
  const ms = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day, hour, minute, second)
  const date = new Date(ms)
  // Date.UTC would carry excess values over, e.g. a 31st of June into the 1st of July.
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  return same && minute < 60 && second < 60 ? possible(ms) : null
}

/** Milliseconds since 1970 that a device can have meant, or null. */
export const possible = (ms: number) => (ms >= EARLIEST && ms < LATEST ? ms : null)

/** From seconds since 1970. */
export const fromSeconds = (seconds: number) => possible(seconds * 1000)

/** No tracker is older than the satellites that it listens to; clocks that begin at 1970 or 1980 were never set. */
const EARLIEST = Date.UTC(1990, 0)
const LATEST = Date.UTC(2099, 11, 31)

/** `ddmmyy` and `hhmmss`; null where either is missing or nonsense. */
export function fromDayMonthYear(date: string | undefined, time: string | undefined): number | null {
  const [day, month, year] = pairs(date)
  return fromParts(year, month, day, time)
}

/** `yymmdd` and `hhmmss`; null where either is missing or nonsense. */
export function fromYearMonthDay(date: string | undefined, time: string | undefined): number | null {
  const [year, month, day] = pairs(date)
  return fromParts(year, month, day, time)
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The last moment that has this time of day, as seen an hour after `now`: for devices that leave out the date. */
export function lastAt(now: number, hour: number, minute: number, second: number): number {
  const today = now - (now % DAY) + ((hour * 60 + minute) * 60 + second) * 1000
  if (today > now + HOUR) return today - DAY
  return today <= now + HOUR - DAY ? today + DAY : today
}

function fromParts(year: number | undefined, month: number | undefined, day: number | undefined, time?: string) {
  const [hour, minute, second] = pairs(time)
  if (day === undefined || month === undefined || year === undefined) return null
  if (hour === undefined || minute === undefined || second === undefined) return null
  return utc(year, month, day, hour, minute, second)
}

const pairs = (digits: string | undefined) =>
  digits !== undefined && /^\d{6}$/.test(digits) ? (digits.match(/\d\d/g) ?? []).map(Number) : []
