import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Tracker } from '../types.ts'
import { trackerOf } from './queries.ts'
import type { FleetState } from './useFleet.ts'

/** The full row of the selected tracker; in a large fleet it is requested. */
export function useOneTracker(id: number | null, { fleet, status }: FleetState) {
  const { trackers, by_view } = fleet
  const requested = useQuery({ ...trackerOf(id ?? 0), enabled: by_view && id !== null })
  const loaded = useMemo(() => trackers.find((tracker) => tracker.id === id), [trackers, id])
  const tracker: Tracker | undefined = by_view ? requested.data : loaded
  const unknown = id !== null && !tracker && (by_view ? requested.isError : status === 'ready')
  return { tracker: id === null ? undefined : tracker, unknown }
}
