import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Belonging } from '#db/live_rooms.ts'
import type { Database } from '#db/tables/index.ts'
import { Coalescer } from '../coalescer.ts'
import type { LiveEvent, TrackerMovement, ViewAnswer, Viewer, ViewportUpdate } from '../messages.ts'
import { lastEvents, movementsOf, namesOf, presenceOf } from '../snapshot.ts'
import { Organisation } from './organisation.ts'
import { queryViewport } from './query.ts'
import { readView, type View } from './viewport.ts'

/** Minimum interval between two updates of one client (throttle). */
const MIN_INTERVAL_MS = 200
/** Interval of updates after changes. */
const REFRESH_INTERVAL_MS = 1000
/** Rate limit of view changes; dragging a map sends about four a second. */
const MAX_VIEWS_PER_S = 40

/** The clients with a viewport on a large fleet. Each receives the changes in its view, with dense areas as counts. */
export class Watchers {
  #options: WatchersOptions
  #organisations = new Map<number, Organisation>()
  #watchers = new Map<number, Set<Watcher>>()
  #coalescer: Coalescer<LiveEvent>
  readonly task: PeriodicTask = {
    name: 'viewport updates',
    interval_ms: REFRESH_INTERVAL_MS,
    run: () => this.#refreshChanged(),
  }

  constructor(options: WatchersOptions) {
    this.#options = options
    this.#coalescer = new Coalescer((room, events) => options.send(room, 'positions', events))
  }

  get organisation_ids(): Iterable<number> {
    return this.#organisations.keys()
  }

  has(organisation_id: number): boolean {
    return this.#organisations.has(organisation_id)
  }

  /** @returns callbacks for a changed view and for the end of the connection */
  add(room: string, viewer: Viewer): Watching {
    const { organisation_id } = viewer
    const watcher: Watcher = {
      room,
      viewer,
      view: null,
      sent_ids: null,
      last_sent: '',
      sent_version: -1,
      busy: false,
      pending: false,
      refreshed_at: 0,
      views: 0,
      views_since: 0,
      ended: false,
    }
    const watchers = this.#watchers.get(organisation_id) ?? new Set()
    this.#watchers.set(organisation_id, watchers.add(watcher))
    if (!this.#organisations.has(organisation_id)) {
      this.#organisations.set(organisation_id, new Organisation(this.#options, organisation_id))
    }
    return {
      view: (input) => this.#setView(watcher, input),
      end: () => {
        if (watcher.ended) return
        watcher.ended = true
        watchers.delete(watcher)
        if (watchers.size > 0) return
        this.#watchers.delete(organisation_id)
        this.#organisations.get(organisation_id)?.stop()
        this.#organisations.delete(organisation_id)
      },
    }
  }

  /** Committed events of all processes. */
  moved(events: OwnedEvent[]): void {
    for (const { event, replaces, ...belonging } of events) {
      const organisation = this.#organisations.get(event.organisation_id)
      if (!organisation) continue
      const left = organisation.move(event, belonging, replaces)
      for (const watcher of this.#watchers.get(event.organisation_id)!) {
        if (watcher.sent_ids?.has(event.tracker_id) && sees(watcher.viewer, belonging)) {
          this.#coalescer.add(watcher.room, event.tracker_id, event)
        } else if (left) this.#refresh(watcher)
      }
    }
  }

  presence(changes: OwnedPresence[]): void {
    for (const { organisation_id, tracker_id, online, changed_at, ...belonging } of changes) {
      const organisation = this.#organisations.get(organisation_id)
      if (!organisation) continue
      organisation.setOffline(tracker_id, !online)
      for (const { room, sent_ids, viewer } of this.#watchers.get(organisation_id)!) {
        if (sent_ids?.has(tracker_id) && sees(viewer, belonging))
          this.#options.send(room, 'presence', [{ tracker_id, online, changed_at }])
      }
    }
  }

  movement(changes: OwnedMovement[]): void {
    for (const { organisation_id, movement, ...belonging } of changes) {
      const organisation = this.#organisations.get(organisation_id)
      if (!organisation) continue
      organisation.setMovement(movement.tracker_id, movement.state)
      for (const { room, sent_ids, viewer } of this.#watchers.get(organisation_id)!) {
        if (sent_ids?.has(movement.tracker_id) && sees(viewer, belonging))
          this.#options.send(room, 'movement', [movement])
      }
    }
  }

  stop(): void {
    this.#coalescer.stop()
    for (const organisation of this.#organisations.values()) organisation.stop()
  }

  #setView(watcher: Watcher, input: unknown): ViewAnswer {
    const now = Date.now()
    if (now - watcher.views_since > 1000) Object.assign(watcher, { views_since: now, views: 0 })
    if (++watcher.views > MAX_VIEWS_PER_S) {
      return { field: null, message: `At most ${MAX_VIEWS_PER_S} views a second are taken.` }
    }
    const view = readView(input)
    if ('message' in view) return view
    watcher.view = view
    watcher.sent_version = -1
    this.#refresh(watcher)
    return {}
  }

  #refreshChanged(): void {
    for (const [organisation_id, watchers] of this.#watchers) {
      const { version } = this.#organisations.get(organisation_id)!
      for (const watcher of watchers) if (watcher.sent_version !== version) this.#refresh(watcher)
    }
  }

  /** Updates a client: one update at a time, throttled; requests during an update cause one more. */
  #refresh(watcher: Watcher): void {
    if (watcher.busy) watcher.pending = true
    if (watcher.busy || !watcher.view || watcher.ended) return
    watcher.busy = true
    const wait = Math.max(0, watcher.refreshed_at + MIN_INTERVAL_MS - Date.now())
    setTimeout(async () => {
      watcher.pending = false
      watcher.refreshed_at = Date.now()
      try {
        await this.#show(watcher)
      } catch (error) {
        this.#options.log.warn({ err: error }, 'viewport update failed')
      }
      watcher.busy = false
      if (watcher.pending) this.#refresh(watcher)
    }, wait).unref()
  }

  async #show(watcher: Watcher): Promise<void> {
    const { room, viewer } = watcher
    const organisation = this.#organisations.get(viewer.organisation_id)
    await organisation?.loaded
    if (!organisation || watcher.ended) return
    watcher.sent_version = organisation.version
    const view = watcher.view!
    const query = () => queryViewport(organisation.positions, viewer.sees_all ? null : viewer, view)
    const { tracker_ids, ...found } = query()
    const before = watcher.sent_ids ?? new Set()
    const now = new Set(tracker_ids)
    const added_ids = tracker_ids.filter((id) => !before.has(id))
    const removed_ids = [...before].filter((id) => !now.has(id))
    const whole = watcher.sent_ids === null
    // Live events are sent from here on; the rows read below are older, and the client compares event ids.
    watcher.sent_ids = now
    const did = new Map(added_ids.map((id) => [id, organisation.positions.movementOf(id)]))
    const added = await this.#read(viewer, added_ids)
    // The figures agree with the rows.
    const result = organisation.learn(did, added.movement) ? { ...found, movements: query().movements } : found
    const serialised = JSON.stringify(result)
    if (!whole && serialised === watcher.last_sent && added_ids.length === 0 && removed_ids.length === 0) return
    watcher.last_sent = serialised
    const update: ViewportUpdate = { whole, gone: removed_ids, ...added, ...result }
    if (!watcher.ended) this.#options.send(room, 'viewport_update', update)
  }

  async #read(
    viewer: Viewer,
    tracker_ids: number[],
  ): Promise<Pick<ViewportUpdate, 'trackers' | 'events' | 'presence' | 'movement'>> {
    if (tracker_ids.length === 0) return { trackers: [], events: [], presence: [], movement: [] }
    const { db } = this.#options
    const [trackers, events, presence, movement] = await Promise.all([
      namesOf(db, viewer, tracker_ids),
      lastEvents(db, viewer, { tracker_ids }),
      presenceOf(db, viewer, { tracker_ids }),
      movementsOf(db, viewer, { tracker_ids }),
    ])
    return { trackers, events, presence, movement }
  }
}

const sees = ({ sees_all, user_id, group_ids }: Viewer, { owner_user_id, group_id }: Belonging) =>
  sees_all || user_id === owner_user_id || (group_id !== null && group_ids.includes(group_id))

/** `replaces` says that it is the tracker's last event, though others may have arrived later: it was changed by hand. */
export type OwnedEvent = Belonging & { event: LiveEvent; replaces?: boolean }
export type OwnedMovement = Belonging & { organisation_id: number; movement: TrackerMovement }
type OwnedPresence = Belonging & { organisation_id: number; tracker_id: number; online: boolean; changed_at: string }

type Watcher = {
  room: string
  viewer: Viewer
  view: View | null
  /** Single markers sent to the client; null before the first update. */
  sent_ids: Set<number> | null
  /** The last result sent, serialised. */
  last_sent: string
  /** The organisation's version at the last update. */
  sent_version: number
  busy: boolean
  pending: boolean
  refreshed_at: number
  views: number
  views_since: number
  ended: boolean
}

export type Watching = { view(input: unknown): ViewAnswer; end(): void }
export type WatchersOptions = {
  db: Kysely<Database>
  log: Logger
  send(room: string, name: 'positions' | 'presence' | 'movement' | 'viewport_update', body: unknown): void
}
