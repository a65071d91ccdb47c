import type { Server as HttpServer } from 'node:http'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { LiveFeed } from '#db/live/feed.ts'
import { liveRooms, roomsOf, roomsOfBoth } from '#db/live_rooms.ts'
import type { Database } from '#db/tables/index.ts'
import type { OwnedAlert } from '../ingest/alerts.ts'
import { type TrackerEvent, toEvent } from '../ingest/event.ts'
import type { JudgedEvent } from '../ingest/write.ts'
import type { TrackerKey } from '../links/command.ts'
import type { MovementChange } from '../movement/run.ts'
import type { PresenceChange } from '../presence/store.ts'
import { Coalescer } from './coalescer.ts'
import { Lent } from './lent.ts'
import { Listeners, roomsOfViewer } from './listeners.ts'
import type {
  ClientMessages,
  Handshake,
  LiveEvent,
  RoomEvent,
  ServerMessages,
  TrackerMovement,
  TrackerPresence,
  ViewAnswer,
  Viewer,
} from './messages.ts'
import { belongingsOf, lastEvents, movementsOf, presenceOf, recentAlerts } from './snapshot.ts'
import { type NeighbourMessages, Neighbours } from './viewport/neighbours.ts'
import { type OwnedEvent, Watchers } from './viewport/watchers.ts'

/** Pushes committed events to the people who may see them: rooms follow access. */
export class Live {
  #io: Server<ClientMessages, ServerMessages, ProcessMessages>
  #options: LiveOptions
  #coalescer = new Coalescer<JudgedEvent>((room, judged) =>
    this.#io.to(room).emit(
      'positions',
      judged.map((each) => this.#withDistance(toEvent(each))),
    ),
  )
  #watchers: Watchers
  #listeners = new Listeners()
  #lent: Lent
  #neighbours: Neighbours | undefined

  constructor(options: LiveOptions) {
    this.#options = options
    this.#io = new Server({
      transports: ['websocket'],
      // @fastify/websocket handles upgrades on the same server: its connections must not be destroyed.
      destroyUpgrade: false,
      serveClient: false,
      maxHttpBufferSize: 16 * 1024,
      connectTimeout: 10_000,
      ...(options.adapter && { adapter: options.adapter }),
    })
    this.#io.use(async (socket, next) => {
      try {
        const viewer = await options.authorize(socket.handshake.auth as Handshake)
        if (!viewer) return next(new Error('unauthorized'))
        socket.data = viewer
        next()
      } catch (error) {
        // A session that could not be read has not ended: the client tries again with it.
        options.log.warn({ err: error }, 'a live connection could not be authorised')
        next(new Error('unavailable'))
      }
    })
    this.#io.on('revoked', (tracker_id, except) => options.on_revoked(tracker_id, except ?? undefined))
    this.#io.on('waiting', (tracker) => options.on_tracker_changed(tracker))
    this.#watchers = new Watchers({
      db: options.db,
      log: options.log,
      send: (room, name, body) => this.#io.local.to(room).emit(name as 'viewport_update', body as never),
    })
    this.#lent = new Lent({ ...options, send: (room, positions) => this.emit(room, 'lent', positions) })
    if (options.adapter) this.#neighbours = new Neighbours(this.#io as never, [this.#watchers, this.#listeners])
    this.#io.on('connection', (socket) => {
      this.#welcome(socket).catch((error) => {
        options.log.warn({ err: error }, 'sending the snapshot failed')
        socket.disconnect(true)
      })
    })
  }

  /** `announce` only with several processes. */
  get tasks(): { viewports: PeriodicTask; lent: PeriodicTask; announce: PeriodicTask | undefined } {
    return { viewports: this.#watchers.task, lent: this.#lent.task, announce: this.#neighbours?.task }
  }

  attach(server: HttpServer): void {
    this.#io.attach(server)
  }

  get connections(): number {
    return this.#io.engine?.clientsCount ?? 0
  }

  /** Late events are history and not published. */
  publish(events: JudgedEvent[]): void {
    this.#lent.moved(events)
    const watched: OwnedEvent[] = []
    for (const judged of events) {
      if (judged.verdict.late) continue
      const { organisation_id, tracker_id } = judged.entry
      if (this.#isWatched(organisation_id)) {
        const { owner_user_id, group_id } = judged.tracker
        watched.push({ event: this.#withDistance(toEvent(judged)), owner_user_id, group_id })
      }
      for (const room of roomsOf(organisation_id, judged.tracker)) this.#add(room, tracker_id, judged)
    }
    if (watched.length === 0) return
    this.#watchers.moved(watched)
    this.#listeners.moved(watched)
    this.#neighbours?.moved(watched)
  }

  /** Publishes the last event of a tracker as it is stored: it was changed by hand, and may be older than the one before. */
  publishLastEvent(tracker: TrackerKey): void {
    this.#publishStored(tracker).catch((error) =>
      this.#options.log.warn({ err: error }, 'publishing a changed position failed'),
    )
  }

  async #publishStored({ organisation_id, tracker_id }: TrackerKey): Promise<void> {
    const { db } = this.#options
    const everything = { organisation_id, user_id: 0, session_id: null, sees_all: true, group_ids: [] }
    const [event] = await lastEvents(db, everything, { tracker_ids: [tracker_id] })
    const belonging = await db
      .selectFrom('tracker')
      .select(['owner_user_id', 'group_id'])
      .where('id', '=', tracker_id)
      .executeTakeFirst()
    if (!event || !belonging) return
    for (const room of roomsOf(organisation_id, belonging)) this.#io.to(room).emit('positions', [event])
    if (!this.#isWatched(organisation_id)) return
    const watched = [{ event, ...belonging, replaces: true }]
    this.#watchers.moved(watched)
    this.#listeners.moved(watched)
    this.#neighbours?.moved(watched)
  }

  /** Counters come with the next report, so that they cost no messages. */
  #withDistance(event: LiveEvent): LiveEvent {
    const distance_m = this.#options.distanceOf?.(event.tracker_id)
    return distance_m == null ? event : { ...event, distance_m: Math.round(distance_m) }
  }

  /** Publishes that trackers move, rest or are silent from now on. */
  publishMovement(changes: MovementChange[]): void {
    // Clients may be connected to other processes.
    if (this.connections === 0 && this.#listeners.size === 0 && !this.#options.adapter) return
    this.#publishMovement(changes).catch((error) =>
      this.#options.log.warn({ err: error }, 'publishing the movement of trackers failed'),
    )
  }

  async #publishMovement(changes: MovementChange[]): Promise<void> {
    const belongings = await belongingsOf(
      this.#options.db,
      changes.map(({ tracker_id }) => tracker_id),
    )
    const owned = changes.flatMap(({ organisation_id, ...movement }) => {
      const belonging = belongings.get(movement.tracker_id)
      return belonging ? [{ organisation_id, ...belonging, movement }] : []
    })
    const rooms = new Map<string, TrackerMovement[]>()
    for (const { organisation_id, movement, ...belonging } of owned) {
      for (const name of roomsOf(organisation_id, belonging)) rooms.set(name, [...(rooms.get(name) ?? []), movement])
    }
    for (const [room, entries] of rooms) this.#io.to(room).emit('movement', entries)
    const watched = owned.filter(({ organisation_id }) => this.#isWatched(organisation_id))
    this.#watchers.movement(watched)
    this.#listeners.movement(watched)
    this.#neighbours?.movement(watched)
  }

  publishAlerts(alerts: OwnedAlert[]): void {
    // Programs that follow do not know the tracker of a fire drill.
    const real = alerts.filter(({ drill }) => !drill)
    this.#listeners.alerts(real)
    this.#neighbours?.alerts(real)
    for (const { owner_user_id, group_id, other, ...alert } of alerts) {
      const rooms = roomsOfBoth(alert.organisation_id, { owner_user_id, group_id }, other)
      this.#io.to([...rooms, ...rooms.map(liveRooms.alertsOnly)]).emit('alert', alert)
    }
  }

  publishPresence(changes: PresenceChange[]): void {
    const rooms = new Map<string, TrackerPresence[]>()
    for (const { organisation_id, tracker_id, online, changed_at, ...belonging } of changes) {
      for (const name of roomsOf(organisation_id, belonging)) {
        const entries = rooms.get(name) ?? []
        entries.push({ tracker_id, online, changed_at })
        rooms.set(name, entries)
      }
    }
    for (const [room, entries] of rooms) this.#io.to(room).emit('presence', entries)
    const watched = changes.filter(({ organisation_id }) => this.#isWatched(organisation_id))
    this.#watchers.presence(watched)
    this.#listeners.presence(watched)
    this.#neighbours?.presence(watched)
  }

  /** Emits an event to a room in all processes; `everybody` is all clients. */
  emit(room: string, ...event: RoomEvent): void {
    // The compiler does not see that a tuple of the union fits one of its overloads.
    const [name, body] = event as ['message', Parameters<ServerMessages['message']>[0]]
    this.#io.to([room, liveRooms.alertsOnly(room)]).emit(name, body)
  }

  /** Closes the connections in a room of a session, a user or a group of trackers, in all processes. */
  close(room: string): void {
    // The adapter alone would send this to Redis and wait for it to return.
    const rooms = [room, liveRooms.alertsOnly(room)]
    this.#io.local.in(rooms).disconnectSockets(true)
    this.#io.in(rooms).disconnectSockets(true)
    this.#listeners.close(room)
    this.#neighbours?.close(room)
  }

  /** Closes the connections of a room in this process. */
  closeHere(room: string): void {
    this.#io.local.in(room).disconnectSockets(true)
    this.#listeners.close(room)
  }

  /**
   * Closes all connections of this process over a few seconds after a Redis outage: rights may have changed, and
   * clients fetch missed events on reconnecting.
   */
  renew(): void {
    this.#listeners.close()
    for (const socket of this.#io.sockets.sockets.values()) {
      setTimeout(() => socket.disconnect(true), Math.random() * RENEW_WITHIN_MS).unref()
    }
  }

  /**
   * Lets a program of this process follow what a person sees, from now on.
   *
   * @returns ends it
   */
  follow(viewer: Viewer, feed: LiveFeed): () => void {
    const end = this.#listeners.add(viewer, feed)
    this.#neighbours?.announce()
    return end
  }

  /** Closes a tracker's device connections in all processes. */
  revoke(tracker_id: number, except?: readonly string[]): void {
    this.#options.on_revoked(tracker_id, except)
    if (this.#options.adapter) this.#io.serverSideEmit('revoked', tracker_id, except ?? null)
  }

  /** Notifies all processes that a tracker has a new command or other settings. */
  notifyTracker(tracker: TrackerKey): void {
    this.#options.on_tracker_changed(tracker)
    if (this.#options.adapter) this.#io.serverSideEmit('waiting', tracker)
  }

  async stop(): Promise<void> {
    this.#coalescer.stop()
    this.#watchers.stop()
    this.#listeners.close()
    // Without `local` the adapter would close the clients of all other processes too.
    this.#io.local.disconnectSockets(true)
    await this.#io.of('/').adapter.close()
    // Not the server's own `close`, which waits for open HTTP connections: the API closes those.
    this.#io.engine?.close()
  }

  /** Skips empty rooms; rooms of other processes are not known here. */
  #add(room: string, tracker_id: number, judged: JudgedEvent): void {
    if (this.#options.adapter || this.#io.sockets.adapter.rooms.has(room)) this.#coalescer.add(room, tracker_id, judged)
  }

  #watch(socket: LiveSocket): void {
    const watching = this.#watchers.add(socket.id, socket.data as Viewer)
    socket.on('view', (view: unknown, answer?: (outcome: ViewAnswer) => void) => {
      const outcome = watching.view(view)
      if (typeof answer === 'function') answer(outcome)
    })
    socket.on('disconnect', watching.end)
    if (!socket.connected) watching.end()
    this.#neighbours?.announce()
  }

  #isWatched(organisation_id: number): boolean {
    return (
      this.#watchers.has(organisation_id) ||
      this.#listeners.has(organisation_id) ||
      this.#neighbours?.watch(organisation_id) === true
    )
  }

  /** Joins the room before reading past events: events in between arrive twice rather than never. */
  async #welcome(socket: LiveSocket): Promise<void> {
    const viewer = socket.data as Viewer
    const { last_event_id, only, by_view } = socket.handshake.auth as Handshake
    const since = Number.isSafeInteger(last_event_id) ? last_event_id : undefined
    const { organisation_id, user_id, session_id } = viewer
    const { session, user, organisation, everybody } = liveRooms
    await socket.join([session(session_id), user(user_id), organisation(organisation_id), everybody])
    if (only === 'notifications') return
    const rooms = roomsOfViewer(viewer)
    if (by_view === true) {
      await socket.join(rooms.map(liveRooms.alertsOnly))
      this.#watch(socket)
    } else {
      await socket.join(rooms)
      const events: TrackerEvent[] = await lastEvents(this.#options.db, viewer, { since })
      socket.emit(since === undefined ? 'snapshot' : 'positions', events)
      socket.emit('presence', await presenceOf(this.#options.db, viewer))
      socket.emit('movement', await movementsOf(this.#options.db, viewer))
    }
    if (since !== undefined)
      for (const alert of await recentAlerts(this.#options.db, viewer)) socket.emit('alert', alert)
  }
}

const RENEW_WITHIN_MS = 3_000

type LiveSocket = Parameters<Parameters<Server<ClientMessages, ServerMessages>['on']>[1]>[0]

/** Events between processes. */
type ProcessMessages = {
  revoked(tracker_id: number, except: readonly string[] | null): void
  waiting(tracker: TrackerKey): void
} & NeighbourMessages

export type LiveOptions = {
  db: Kysely<Database>
  log: Logger
  /** Resolves access rights; implemented by `api`. */
  /** @returns null for a token that is not valid, or whose person does not see the map; other errors are thrown */
  authorize(handshake: Handshake): Promise<Viewer | null>
  /** Metres of the trip that a tracker is on; null at rest. */
  distanceOf?(tracker_id: number): number | null
  on_revoked(tracker_id: number, except?: readonly string[]): void
  on_tracker_changed(tracker: TrackerKey): void
  /** socket.io's Redis adapter, with several processes. */
  // biome-ignore lint/suspicious/noExplicitAny: socket.io's own type for adapters is a constructor of any
  adapter?: any
}
