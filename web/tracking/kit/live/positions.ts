import type { Movement, Presence, TrackerEvent, TrackerMovement } from '../../types.ts'

/**
 * The last event, presence and movement of every tracker. A plain map, not React state: ten thousand trackers report each
 * second, and listeners are notified once per frame with the trackers that changed.
 */
function createPositions(schedule: Schedule = onFrame) {
  const latest = new Map<number, Latest>()
  const presence = new Map<number, Presence>()
  const movement = new Map<number, Movement>()
  const { changed, notify, subscribe } = createNotifier(schedule)
  let lastEventId: number | undefined

  function take(events: TrackerEvent[]) {
    for (const event of events) {
      latest.set(event.tracker_id, follow(latest.get(event.tracker_id), event))
      changed.add(event.tracker_id)
      const doing = event.distance_m === undefined ? undefined : movement.get(event.tracker_id)
      if (doing) movement.set(event.tracker_id, { ...doing, distance_m: event.distance_m! })
      if (lastEventId === undefined || event.id > lastEventId) lastEventId = event.id
    }
    notify()
  }

  function takePresence(trackers: Presence[]) {
    for (const each of trackers) {
      presence.set(each.tracker_id, each)
      changed.add(each.tracker_id)
    }
    notify()
  }

  function takeMovement(trackers: TrackerMovement[]) {
    for (const { tracker_id, ...doing } of trackers) {
      movement.set(tracker_id, doing)
      changed.add(tracker_id)
    }
    notify()
  }

  /** Drops trackers that have left the viewport. */
  function forget(ids: Iterable<number>) {
    for (const id of ids) {
      latest.delete(id)
      presence.delete(id)
      movement.delete(id)
      changed.add(id)
    }
    notify()
  }

  function clear() {
    for (const id of [...latest.keys(), ...presence.keys()]) changed.add(id)
    latest.clear()
    presence.clear()
    movement.clear()
    lastEventId = undefined
    notify()
  }

  return {
    latest: latest as ReadonlyMap<number, Latest>,
    presence: presence as ReadonlyMap<number, Presence>,
    movement: movement as ReadonlyMap<number, Movement>,
    take,
    takePresence,
    takeMovement,
    forget,
    clear,
    subscribe,
    lastEventId: () => lastEventId,
  }
}

/** Listeners, called once per frame with the trackers that changed. */
function createNotifier(schedule: Schedule) {
  const changed = new Set<number>()
  const listeners = new Set<Listener>()
  let scheduled = false
  return {
    changed,
    notify() {
      if (scheduled || changed.size === 0) return
      scheduled = true
      schedule(() => {
        const batch = new Set(changed)
        changed.clear()
        scheduled = false
        for (const listener of listeners) listener(batch)
      })
    },
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const positions = createPositions()

/** A report without a position (a status, an alarm without a fix) keeps the last position and its verdict. */
export function follow(before: Latest | undefined, event: TrackerEvent): Latest {
  const located = event.position !== null && event.valid
  const fix = located ? event : (before?.fix ?? null)
  const outside = fix?.outside_boundary === true
  const heading = fix?.heading ?? before?.heading ?? null
  const battery = batteryOf(event) ?? before?.battery ?? null
  return { event, fix, heading, battery, outside_since: outside ? (before?.outside_since ?? fix.fix_at) : null }
}

function batteryOf({ attributes }: TrackerEvent): number | null {
  const battery = attributes?.battery
  return typeof battery === 'number' ? battery : null
}

// A hidden tab gets no frames; its listeners are notified when it is visible again.
function onFrame(run: () => void) {
  requestAnimationFrame(run)
}

export type Latest = {
  event: TrackerEvent
  fix: TrackerEvent | null
  /** The last one that was reported: many devices report none while they wait at a light. */
  heading: number | null
  /** Percent, as it was reported last: many devices report it in messages of their own. */
  battery: number | null
  outside_since: string | null
}
type Listener = (changed: ReadonlySet<number>) => void
type Schedule = (run: () => void) => void
