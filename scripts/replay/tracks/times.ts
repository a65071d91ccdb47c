import type { Point } from './track.ts'

/** Milliseconds since 1970; null if empty, NaN if invalid or not between 1970 and 2100. */
export function parseTime(text: string | undefined): number | null {
  const trimmed = text?.trim()
  if (!trimmed) return null
  const ms = /^\d+(\.\d+)?$/.test(trimmed) ? ofNumber(Number(trimmed)) : ofText(trimmed)
  return ms >= 0 && ms < Date.UTC(2100, 0) ? ms : Number.NaN
}

/**
 * Gives every point a time, deterministically: points without one follow the previous timed point, a second apart;
 * those before the first timed point precede it; without any they begin at `start`.
 */
export function fillTimes(points: Point[], start: number | null): TimedPoint[] {
  const first = points.findIndex((point) => point.ts !== null)
  let next = first >= 0 ? points[first]!.ts! - first * 1000 : (start ?? Date.UTC(2000, 0))
  return points.map((point) => {
    const ts = point.ts ?? Math.max(0, next)
    next = ts + 1000
    return { ...point, ts }
  })
}

/** Seconds, or milliseconds where the number is too large for seconds. */
const ofNumber = (value: number) => Math.round(value > 1e11 ? value : value * 1000)

/** ISO 8601, also with a space for the T and slashes for the hyphens. Without a zone it is UTC. */
function ofText(text: string): number {
  const match =
    /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ]+(\d\d?:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(text)
  if (!match) return Number.NaN
  const [, year, month, day, clock = '00:00', zone = 'Z'] = match
  const two = (digits: string) => digits.padStart(2, '0')
  const time = clock.length < 5 || clock[1] === ':' ? `0${clock}` : clock
  return Math.round(Date.parse(`${year}-${two(month!)}-${two(day!)}T${time}${/^utc$/i.test(zone) ? 'Z' : zone}`))
}

export type TimedPoint = Point & { ts: number }
