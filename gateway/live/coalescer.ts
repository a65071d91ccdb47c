import type { TrackerEvent } from '../ingest/event.ts'

const INTERVAL_MS = 100

/**
 * Sends each room at most ten messages a second, with one entry for each tracker: its newest. The first change after a
 * quiet moment goes out at once.
 */
export class Coalescer {
  #send: (room: string, events: TrackerEvent[]) => void
  #rooms = new Map<string, Map<number, TrackerEvent>>()
  #timer: NodeJS.Timeout | null = null
  #scheduled = false

  constructor(send: (room: string, events: TrackerEvent[]) => void) {
    this.#send = send
  }

  add(room: string, event: TrackerEvent): void {
    let events = this.#rooms.get(room)
    if (!events) {
      events = new Map()
      this.#rooms.set(room, events)
    }
    events.set(event.tracker_id, event)
    if (this.#timer || this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {}, 0).unref()
  }

  #flush(): void {
    for (const [room, events] of this.#rooms) this.#send(room, [...events.values()])
    this.#rooms.clear()
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#rooms.size > 0) this.#flush()
    }, INTERVAL_MS)
  }
}
