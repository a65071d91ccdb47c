import type { Server } from 'socket.io'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import type { PresenceChange } from '../../presence/store.ts'
import type { OwnedEvent, Watchers } from './watchers.ts'

/** How often a process says whose fleets it watches. */
const ANNOUNCE_MS = 10_000

/** Tells other processes what is watched here, and tells them what is committed here of what they watch. */
export class Neighbours {
  #io: Io
  #watchers: Watchers
  /** Organisations that others watch, and until when that holds. */
  #watched = new Map<number, number>()
  readonly task: PeriodicTask = {
    name: 'viewports of other processes',
    interval_ms: ANNOUNCE_MS,
    run: () => this.announce(),
  }

  constructor(io: Io, watchers: Watchers) {
    this.#io = io
    this.#watchers = watchers
    io.on('watching', (ids) => {
      for (const id of ids) this.#watched.set(id, Date.now() + 3 * ANNOUNCE_MS)
    })
    io.on('moved', (events) => watchers.moved(events))
    io.on('presence', (changes) => watchers.presence(changes))
  }

  watch(organisation_id: number): boolean {
    return (this.#watched.get(organisation_id) ?? 0) > Date.now()
  }

  moved(events: OwnedEvent[]): void {
    const watched = events.filter(({ event }) => this.watch(event.organisation_id))
    if (watched.length > 0) this.#io.serverSideEmit('moved', watched)
  }

  presence(changes: PresenceChange[]): void {
    const watched = changes.filter(({ organisation_id }) => this.watch(organisation_id))
    if (watched.length > 0) this.#io.serverSideEmit('presence', watched)
  }

  announce(): void {
    const ids = [...this.#watchers.organisation_ids]
    if (ids.length > 0) this.#io.serverSideEmit('watching', ids)
  }
}

/** What processes tell each other of what is watched. */
export type NeighbourMessages = {
  /** Somebody looks at parts of these organisations' fleets. */
  watching(organisation_ids: number[]): void
  moved(events: OwnedEvent[]): void
  presence(changes: PresenceChange[]): void
}

// biome-ignore lint/suspicious/noExplicitAny: what is said to clients does not matter here
type Io = Server<any, any, NeighbourMessages>
