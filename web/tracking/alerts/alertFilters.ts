import type { Filters } from '../../kit/lists/useListQuery.ts'
import { boundsInQuery, type Period, readPeriod } from '../../kit/period/period.ts'
import { raisedKinds } from '../../people/settings/alertMatrix.ts'

export const alertKinds = [
  ...(['left_boundary', 'entered_boundary', 'alarm', 'offline', 'arrived', 'departed', 'late'] as const),
  ...raisedKinds,
] as const

/** Filters of the alerts from the address. */
export function filtersOf(params: URLSearchParams): AlertFilters {
  return {
    tracker: Number(params.get('tracker')) || null,
    kind: alertKinds.find((kind) => kind === params.get('kind')) ?? null,
    period: readPeriod(params),
    state: (['open', 'ended'] as const).find((state) => state === params.get('state')) ?? null,
    acknowledged: (['yes', 'no'] as const).find((word) => word === params.get('acknowledged')) ?? null,
  }
}

/** The API's filters. */
export function queryOf(filters: AlertFilters, { organisation_id, timezone, now }: Of): Filters {
  const { tracker, kind, period, state, acknowledged } = filters
  return {
    organisation_id,
    ...(tracker && { tracker_id: tracker }),
    ...(kind && { kind }),
    ...boundsInQuery(period, timezone, now),
    ...(state && { open: state === 'open' }),
    ...(acknowledged && { acknowledged: acknowledged === 'yes' }),
  }
}

/** The span of the replay: some minutes around the alert, and at most a week. */
export function spanOf({ started_at, ended_at }: { started_at: string; ended_at: string | null }, now: number) {
  const begin = Date.parse(started_at)
  const end = Math.min(ended_at ? Date.parse(ended_at) : now, begin + 7 * 24 * hour)
  return { from: new Date(begin - hour / 6).toISOString(), to: new Date(end + hour / 6).toISOString() }
}

const hour = 3600_000

type Of = { organisation_id: number; timezone: string; now: number }
export type AlertFilters = {
  tracker: number | null
  kind: (typeof alertKinds)[number] | null
  period: Period | null
  state: 'open' | 'ended' | null
  acknowledged: 'yes' | 'no' | null
}
