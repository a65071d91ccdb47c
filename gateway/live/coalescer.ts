const INTERVAL_MS = 100

/**
 * Throttles each room to ten messages a second, with the newest entry of each tracker. The first change after a pause
 * is sent immediately.
 */
export class Coalescer<Entry> {
  #send: (room: string, entries: Entry[]) => void
  #rooms = new Map<string, Map<number, Entry>>()
  #timer: NodeJS.Timeout | null = null
  #scheduled = false

  constructor(send: (room: string, entries: Entry[]) => void) {
    this.#send = send
  }

  add(room: string, tracker_id: number, entry: Entry): void {
    let entries = this.#rooms.get(room)
    if (!entries) {
      entries = new Map()
      this.#rooms.set(room, entries)
    }
    entries.set(tracker_id, entry)
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
    for (const [room, entries] of this.#rooms) this.#send(room, [...entries.values()])
    this.#rooms.clear()
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#rooms.size > 0) this.#flush()
    }, INTERVAL_MS)
  }
}
