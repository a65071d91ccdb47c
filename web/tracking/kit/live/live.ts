import { io } from 'socket.io-client'
import { backendOrigin } from '../../../core/backend/backend.ts'
import type {
  Alert,
  LentPosition,
  Presence,
  TrackerEvent,
  TrackerMovement,
  Viewport,
  ViewportUpdate,
} from '../../types.ts'
import { EarlyTransport } from './earlyTransport.ts'

/**
 * Live connection (socket.io) of one organisation. After a reconnect it requests what it missed since the last event.
 * With `by_view` the server sends only the current viewport. The connection opens while that is being decided.
 */
export function openLive({ organisation_id, by_view, token, lastEventId, on }: LiveOptions): LiveConnection {
  const buffer = afterSnapshot(on.positions)
  // The server closes a connection when rights change: what is seen now is asked for as a whole.
  let whole = false
  const socket = io(backendOrigin(), {
    path: '/socket.io',
    transports: [EarlyTransport],
    reconnectionDelayMax: 10_000,
    auth: (send) => {
      by_view.then((by_view) => {
        const last_event_id = whole ? undefined : lastEventId()
        whole = false
        buffer.begin(!by_view && last_event_id === undefined)
        send({ token: token(), organisation_id, by_view, last_event_id })
      })
    },
  })
  let retry: ReturnType<typeof setTimeout> | undefined

  socket.on('connect', () => on.status('live'))
  socket.on('snapshot', buffer.snapshot)
  socket.on('positions', buffer.positions)
  socket.on('presence', on.presence)
  socket.on('movement', on.movement)
  socket.on('viewport_update', on.viewport)
  socket.on('alert', on.alert)
  socket.on('lent', on.lent)
  socket.on('loans', on.loans)
  socket.on('disconnect', (reason) => {
    on.status('lost')
    // socket.io does not reconnect after the server has closed the connection.
    if (reason !== 'io server disconnect') return
    whole = true
    retry = setTimeout(() => socket.connect(), 1000)
  })
  socket.on('connect_error', async (error) => {
    on.status('lost')
    if (socket.active) return
    if (error.message === 'unauthorized') await on.unauthorised()
    retry = setTimeout(() => socket.connect(), 3000)
  })

  return {
    setViewport: (view) => void (socket.connected && socket.emit('view', view)),
    close() {
      clearTimeout(retry)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}

/**
 * Buffers `positions` that arrive before the snapshot and replays them after it, so the snapshot never overwrites
 * newer positions.
 */
export function afterSnapshot(take: (events: TrackerEvent[]) => void) {
  let early: TrackerEvent[] | null = null
  return {
    begin(waits: boolean) {
      early = waits ? [] : null
    },
    snapshot(events: TrackerEvent[]) {
      take([...events, ...(early ?? [])])
      early = null
    },
    positions(events: TrackerEvent[]) {
      if (early) early.push(...events)
      else take(events)
    },
  }
}

type LiveConnection = { setViewport: (view: Viewport) => void; close: () => void }

export type LiveOptions = {
  organisation_id: number
  by_view: Promise<boolean>
  token: () => string | null
  lastEventId: () => number | undefined
  on: {
    positions: (events: TrackerEvent[]) => void
    presence: (trackers: Presence[]) => void
    movement: (trackers: TrackerMovement[]) => void
    viewport: (update: ViewportUpdate) => void
    alert: (alert: Alert) => void
    lent: (positions: LentPosition[]) => void
    loans: () => void
    status: (status: 'live' | 'lost') => void
    unauthorised: () => Promise<void>
  }
}
