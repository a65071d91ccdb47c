/** Clock times in a timezone, and the moments that they mean. */

const hour = 3600_000

/** @returns 2026-11-20T13:05, as inputs of dates and times have it */
export function toLocal(moment: string | number, timezone: string): string {
  const at = new Date(moment).getTime()
  return new Date(at + offsetAt(at, timezone)).toISOString().slice(0, 16)
}

/**
 * The moment at which clocks show `2026-11-20T13:05`. Of an hour that comes twice it is the first, and in an hour that is
 * left out it is as long after as it would have been.
 *
 * @returns null for what is no date and time
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

/** When a day begins and when the next one does: 23, 24 or 25 hours later. */
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

/** By how much clocks there are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timezone: string): number {
  const parts = Object.fromEntries(
    clock(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour: hours, minute, second } = parts as Record<string, number>
  return Date.UTC(year!, month! - 1, day, hours, minute, second) - Math.floor(at / 1000) * 1000
}

// Making an Intl formatter costs far more than using it.
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
