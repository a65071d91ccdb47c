import type { Belonging } from '#db/live_rooms.ts'
import { type MovementState, movementStates } from '#db/movement/now.ts'
import { type TrackerStatus, trackerStatus } from '#db/tracker_status.ts'
import { mercatorX, mercatorY } from './viewport.ts'

const LOCATED = 1
const REPORTED = 2
const OUTSIDE = 4
const INSIDE = 8
const OFFLINE = 16
const INACTIVE = 32

/** The status of each combination of flags, precomputed for counting a hundred thousand trackers. */
const statuses = Array.from({ length: 64 }, (_, flags) =>
  trackerStatus({
    active: !(flags & INACTIVE),
    reported: (flags & REPORTED) !== 0,
    outside: flags & OUTSIDE ? true : flags & INSIDE ? false : null,
    offline: (flags & OFFLINE) !== 0,
  }),
)

/**
 * Positions and statuses of an organisation's trackers in flat arrays: scanning a hundred thousand takes milliseconds.
 */
export class FleetPositions {
  size = 0
  ids = new Float64Array(1024)
  /** 0: no owner. */
  owners = new Float64Array(1024)
  /** 0: in no group. */
  groups = new Float64Array(1024)
  /** In the Mercator plane, 0 to 1. */
  xs = new Float64Array(1024)
  ys = new Float64Array(1024)
  #events = new Float64Array(1024)
  #flags = new Uint8Array(1024)
  /** Numbers of movement states. */
  #movements = new Uint8Array(1024)
  #slots = new Map<number, number>()

  /** Loads a tracker from the database; newer events are kept. */
  load(stored: StoredTracker): void {
    const slot = this.#slotOf(stored.tracker_id)
    this.#belong(slot, stored)
    this.#flag(slot, INACTIVE, !stored.active)
    this.#flag(slot, OFFLINE, stored.offline)
    this.#movements[slot] = movementStates.indexOf(stored.movement ?? 'no_data')
    if (stored.event_id !== null && stored.event_id >= this.#events[slot]!) this.#place(slot, stored.event_id, stored)
  }

  /** @returns whether the tracker is outside now and was not before */
  move(tracker_id: number, belonging: Belonging, event: Moved): boolean {
    const slot = this.#slotOf(tracker_id)
    this.#belong(slot, belonging)
    if (!event.replaces && event.event_id < this.#events[slot]!) return false
    const before = this.stateAt(slot)
    this.#place(slot, event.event_id, event)
    return before !== 'outside' && this.stateAt(slot) === 'outside'
  }

  setOffline(tracker_id: number, offline: boolean): void {
    const slot = this.#slots.get(tracker_id)
    if (slot !== undefined) this.#flag(slot, OFFLINE, offline)
  }

  setMovement(tracker_id: number, state: MovementState): void {
    const slot = this.#slots.get(tracker_id)
    if (slot !== undefined) this.#movements[slot] = movementStates.indexOf(state)
  }

  movementOf(tracker_id: number): MovementState | null {
    const slot = this.#slots.get(tracker_id)
    return slot === undefined ? null : this.movementAt(slot)
  }

  /** What it does; one without a position has no data. */
  movementAt(slot: number): MovementState {
    return movementStates[this.#movements[slot]!]!
  }

  /** Removes all other trackers. */
  keep(tracker_ids: ReadonlySet<number>): void {
    for (let slot = this.size - 1; slot >= 0; slot--) if (!tracker_ids.has(this.ids[slot]!)) this.#remove(slot)
  }

  stateAt(slot: number): TrackerStatus {
    return statuses[this.#flags[slot]!]!
  }

  isOnMap(slot: number): boolean {
    return (this.#flags[slot]! & (LOCATED | INACTIVE)) === LOCATED
  }

  /** A report without a position keeps the last position and its verdict. */
  #place(slot: number, event_id: number, { lon, lat, outside }: Place): void {
    this.#events[slot] = event_id
    this.#flag(slot, REPORTED, true)
    if (lon === null || lat === null) return
    this.#flag(slot, LOCATED, true)
    this.#flag(slot, OUTSIDE, outside === true)
    this.#flag(slot, INSIDE, outside === false)
    this.xs[slot] = mercatorX(lon)
    this.ys[slot] = mercatorY(lat)
  }

  #belong(slot: number, { owner_user_id, group_id }: Belonging): void {
    this.owners[slot] = owner_user_id ?? 0
    this.groups[slot] = group_id ?? 0
  }

  #flag(slot: number, flag: number, on: boolean): void {
    this.#flags[slot] = on ? this.#flags[slot]! | flag : this.#flags[slot]! & ~flag
  }

  #slotOf(tracker_id: number): number {
    const existing = this.#slots.get(tracker_id)
    if (existing !== undefined) return existing
    if (this.size === this.ids.length) this.#grow()
    const slot = this.size++
    this.ids[slot] = tracker_id
    this.#flags[slot] = 0
    this.#events[slot] = 0
    this.#movements[slot] = no_data
    this.#slots.set(tracker_id, slot)
    return slot
  }

  #remove(slot: number): void {
    const last = --this.size
    this.#slots.delete(this.ids[slot]!)
    if (slot === last) return
    for (const column of [
      this.ids,
      this.owners,
      this.groups,
      this.xs,
      this.ys,
      this.#events,
      this.#flags,
      this.#movements,
    ])
      column[slot] = column[last]!
    this.#slots.set(this.ids[slot]!, slot)
  }

  #grow(): void {
    const length = this.ids.length * 2
    const longer = (column: Float64Array) => {
      const next = new Float64Array(length)
      next.set(column)
      return next
    }
    ;[this.ids, this.owners, this.groups, this.xs, this.ys] = [
      longer(this.ids),
      longer(this.owners),
      longer(this.groups),
      longer(this.xs),
      longer(this.ys),
    ]
    this.#events = longer(this.#events)
    const bytes = (column: Uint8Array) => {
      const next = new Uint8Array(length)
      next.set(column)
      return next
    }
    ;[this.#flags, this.#movements] = [bytes(this.#flags), bytes(this.#movements)]
  }
}

const no_data = movementStates.indexOf('no_data')

type Place = { lon: number | null; lat: number | null; outside: boolean | null }
/** `replaces` an event with a greater id, too. */
export type Moved = Place & { event_id: number; replaces?: boolean }
export type StoredTracker = Place &
  Belonging & {
    tracker_id: number
    active: boolean
    offline: boolean
    /** Null before its first position. */
    movement: MovementState | null
    event_id: number | null
  }
