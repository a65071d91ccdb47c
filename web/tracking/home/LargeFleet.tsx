import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { useLiveClock } from '../kit/live/useLiveClock.ts'
import { setViewport, useViewport } from '../kit/live/viewport.ts'
import { useViewportState } from '../kit/live/viewportState.ts'
import { useFleet } from '../kit/useFleet.ts'
import type { Alert, UrgentTracker } from '../types.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { Layout } from './Layout.tsx'
import { Urgent } from './Urgent.tsx'
import { type UrgentRow, urgentOf } from './urgent.ts'

/** An empty viewport: the server sends the counts by status and no trackers. */
const emptyViewport = { west: 180, south: 90, east: 180, north: 90, zoom: 24 }
/** Milliseconds; also refetched when a count changes. */
const refetchEvery = 30_000
const none: never[] = []

/** Home of a large fleet: the server says how many trackers are in which state, and which are outside or offline. */
export function LargeFleet({ organisation_id, live }: Shown) {
  const { fleet, settled } = useFleet(organisation_id, true)
  useCounts()
  const now = useLiveClock()
  const counts = useViewportState((state) => state.counts)
  const { data, isError } = useQuery({
    queryKey: keys.urgentTrackers(organisation_id, `${counts?.outside} ${counts?.offline}`),
    queryFn: () => api.urgentTrackers(organisation_id),
    enabled: counts !== null,
    refetchInterval: refetchEvery,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const rows = useMemo(() => urgentOf(rowsOf(data ?? none, fleet.alerts), fleet.alerts), [data, fleet.alerts])
  const ready = live && counts !== null && settled
  const first = ready && (
    <FirstSteps
      tracker={rows[0]?.tracker.id ?? null}
      reports={counts.outside + counts.offline + counts.unknown + counts.inside > 0}
      drawn={fleet.boundaries.length > 0}
      some
    />
  )
  return (
    <Layout organisation_id={organisation_id} first={first} fleet={fleet} ready={ready} now={now}>
      <Urgent rows={rows} counts={live && (data || isError) ? counts : null} failed={isError} fleet={fleet} now={now} />
    </Layout>
  )
}

/** Asks for the counts until the map, which is loaded later, says what it shows. */
function useCounts() {
  useEffect(() => {
    if (!useViewport.getState().viewport) setViewport(emptyViewport)
    return () => setViewport(null)
  }, [])
}

/** The server's rows, and those of trackers inside with an alarm. */
function rowsOf(trackers: UrgentTracker[], alerts: Alert[]): UrgentRow[] {
  const left = new Map(alerts.filter(({ kind }) => kind !== 'alarm').map((alert) => [alert.tracker_id, alert]))
  const listed = trackers.map(({ state, since, offline_since, position, ...tracker }) => ({
    tracker,
    state,
    offline_since,
    latest: undefined,
    position: position?.coordinates,
    offline: offline_since !== null,
    since: left.get(tracker.id)?.started_at ?? since,
    alert: left.get(tracker.id),
  }))
  const known = new Set(trackers.map(({ id }) => id))
  const alarms = alerts.filter(({ kind, tracker_id }) => kind === 'alarm' && !known.has(tracker_id))
  return [
    ...listed,
    ...alarms.map(({ tracker_id: id, tracker_name, started_at }) => ({
      tracker: { id, number: String(id), name: tracker_name ?? null },
      state: 'inside' as const,
      offline: false,
      since: started_at,
      offline_since: null,
      alert: undefined,
      latest: undefined,
      position: undefined,
    })),
  ]
}

/** @property live whether the live connection has sent the positions */
type Shown = { organisation_id: number; live: boolean }
