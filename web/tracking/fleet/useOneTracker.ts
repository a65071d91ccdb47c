import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Tracker } from '../../core/types.ts'
import { trackerOf } from './queries.ts'
import type { FleetState } from './useFleet.ts'

/** The chosen tracker, whole; of a large fleet it is asked for. */
export function useOneTracker(id: number | null, { fleet, status }: FleetState) {
  const { trackers, by_view } = fleet
  const asked = useQuery({ ...trackerOf(id ?? 0), enabled: by_view && id !== null })
  const held = useMemo(() => trackers.find((tracker) => tracker.id === id), [trackers, id])
  const tracker: Tracker | undefined = by_view ? asked.data : held
  const unknown = id !== null && !tracker && (by_view ? asked.isError : status === 'ready')
  return { tracker: id === null ? undefined : tracker, unknown }
}
