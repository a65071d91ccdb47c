import type { AlertRow, OwnedAlert } from '#db/alerts/owned.ts'
import type { LiveFeed } from '#db/live/feed.ts'
import { liveRooms, roomsOf, roomsOfBoth } from '#db/live_rooms.ts'
import type { PresenceChange } from '../presence/store.ts'
import type { Viewer } from './messages.ts'
import type { OwnedEvent, OwnedMovement } from './viewport/watchers.ts'

/** The programs of this process that follow an organisation. Each has the rooms that its person would be in. */
export class Listeners {
  #of = new Map<number, Set<Listener>>()

  get organisation_ids(): Iterable<number> {
    return this.#of.keys()
  }

  get size(): number {
    return this.#of.size
  }

  has(organisation_id: number): boolean {
    return this.#of.has(organisation_id)
  }

  /** @returns ends it, without a word to the feed */
  add(viewer: Viewer, feed: LiveFeed): () => void {
    const { organisation_id, user_id, session_id } = viewer
    const rooms = new Set([
      liveRooms.session(session_id),
      liveRooms.user(user_id),
      liveRooms.organisation(organisation_id),
      liveRooms.everybody,
      ...roomsOfViewer(viewer),
    ])
    const listener = { rooms, feed }
    const listeners = this.#of.get(organisation_id) ?? new Set()
    this.#of.set(organisation_id, listeners.add(listener))
    return () => this.#remove(organisation_id, listener)
  }

  moved(events: OwnedEvent[]): void {
    this.#tell(
      events,
      ({ event, ...belonging }) => [event.organisation_id, roomsOf(event.organisation_id, belonging)],
      (feed, seen) => feed.positions(seen.map(({ event }) => event)),
    )
  }

  presence(changes: PresenceChange[]): void {
    this.#tell(
      changes,
      (change) => [change.organisation_id, roomsOf(change.organisation_id, change)],
      (feed, seen) =>
        feed.presence(seen.map(({ tracker_id, online, changed_at }) => ({ tracker_id, online, changed_at }))),
    )
  }

  movement(changes: OwnedMovement[]): void {
    this.#tell(
      changes,
      (change) => [change.organisation_id, roomsOf(change.organisation_id, change)],
      (feed, seen) => feed.movement(seen.map(({ movement }) => movement)),
    )
  }

  alerts(alerts: OwnedAlert[]): void {
    this.#tell(
      alerts,
      ({ other, ...alert }) => [alert.organisation_id, roomsOfBoth(alert.organisation_id, alert, other)],
      (feed, seen) => {
        for (const { owner_user_id: _o, group_id: _g, other: _other, ...alert } of seen) feed.alert(alert as AlertRow)
      },
    )
  }

  /** Ends those in a room, or all. */
  close(room: string = liveRooms.everybody): void {
    for (const [organisation_id, listeners] of this.#of) {
      for (const listener of [...listeners]) {
        if (!listener.rooms.has(room)) continue
        this.#remove(organisation_id, listener)
        listener.feed.end()
      }
    }
  }

  #remove(organisation_id: number, listener: Listener): void {
    const listeners = this.#of.get(organisation_id)
    if (!listeners?.delete(listener) || listeners.size > 0) return
    this.#of.delete(organisation_id)
  }

  /** Gives each feed what is in one of its rooms. */
  #tell<Change>(changes: Change[], of: (change: Change) => [number, string[]], give: Give<Change>): void {
    if (this.#of.size === 0) return
    const seen = new Map<Listener, Change[]>()
    for (const change of changes) {
      const [organisation_id, rooms] = of(change)
      for (const listener of this.#of.get(organisation_id) ?? []) {
        if (!rooms.some((room) => listener.rooms.has(room))) continue
        seen.set(listener, [...(seen.get(listener) ?? []), change])
      }
    }
    for (const [{ feed }, its] of seen) give(feed, its)
  }
}

/** The rooms in which what a viewer sees of trackers is published. */
export const roomsOfViewer = ({ organisation_id, user_id, sees_all, group_ids }: Viewer): string[] =>
  sees_all
    ? [liveRooms.staff(organisation_id)]
    : [liveRooms.owner(organisation_id, user_id), ...group_ids.map((id) => liveRooms.group(organisation_id, id))]

type Listener = { rooms: Set<string>; feed: LiveFeed }
type Give<Change> = (feed: LiveFeed, seen: Change[]) => void
