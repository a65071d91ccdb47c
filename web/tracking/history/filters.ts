import type { Filters } from '../../kit/lists/useListQuery.ts'
import { boundsInQuery, type Period, readPeriod } from '../../kit/period/period.ts'

/** Filters of the history from the address. Moments are UTC, so that a link means the same everywhere. */
export function filtersOf(params: URLSearchParams): HistoryFilters {
  return {
    tracker: Number(params.get('tracker')) || null,
    period: readPeriod(params),
    event: params.get('event') ?? '',
    outside: params.get('outside') === '1',
  }
}

/** The API's filters. */
export function queryOf(
  { tracker, period, event, outside }: HistoryFilters,
  { organisation_id, timezone, now }: Of,
): Filters {
  return {
    organisation_id,
    ...(tracker && { tracker_id: tracker }),
    ...boundsInQuery(period, timezone, now),
    ...(event && { event }),
    ...(outside && { outside_boundary: true }),
  }
}

type Of = { organisation_id: number; timezone: string; now: number }
export type HistoryFilters = { tracker: number | null; period: Period | null; event: string; outside: boolean }
