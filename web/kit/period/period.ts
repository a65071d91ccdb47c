import { addDays, boundsOfDay, dayOf } from '../format/zoned.ts'

/** Ranges that follow the calendar, so that a bookmark of today means each day. A night begins at 18:00 of the day before. */
export const quickRanges = ['night', 'today', 'yesterday', 'week', 'month'] as const
const hour = 3600_000

/** Reads a period from the address: `range=today`, `day=2026-11-20`, or `from` and `to`, in this order; null without. */
export function readPeriod(params: URLSearchParams): Period | null {
  const range = quickRanges.find((each) => each === params.get('range'))
  if (range) return { range }
  const day = params.get('day') ?? ''
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && addDays(day, 0) === day) return { day }
  const [from, to] = [momentOf(params.get('from')), momentOf(params.get('to'))]
  return from || to ? { from, to } : null
}

/** All parameters of the address that a period is written to; null ones are removed. */
export function periodInAddress(period: Period | null): Record<'range' | 'day' | 'from' | 'to', string | null> {
  return { range: null, day: null, from: null, to: null, ...period }
}

/** The moments of a period; null is open. Days begin and end as clocks in the time zone say, so they may have 23 or 25 hours. */
export function boundsOf(period: Period | null, timezone: string, now: number): Bounds {
  if (!period) return { from: null, to: null }
  if ('day' in period) return boundsOfDay(period.day, timezone) ?? { from: null, to: null }
  if (!('range' in period)) return period
  const today = dayOf(now, timezone)
  const day = (back: number) => boundsOfDay(addDays(today, -back)!, timezone)!
  switch (period.range) {
    case 'night':
      return { from: new Date(Date.parse(day(0).from) - 6 * hour).toISOString(), to: null }
    case 'today':
      return { from: day(0).from, to: null }
    case 'yesterday':
      return day(1)
    case 'week':
      return { from: day(6).from, to: null }
    case 'month':
      return { from: boundsOfDay(`${today.slice(0, 8)}01`, timezone)!.from, to: null }
  }
}

/** The bounds as filters of the API. */
export function boundsInQuery(period: Period | null, timezone: string, now: number): { from?: string; to?: string } {
  const { from, to } = boundsOf(period, timezone, now)
  return { ...(from && { from }), ...(to && { to }) }
}

/** Normalises a moment to ISO 8601; null if invalid. */
export function momentOf(text: string | null): string | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

export type QuickRange = (typeof quickRanges)[number]
export type Bounds = { from: string | null; to: string | null }
/** @property day as in the person's calendar, 2026-11-20 */
export type Period = { range: QuickRange } | { day: string } | Bounds
export type ChangePeriod = (before: Period | null) => Period | null
