import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { Alert, Tracker } from '../../core/types.ts'
import type { State } from '../fleet/state.ts'

const max = 10
/** Milliseconds; also refetched when a count changes. */
const refetchEvery = 30_000
const none: never[] = []

/**
 * Up to ten trackers of a large fleet that are outside or offline: longest outside first, then by name. States without
 * trackers are not requested.
 */
export function useUrgentTrackers(
  organisation_id: number,
  counts: Record<State, number> | null,
  leaving: ReadonlyMap<number, Alert>,
) {
  const outside = Math.min(max, counts?.outside ?? 0)
  const offline = Math.min(max - outside, counts?.offline ?? 0)
  const longest = [...leaving.values()]
    .sort((a, b) => a.started_at.localeCompare(b.started_at))
    .slice(0, max)
    .map(({ tracker_id }) => tracker_id)
  const { data, isError } = useQuery({
    queryKey: queryKeys.urgentTrackers(organisation_id, outside, offline, longest),
    queryFn: () => readUrgent(organisation_id, { outside, offline, longest }),
    enabled: counts !== null,
    refetchInterval: refetchEvery,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return { trackers: data ?? none, failed: isError }
}

async function readUrgent(organisation_id: number, { outside, offline, longest }: UrgentCounts): Promise<Tracker[]> {
  const trackers: Tracker[] = []
  const left = new Set(longest)
  if (outside > 0 && left.size > 0) {
    const { data } = await api.findTrackers({ organisation_id, state: 'outside', ids: longest })
    const byId = new Map(data.map((tracker) => [tracker.id, tracker]))
    trackers.push(...longest.flatMap((id) => byId.get(id) ?? []).slice(0, outside))
  }
  for (const [state, upTo] of [
    ['outside', outside],
    ['offline', outside + offline],
  ] as const) {
    if (trackers.length >= upTo) continue
    const { data } = await api.findTrackers({ organisation_id, state, limit: max })
    const included = new Set(trackers.map(({ id }) => id))
    trackers.push(...data.filter(({ id }) => !included.has(id)).slice(0, upTo - trackers.length))
  }
  return trackers
}

/** Number of trackers to list by status, and the trackers with the oldest open alerts. */
type UrgentCounts = { outside: number; offline: number; longest: number[] }
