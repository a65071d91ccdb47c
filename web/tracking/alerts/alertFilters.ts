import { addDays, boundsOfDay, dayOf, startOfWeek } from '../../kit/format/zoned.ts'
import type { Filters } from '../../kit/lists/useListQuery.ts'
import { momentOf } from '../history/filters.ts'

export const alertKinds = ['left_boundary', 'entered_boundary', 'alarm', 'offline'] as const
export const ranges = ['night', 'today', 'yesterday', 'week'] as const

/** Filters of the alerts from the address. A range is relative, so that a bookmark of today means each day. */
export function filtersOf(params: URLSearchParams): AlertFilters {
  return {
    tracker: Number(params.get('tracker')) || null,
    kind: alertKinds.find((kind) => kind === params.get('kind')) ?? null,
    range: ranges.find((range) => range === params.get('range')) ?? null,
    from: momentOf(params.get('from')),
    to: momentOf(params.get('to')),
    state: (['open', 'ended'] as const).find((state) => state === params.get('state')) ?? null,
    acknowledged: (['yes', 'no'] as const).find((word) => word === params.get('acknowledged')) ?? null,
  }
}

/** The address with changed filters, on the first page. */
export function withFilters(params: URLSearchParams, changed: Partial<AlertFilters>): URLSearchParams {
  const after = new URLSearchParams(params)
  after.delete('page')
  for (const [name, value] of Object.entries(changed)) {
    if (value) after.set(name, String(value))
    else after.delete(name)
  }
  return after
}

/** The API's filters. */
export function queryOf(filters: AlertFilters, { organisation_id, timezone, now }: Of): Filters {
  const { tracker, kind, range, state, acknowledged } = filters
  const { from, to } = range ? boundsOf(range, timezone, now) : filters
  return {
    organisation_id,
    ...(tracker && { tracker_id: tracker }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
    ...(state && { open: state === 'open' }),
    ...(acknowledged && { acknowledged: acknowledged === 'yes' }),
  }
}

/** The moments of a range; without an end it continues. A night begins at 18:00 of the day before. */
export function boundsOf(range: Range, timezone: string, now: number): { from: string; to: string | null } {
  const today = dayOf(now, timezone)
  const day = (back: number) => boundsOfDay(addDays(today, -back)!, timezone)!
  if (range === 'night') return { from: new Date(Date.parse(day(0).from) - 6 * hour).toISOString(), to: null }
  if (range === 'yesterday') return day(1)
  return { from: range === 'today' ? day(0).from : startOfWeek(now, timezone), to: null }
}

/** The span of the replay: some minutes around the alert, and at most a week. */
export function spanOf({ started_at, ended_at }: { started_at: string; ended_at: string | null }, now: number) {
  const begin = Date.parse(started_at)
  const end = Math.min(ended_at ? Date.parse(ended_at) : now, begin + 7 * 24 * hour)
  return { from: new Date(begin - hour / 6).toISOString(), to: new Date(end + hour / 6).toISOString() }
}

const hour = 3600_000

type Of = { organisation_id: number; timezone: string; now: number }
export type Range = (typeof ranges)[number]
export type AlertFilters = {
  tracker: number | null
  kind: (typeof alertKinds)[number] | null
  range: Range | null
  from: string | null
  to: string | null
  state: 'open' | 'ended' | null
  acknowledged: 'yes' | 'no' | null
}
