import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Alert } from '../types.ts'
import type { Fleet } from './fleet.ts'
import { useViewportState } from './live/viewportState.ts'
import { alertsOf, boundariesOf, trackersOf } from './queries.ts'
import { byName } from './rows.ts'

const none: never[] = []
const isOfBoundary = ({ kind }: Alert) => kind === 'left_boundary' || kind === 'entered_boundary'

/** @param by_view whether the server sends viewports only; null while loading */
export function useFleet(organisation_id: number, by_view: boolean | null = false): FleetState {
  const trackers = useQuery({ ...trackersOf(organisation_id), enabled: by_view === false })
  const named = useViewportState((state) => state.named)
  const boundaries = useQuery(boundariesOf(organisation_id))
  const alerts = useQuery(alertsOf(organisation_id))

  const sorted = useMemo(() => byName(trackers.data ?? none), [trackers.data])
  const newest = useMemo(
    () => [...(alerts.data ?? none)].sort((a, b) => b.started_at.localeCompare(a.started_at)),
    [alerts.data],
  )
  const fleet = useMemo<Fleet>(
    () => ({
      trackers: sorted,
      byId: by_view ? named : new Map(sorted.map((tracker) => [tracker.id, tracker])),
      by_view: by_view === true,
      boundaries: boundaries.data ?? none,
      alerts: newest,
      leaving: new Map(newest.filter(isOfBoundary).map((alert) => [alert.tracker_id, alert])),
    }),
    [sorted, named, by_view, boundaries.data, newest],
  )

  const status = by_view ? 'ready' : trackers.isError ? 'failed' : trackers.isPending ? 'loading' : 'ready'
  return { fleet, status, settled: !boundaries.isPending, retry: () => void trackers.refetch() }
}

export type FleetState = {
  fleet: Fleet
  status: 'loading' | 'failed' | 'ready'
  /** boundaries are loaded, or failed to */
  settled: boolean
  retry: () => void
}
