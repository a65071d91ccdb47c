import type { Filters } from '../../kit/lists/useListQuery.ts'

/** Filters of the history from the address. Times are UTC, so that a link means the same everywhere. */
export function filtersOf(params: URLSearchParams): HistoryFilters {
  return {
    tracker: Number(params.get('tracker')) || null,
    from: momentOf(params.get('from')),
    to: momentOf(params.get('to')),
    event: params.get('event') ?? '',
    outside: params.get('outside') === '1',
  }
}

/** The API's filters. */
export function queryOf({ tracker, from, to, event, outside }: HistoryFilters, organisation_id: number): Filters {
  return {
    organisation_id,
    ...(tracker && { tracker_id: tracker }),
    ...(from && { from }),
    ...(to && { to }),
    ...(event && { event }),
    ...(outside && { outside_boundary: true }),
  }
}

/** Normalises a moment to ISO 8601; null if invalid. */
export function momentOf(text: string | null): string | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

export type HistoryFilters = {
  tracker: number | null
  from: string | null
  to: string | null
  event: string
  outside: boolean
}
