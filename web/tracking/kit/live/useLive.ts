import { useEffect, useRef, useState } from 'react'
import { setConnection } from '../../../core/connection.ts'
import { queries } from '../../../core/queries.ts'
import { restore } from '../../../core/session.ts'
import { token } from '../../../core/token.ts'
import type { Alert, TrackerEvent } from '../../types.ts'
import { isShown } from '../../waiting.ts'
import { alertsOf, boundariesOf, trackersOf } from '../queries.ts'
import { applyLent } from './applyLent.ts'
import { openLive } from './live.ts'
import { positions } from './positions.ts'
import { useViewport } from './viewport.ts'
import { applyViewportUpdate, clearViewportState } from './viewportState.ts'

/**
 * Keeps the live connection of an organisation open while its page is shown. Returns true once positions have come.
 *
 * @param by_view receives the current viewport only; null while that is undecided, when the connection opens already
 */
export function useLive(organisation_id: number, by_view: boolean | null = false): boolean {
  const [ready, setReady] = useState(false)
  const opened = useRef<Opened | null>(null)
  // Counts the times that it was decided otherwise, each of which opens another connection.
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round opens another connection
  useEffect(() => {
    const current: Opened = { ...Promise.withResolvers<boolean>(), by_view: null }
    opened.current = current
    let lostOnce = false
    setConnection('connecting')
    const live = openLive({
      organisation_id,
      by_view: current.promise,
      token: token.read,
      lastEventId: positions.lastEventId,
      on: {
        positions: (events) => {
          positions.take(events)
          // Positions may arrive before the first viewport update.
          if (current.by_view) return
          setReady(true)
          refetchForUnknown(organisation_id, events)
        },
        presence: positions.takePresence,
        movement: positions.takeMovement,
        viewport: (update) => {
          applyViewportUpdate(update)
          setReady(true)
        },
        alert: (alert) => applyAlert(organisation_id, alert),
        lent: (positions) => applyLent(organisation_id, positions),
        loans: () => {
          for (const name of ['trackerloan', 'remoteloan']) queries.invalidateQueries({ queryKey: ['rows', name] })
        },
        unauthorised: restore,
        status: (status) => {
          setConnection(status)
          if (status === 'live') sendViewport()
          // The server does not resend alerts and boundaries that changed during the break.
          if (status === 'live' && lostOnce) refresh(organisation_id)
          lostOnce ||= status === 'lost'
        },
      },
    })
    const sendViewport = () => {
      const { viewport } = useViewport.getState()
      if (current.by_view && viewport) live.setViewport(viewport)
    }
    const unsubscribe = useViewport.subscribe(sendViewport)
    return () => {
      unsubscribe()
      live.close()
      setConnection('off')
      positions.clear()
      clearViewportState()
      setReady(false)
    }
  }, [organisation_id, round])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each connection is given the decision
  useEffect(() => {
    const current = opened.current!
    if (by_view === null || by_view === current.by_view) return
    if (current.by_view !== null) return setRound((before) => before + 1)
    current.by_view = by_view
    current.resolve(by_view)
  }, [organisation_id, by_view, round])

  return ready
}

/** A connection, and what was decided for it. */
type Opened = PromiseWithResolvers<boolean> & { by_view: boolean | null }

/** Alerts of an incident come by the thousand: all of a moment change the page once. */
function applyAlert(organisation_id: number, alert: Alert) {
  const waiting = arrived.get(organisation_id) ?? new Map<number, Alert>()
  if (waiting.size === 0) setTimeout(applyAlerts, alertsEvery, organisation_id, waiting)
  arrived.set(organisation_id, waiting.set(alert.id, alert))
}
const arrived = new Map<number, Map<number, Alert>>()
const alertsEvery = 50

function applyAlerts(organisation_id: number, changed: Map<number, Alert>) {
  arrived.delete(organisation_id)
  queries.setQueryData(alertsOf(organisation_id).queryKey, (before: Alert[] = []) => {
    const previous = new Map(before.filter(({ id }) => changed.has(id)).map((each) => [each.id, each]))
    // The live event carries no acknowledgement, so it is kept from before.
    const merged = [...changed.values()].map((alert) => ({ ...previous.get(alert.id), ...alert }))
    const now = merged.filter(isShown).reverse()
    return [...now, ...before.filter(({ id }) => !changed.has(id))]
  })
}

function refetchForUnknown(organisation_id: number, events: TrackerEvent[]) {
  const { queryKey } = trackersOf(organisation_id)
  const trackers = queries.getQueryData(queryKey)
  if (!trackers || queries.isFetching({ queryKey })) return
  const ids = new Set(trackers.map((tracker) => tracker.id))
  const unknown = events.filter((event) => !ids.has(event.tracker_id) && !refetchedFor.has(event.tracker_id))
  if (unknown.length === 0) return
  for (const event of unknown) refetchedFor.add(event.tracker_id)
  queries.invalidateQueries({ queryKey })
}

// Refetches only once for a tracker that stays unknown, not at each of its reports.
const refetchedFor = new Set<number>()

function refresh(organisation_id: number) {
  for (const { queryKey } of [alertsOf(organisation_id), trackersOf(organisation_id), boundariesOf(organisation_id)]) {
    queries.invalidateQueries({ queryKey: queryKey as readonly unknown[] })
  }
}
