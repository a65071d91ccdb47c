/** Converts between local times in a time zone and moments. */

const hour = 3600_000

/** @returns 2026-11-20T13:05, the value of a datetime-local input */
export function toLocal(moment: string | number, timezone: string): string {
  const at = new Date(moment).getTime()
  return new Date(at + offsetAt(at, timezone)).toISOString().slice(0, 16)
}

/**
 * The moment at which clocks show `2026-11-20T13:05`. An hour that occurs twice means the first; a time in a skipped
 * hour is moved forward by the length of the gap.
 *
 * @returns null for an invalid date and time
 */
export function fromLocal(local: string, timezone: string): string | null {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return null
  const [before, after] = [offsetAt(wall - 24 * hour, timezone), offsetAt(wall + 24 * hour, timezone)]
  const fits = (offset: number) => offsetAt(wall - offset, timezone) === offset
  const offset = fits(before) || !fits(after) ? before : after
  return new Date(wall - offset).toISOString()
}

/** @returns 2026-11-20 */
export function dayOf(moment: string | number, timezone: string): string {
  return toLocal(moment, timezone).slice(0, 10)
}

/** Start and end of a day, 23, 24 or 25 hours apart. */
export function boundsOfDay(day: string, timezone: string): { from: string; to: string } | null {
  const next = addDays(day, 1)
  const from = fromLocal(`${day}T00:00`, timezone)
  const to = next && fromLocal(`${next}T00:00`, timezone)
  return from && to ? { from, to } : null
}

export function addDays(day: string, days: number): string | null {
  const noon = Date.parse(`${day}T12:00Z`)
  return Number.isNaN(noon) ? null : new Date(noon + days * 24 * hour).toISOString().slice(0, 10)
}

/** Offset from UTC in milliseconds. */
function offsetAt(at: number, timezone: string): number {
  const parts = Object.fromEntries(
    clock(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour: hours, minute, second } = parts as Record<string, number>
  return Date.UTC(year!, month! - 1, day, hours, minute, second) - Math.floor(at / 1000) * 1000
}

// Creating an Intl formatter costs far more than using it.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone)
  if (cached) return cached
  const two = '2-digit' as const
  const options = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  const made = new Intl.DateTimeFormat('en-NZ', { timeZone, hourCycle: 'h23', ...options })
  clocks.set(timeZone, made)
  return made
}
