import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AlertRow } from '#db/alerts/owned.ts'
import type { LiveFeed, LiveReport, LiveViewer } from '#db/live/feed.ts'
import type { Area } from '#db/tables/people/role.ts'
import type { ApiContext } from '../../context.ts'
import { signToken } from '../../crud/session/tokens.ts'
import { authorizeLive } from '../access/live.ts'
import type { Caller } from '../by_key/caller.ts'
import { readLast } from '../by_key/last.ts'
import { Rest } from '../by_key/rest.ts'
import { type Event, eventOf, eventsOfAlert, eventsOfSegment } from './events.ts'
import { boundariesIn, deviceOf, positionOf, readTrackers, readVisits, type TrackerRow, type Visit } from './fleet.ts'

/** What has changed is sent that often, each tracker's latest position once. */
const SEND_MS = 1000
/** How old what is known of visits may be when a position is sent, and of all trackers. */
const REFRESH_MS = 5000
const WHOLE_MS = 60_000
/** Visits are found after the positions: on a busy server that much later. */
const VISITS_FOLLOW_MS = 60_000
/** Proxies close what is silent for a minute; keys that expire are noticed, too. */
const PING_MS = 30_000
/** Unsent bytes of a client that does not read. */
const MOST_UNSENT = 4 * 1024 * 1024
/** Alerts that are remembered, since they are published again when they change. */
const MOST_ALERTS = 1000

/** Sends one program what its person sees: first all devices and positions, then what changes. */
export class TraccarSocket {
  #by: By
  #socket: WebSocket
  #rest: Rest
  #stop: () => void = () => {}
  #trackers = new Map<number, TrackerRow & Doing>()
  #visits = new Map<number, Visit[]>()
  #last = new Map<number, LiveReport>()
  #moving = new Map<number, boolean>()
  #alerts = new Set<number>()
  #positions = new Map<number, LiveReport>()
  #devices = new Set<number>()
  #events: Event[] = []
  #refreshed_at = 0
  #whole_at = 0
  #moved_at = 0

  constructor(by: By, socket: WebSocket) {
    this.#by = by
    this.#socket = socket
    this.#rest = new Rest(by.app, by.request, by.caller)
  }

  async start(): Promise<void> {
    this.#socket.on('error', () => this.#socket.terminate())
    // Programs say nothing here.
    this.#socket.on('message', () => this.#end(1008, 'nothing is taken here'))
    const [viewer, of_alerts] = [await this.#authorize(), await this.#authorize(['trackers', 'alerts'])]
    if (!viewer) return this.#end(1008, 'this key shows no trackers')
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#follow(viewer, of_alerts)
    const timers = [setInterval(() => this.#ping(), PING_MS), setInterval(() => this.#flush(), SEND_MS)]
    this.#socket.on('close', () => {
      this.#stop()
      for (const timer of timers) clearInterval(timer)
    })
    // What comes in between is sent after it.
    await this.#once(() => this.#begin())
  }

  /** Positions of trackers that the live map shows and REST does not are of no tracker here, and not sent. */
  async #begin(): Promise<void> {
    this.#last = await readLast(this.#by)
    await this.#readTrackers()
    await this.#readVisits()
    for (const { id, movement } of this.#trackers.values()) this.#moving.set(id, isMoving(movement?.state))
    this.#send({
      devices: [...this.#trackers.keys()].flatMap((id) => this.#deviceOf(id)),
      positions: [...this.#last.values()].flatMap((report) => this.#positionOf(report)),
    })
  }

  /** A role may show trackers and not alerts, or those of fewer trackers. */
  #follow(viewer: LiveViewer, of_alerts: LiveViewer | null): void {
    const { followLive } = this.#by.context
    const { alert, end, ...others } = this.#feed()
    const ignore = () => {}
    const ends = [
      followLive(viewer, { ...others, alert: ignore, end }),
      of_alerts && followLive(of_alerts, { positions: ignore, presence: ignore, movement: ignore, alert, end }),
    ]
    this.#stop = () => {
      for (const stop of ends) stop?.()
    }
  }

  #feed(): LiveFeed {
    return {
      positions: (reports) => {
        this.#moved_at = Date.now()
        for (const report of reports) this.#positions.set(report.tracker_id, report)
      },
      presence: (changes) => {
        for (const { tracker_id, online, changed_at } of changes) {
          this.#devices.add(tracker_id)
          this.#events.push(eventOf(online ? 'deviceOnline' : 'deviceOffline', tracker_id, changed_at))
        }
      },
      movement: (changes) => {
        for (const { tracker_id, state, since } of changes) {
          if (state === 'no_data' || this.#moving.get(tracker_id) === isMoving(state)) continue
          this.#moving.set(tracker_id, isMoving(state))
          this.#events.push(eventOf(isMoving(state) ? 'deviceMoving' : 'deviceStopped', tracker_id, since))
        }
      },
      alert: (alert) => this.#alert(alert),
      end: () => this.#end(1008, 'the key has ended, or its rights have changed'),
    }
  }

  #alert(alert: AlertRow): void {
    if (alert.ended_at !== null || alert.acknowledged_at !== null || this.#alerts.has(alert.id)) return
    if (this.#alerts.size >= MOST_ALERTS) this.#alerts.clear()
    this.#alerts.add(alert.id)
    const { kind, tracker_id, started_at, top_speed, speed_limit, boundary_id } = alert
    if (kind === 'speeding') {
      const speeding = { kind, tracker_id, began_at: started_at, ended_at: null, top_speed, speed_limit, boundary_id }
      this.#events.push(...eventsOfSegment(speeding))
    } else this.#events.push(...eventsOfAlert(alert))
  }

  #flush(): Promise<void> {
    return this.#once(async () => {
      const is_old = Date.now() - this.#refreshed_at > REFRESH_MS
      // The last position may be followed by none.
      const is_behind = is_old && this.#refreshed_at < this.#moved_at + VISITS_FOLLOW_MS
      if (is_behind) await this.#readVisits()
      if (this.#positions.size + this.#devices.size + this.#events.length === 0) return
      await this.#readTrackers()
      const [positions, devices, events] = [[...this.#positions.values()], [...this.#devices], this.#events]
      this.#positions.clear()
      this.#devices.clear()
      this.#events = []
      for (const report of positions) if (report.position) this.#last.set(report.tracker_id, report)
      const changed = new Set([...devices, ...positions.map(({ tracker_id }) => tracker_id)])
      // In one message: some programs look for the device of a position beside it.
      this.#send({
        devices: [...changed].flatMap((id) => this.#deviceOf(id)),
        positions: positions.flatMap((report) => this.#positionOf(report)),
        events: events.filter(({ deviceId }) => this.#trackers.has(deviceId)),
      })
    })
  }

  /** Reads the trackers that are online or offline from now on, or not known yet; all of them now and then. */
  async #readTrackers(): Promise<void> {
    if (Date.now() - this.#whole_at > WHOLE_MS) {
      this.#whole_at = Date.now()
      this.#trackers = new Map((await readTrackers(this.#rest)).map((tracker) => [tracker.id, tracker]))
      return
    }
    const unknown = [...this.#positions.keys()].filter((id) => !this.#trackers.has(id))
    const ids = [...new Set([...this.#devices, ...unknown])]
    if (ids.length === 0) return
    for (const tracker of await readTrackers(this.#rest, { ids })) this.#trackers.set(tracker.id, tracker)
  }

  /** Reads in which boundaries the trackers are. That one has come into one or left it is an event. */
  async #readVisits(): Promise<void> {
    const is_first = this.#refreshed_at === 0
    this.#refreshed_at = Date.now()
    const visits = await readVisits(this.#rest)
    for (const event of is_first ? [] : changesOf(this.#visits, visits)) {
      this.#events.push(event)
      const last = this.#last.get(event.deviceId)
      if (last && !this.#positions.has(event.deviceId)) this.#positions.set(event.deviceId, last)
    }
    this.#visits = visits
  }

  /** One at a time: what comes in the meantime waits for the next. */
  #busy = false
  async #once(work: () => Promise<void>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      await work()
    } catch (error) {
      this.#by.request.log.debug({ err: error }, 'a socket of the Traccar API was closed')
      this.#end(1011, 'what is shown could not be read')
    } finally {
      this.#busy = false
    }
  }

  async #ping(): Promise<void> {
    // While the database is away nothing is known of the key, and nothing else is sent.
    const viewer = await this.#authorize().catch(() => undefined)
    if (viewer === null) this.#end(1008, 'the key has ended')
    else this.#write('{}')
  }

  async #authorize(areas: Area[] = ['trackers']): Promise<LiveViewer | null> {
    const { app, context, caller } = this.#by
    return authorizeLive(app, context, { token: signToken(app, caller.viewer) }, areas)
  }

  #deviceOf(id: number) {
    const tracker = this.#trackers.get(id)
    return tracker ? [deviceOf(tracker, boundariesIn(this.#visits, id), this.#last.get(id))] : []
  }

  #positionOf(report: LiveReport) {
    if (!this.#trackers.has(report.tracker_id)) return []
    return positionOf(report, boundariesIn(this.#visits, report.tracker_id)) ?? []
  }

  #send(message: Record<string, unknown[]>): void {
    const filled = Object.entries(message).filter(([, rows]) => rows.length > 0)
    if (filled.length > 0) this.#write(JSON.stringify(Object.fromEntries(filled)))
  }

  #write(text: string): void {
    if (this.#socket.bufferedAmount > MOST_UNSENT) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text)
  }

  #end(code: number, reason: string): void {
    this.#stop()
    this.#socket.close(code, reason)
  }
}

/** The visits that only one of two moments has. An end has the time at which it was noticed. */
export function changesOf(before: Map<number, Visit[]>, after: Map<number, Visit[]>): Event[] {
  const [old, fresh] = [before, after].map((visits) => [...visits.values()].flat())
  const [known, open] = [old!, fresh!].map((visits) => new Set(visits.map(({ id }) => id)))
  const now = new Date().toISOString()
  const of = (type: string, { tracker_id, boundary_id }: Visit, time: string) =>
    eventOf(type, tracker_id, time, { geofenceId: boundary_id ?? 0 })
  return [
    ...fresh!.flatMap((visit) => (known!.has(visit.id) ? [] : [of('geofenceEnter', visit, visit.began_at)])),
    ...old!.flatMap((visit) => (open!.has(visit.id) ? [] : [of('geofenceExit', visit, now)])),
  ]
}

const isMoving = (state: string | undefined) => state === 'moving' || state === 'towed'

type Doing = { movement?: { state: string } | null }
type By = { app: FastifyInstance; context: ApiContext; caller: Caller; request: FastifyRequest }
