import type { Server } from 'socket.io'
import type { OwnedAlert } from '#db/alerts/owned.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { PresenceChange } from '../../presence/store.ts'
import type { OwnedEvent, OwnedMovement } from './watchers.ts'

/** Interval of announcing the watched organisations. */
const ANNOUNCE_MS = 10_000

/**
 * Announces the organisations watched here to other processes, and forwards local changes of the organisations they
 * watch.
 */
export class Neighbours {
  #io: Io
  #receivers: readonly Receiver[]
  /** Organisations watched by others, with the expiry of the announcement. */
  #watched = new Map<number, number>()
  readonly task: PeriodicTask = {
    name: 'viewports of other processes',
    interval_ms: ANNOUNCE_MS,
    run: () => this.announce(),
  }

  constructor(io: Io, receivers: readonly Receiver[]) {
    this.#io = io
    this.#receivers = receivers
    const each = (tell: (receiver: Receiver) => void) => this.#receivers.forEach(tell)
    io.on('watching', (ids) => {
      for (const id of ids) this.#watched.set(id, Date.now() + 3 * ANNOUNCE_MS)
    })
    io.on('moved', (events) => each((receiver) => receiver.moved(events)))
    io.on('presence', (changes) => each((receiver) => receiver.presence(changes)))
    io.on('movement', (changes) => each((receiver) => receiver.movement(changes)))
    io.on('alerts', (alerts) => each((receiver) => receiver.alerts?.(alerts)))
    io.on('closed', (room) => each((receiver) => receiver.close?.(room)))
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

  alerts(alerts: OwnedAlert[]): void {
    const watched = alerts.filter(({ organisation_id }) => this.watch(organisation_id))
    if (watched.length > 0) this.#io.serverSideEmit('alerts', watched)
  }

  /** The adapter of the clients closes theirs, and knows of no others. */
  close(room: string): void {
    this.#io.serverSideEmit('closed', room)
  }

  announce(): void {
    const ids = [...new Set(this.#receivers.flatMap(({ organisation_ids }) => [...organisation_ids]))]
    if (ids.length > 0) this.#io.serverSideEmit('watching', ids)
  }
}

/** Events between processes about watched organisations. */
export type NeighbourMessages = {
  /** Clients of the sender have viewports on these organisations' fleets, or programs follow them. */
  watching(organisation_ids: number[]): void
  moved(events: OwnedEvent[]): void
  presence(changes: PresenceChange[]): void
  movement(changes: OwnedMovement[]): void
  alerts(alerts: OwnedAlert[]): void
  /** Who is in the room is closed. */
  closed(room: string): void
}

/** Gets the changes of the organisations that it names, of all processes. */
export type Receiver = {
  readonly organisation_ids: Iterable<number>
  moved(events: OwnedEvent[]): void
  presence(changes: PresenceChange[]): void
  movement(changes: OwnedMovement[]): void
  alerts?(alerts: OwnedAlert[]): void
  close?(room: string): void
}

// biome-ignore lint/suspicious/noExplicitAny: the events to clients do not matter here
type Io = Server<any, any, NeighbourMessages>
