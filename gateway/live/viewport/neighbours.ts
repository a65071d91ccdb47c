import type { Server } from 'socket.io'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { PresenceChange } from '../../presence/store.ts'
import type { OwnedEvent, OwnedMovement, Watchers } from './watchers.ts'

/** Interval of announcing the watched organisations. */
const ANNOUNCE_MS = 10_000

/**
 * Announces the organisations watched here to other processes, and forwards local changes of the organisations they
 * watch.
 */
export class Neighbours {
  #io: Io
  #watchers: Watchers
  /** Organisations watched by others, with the expiry of the announcement. */
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
    io.on('movement', (changes) => watchers.movement(changes))
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

  movement(changes: OwnedMovement[]): void {
    const watched = changes.filter(({ organisation_id }) => this.watch(organisation_id))
    if (watched.length > 0) this.#io.serverSideEmit('movement', watched)
  }

  announce(): void {
    const ids = [...this.#watchers.organisation_ids]
    if (ids.length > 0) this.#io.serverSideEmit('watching', ids)
  }
}

/** Events between processes about watched organisations. */
export type NeighbourMessages = {
  /** Clients of the sender have viewports on these organisations' fleets. */
  watching(organisation_ids: number[]): void
  moved(events: OwnedEvent[]): void
  presence(changes: PresenceChange[]): void
  movement(changes: OwnedMovement[]): void
}

// biome-ignore lint/suspicious/noExplicitAny: the events to clients do not matter here
type Io = Server<any, any, NeighbourMessages>
