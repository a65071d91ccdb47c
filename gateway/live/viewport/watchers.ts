import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/tables/index.ts'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import type { TrackerEvent } from '../../ingest/event.ts'
import { Coalescer } from '../coalescer.ts'
import type { Scene, ViewAnswer, Viewer } from '../messages.ts'
import { lastEvents, namesOf, presenceOf } from '../snapshot.ts'
import { Organisation } from './organisation.ts'
import { look, type Sight } from './sight.ts'
import { readView, type View } from './viewport.ts'

/** Between two looks of one client. */
const GAP_MS = 200
/** What has moved is looked at again so often. */
const EVERY_MS = 1000
/** A map that is dragged asks some four times a second. */
const MOST_VIEWS = 40

/** The clients that look at a part of a large fleet. Each is told what is new in its view, and what is dense as counts. */
export class Watchers {
  #options: WatchersOptions
  #organisations = new Map<number, Organisation>()
  #watchers = new Map<number, Set<Watcher>>()
  #coalescer: Coalescer<TrackerEvent>
  readonly task: PeriodicTask = { name: 'viewport updates', interval_ms: EVERY_MS, run: () => this.#lookAgain() }

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

  /** @returns what the connection has to be told: a view that it looks at, and that it has ended */
  add(room: string, viewer: Viewer): Watching {
    const { organisation_id } = viewer
    const watcher: Watcher = {
      ...{ room, viewer, view: null, shown: null, told: '', seen: -1, busy: false, again: false },
      ...{ looked_at: 0, views: 0, views_since: 0, ended: false },
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

  /** Committed events, wherever they were committed. */
  moved(events: OwnedEvent[]): void {
    for (const { event, owner_user_id } of events) {
      const organisation = this.#organisations.get(event.organisation_id)
      if (!organisation) continue
      const left = organisation.move(event, owner_user_id)
      for (const watcher of this.#watchers.get(event.organisation_id)!) {
        if (watcher.shown?.has(event.tracker_id) && sees(watcher.viewer, owner_user_id)) {
          this.#coalescer.add(watcher.room, event.tracker_id, event)
        } else if (left) this.#look(watcher)
      }
    }
  }

  presence(changes: OwnedPresence[]): void {
    for (const { organisation_id, owner_user_id, tracker_id, online, changed_at } of changes) {
      const organisation = this.#organisations.get(organisation_id)
      if (!organisation) continue
      organisation.setOffline(tracker_id, !online)
      for (const { room, shown, viewer } of this.#watchers.get(organisation_id)!) {
        if (shown?.has(tracker_id) && sees(viewer, owner_user_id))
          this.#options.send(room, 'presence', [{ tracker_id, online, changed_at }])
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
    if (++watcher.views > MOST_VIEWS) {
      return { field: null, message: `At most ${MOST_VIEWS} views a second are taken.` }
    }
    const view = readView(input)
    if ('message' in view) return view
    watcher.view = view
    watcher.seen = -1
    this.#look(watcher)
    return {}
  }

  #lookAgain(): void {
    for (const [organisation_id, watchers] of this.#watchers) {
      const { version } = this.#organisations.get(organisation_id)!
      for (const watcher of watchers) if (watcher.seen !== version) this.#look(watcher)
    }
  }

  /** One look at a time, and not at once after another; what is asked for meanwhile is one look more. */
  #look(watcher: Watcher): void {
    if (watcher.busy) watcher.again = true
    if (watcher.busy || !watcher.view || watcher.ended) return
    watcher.busy = true
    const wait = Math.max(0, watcher.looked_at + GAP_MS - Date.now())
    setTimeout(async () => {
      watcher.again = false
      watcher.looked_at = Date.now()
      try {
        await this.#show(watcher)
      } catch (error) {
        this.#options.log.warn({ err: error }, 'a view could not be shown')
      }
      watcher.busy = false
      if (watcher.again) this.#look(watcher)
    }, wait).unref()
  }

  async #show(watcher: Watcher): Promise<void> {
    const { room, viewer } = watcher
    const organisation = this.#organisations.get(viewer.organisation_id)
    await organisation?.loaded
    if (!organisation || watcher.ended) return
    watcher.seen = organisation.version
    const { tracker_ids, ...sight } = look(
      organisation.whereabouts,
      viewer.sees_all ? null : viewer.user_id,
      watcher.view!,
    )
    const before = watcher.shown ?? new Set()
    const now = new Set(tracker_ids)
    const came = tracker_ids.filter((id) => !before.has(id))
    const gone = [...before].filter((id) => !now.has(id))
    const whole = watcher.shown === null
    // From now on they are told at once; what is read below is older, and the client knows by the event's id.
    watcher.shown = now
    const news = await this.#read(viewer, came)
    const told = JSON.stringify(sight)
    if (!whole && told === watcher.told && came.length === 0 && gone.length === 0) return
    watcher.told = told
    const scene: Scene = { whole, gone, ...news, ...sight }
    if (!watcher.ended) this.#options.send(room, 'scene', scene)
  }

  async #read(viewer: Viewer, tracker_ids: number[]): Promise<Pick<Scene, 'trackers' | 'events' | 'presence'>> {
    if (tracker_ids.length === 0) return { trackers: [], events: [], presence: [] }
    const { db } = this.#options
    const [trackers, events, presence] = await Promise.all([
      namesOf(db, viewer, tracker_ids),
      lastEvents(db, viewer, { tracker_ids }),
      presenceOf(db, viewer, { tracker_ids }),
    ])
    return { trackers, events, presence }
  }
}

const sees = (viewer: Viewer, owner_user_id: number | null) => viewer.sees_all || viewer.user_id === owner_user_id

export type OwnedEvent = { event: TrackerEvent; owner_user_id: number | null }
type OwnedPresence = {
  organisation_id: number
  owner_user_id: number | null
  tracker_id: number
  online: boolean
  changed_at: string
}

type Watcher = {
  room: string
  viewer: Viewer
  view: View | null
  /** Those that the client has been sent one by one; null before the first time. */
  shown: Set<number> | null
  /** What else it was told last. */
  told: string
  /** The organisation's version at the last look. */
  seen: number
  busy: boolean
  again: boolean
  looked_at: number
  views: number
  views_since: number
  ended: boolean
}

export type Watching = { view(input: unknown): ViewAnswer; end(): void }
export type WatchersOptions = {
  db: Kysely<Database>
  log: Logger
  send(room: string, name: 'positions' | 'presence' | 'scene', body: unknown): void
}
export type { Sight }
