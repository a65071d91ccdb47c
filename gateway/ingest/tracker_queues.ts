import type { Entry } from './entry.ts'

/**
 * The queue: a lane for each tracker. A tracker's reports keep their order because its lane is in one batch at a time;
 * a flood from one device waits behind itself, since a batch takes only so many from a lane.
 */
export class TrackerQueues {
  #queues = new Map<number, TrackerQueue>()
  #ready: TrackerQueue[] = []
  #head = 0
  /** Reports that wait, those in a batch not counted. */
  waiting = 0

  push(entry: Entry): void {
    let queue = this.#queues.get(entry.tracker_id)
    if (!queue) {
      queue = { tracker_id: entry.tracker_id, entries: [], taken: 0 }
      this.#queues.set(entry.tracker_id, queue)
      this.#ready.push(queue)
    }
    queue.entries.push(entry)
    this.waiting++
  }

  /** Whether a batch could be taken now: reports of trackers in a running batch wait for its end. */
  get hasReady(): boolean {
    return this.#head < this.#ready.length
  }

  /** Takes up to `limit` reports, in fair turns. Each must be given back by `finish` or `putBack`. */
  take(limit: number, share: number): Entry[] {
    const batch: Entry[] = []
    while (batch.length < limit && this.#head < this.#ready.length) {
      const queue = this.#ready[this.#head++]!
      queue.taken = Math.min(queue.entries.length, share, limit - batch.length)
      for (let i = 0; i < queue.taken; i++) batch.push(queue.entries[i]!)
    }
    if (this.#head === this.#ready.length || this.#head > 10_000) {
      this.#ready = this.#ready.slice(this.#head)
      this.#head = 0
    }
    this.waiting -= batch.length
    return batch
  }

  /** The batch is done: its lanes may be taken again. */
  finish(batch: Entry[]): void {
    for (const queue of this.#queuesOf(batch)) {
      queue.entries = queue.entries.slice(queue.taken)
      queue.taken = 0
      if (queue.entries.length > 0) this.#ready.push(queue)
      else this.#queues.delete(queue.tracker_id)
    }
  }

  /** The batch did not get through: all of it waits again, in its old order. */
  putBack(batch: Entry[]): void {
    for (const queue of this.#queuesOf(batch)) {
      queue.taken = 0
      this.#ready.push(queue)
    }
    this.waiting += batch.length
  }

  #queuesOf(batch: Entry[]): Set<TrackerQueue> {
    const queues = new Set<TrackerQueue>()
    for (const entry of batch) queues.add(this.#queues.get(entry.tracker_id)!)
    return queues
  }
}

type TrackerQueue = { tracker_id: number; entries: Entry[]; taken: number }
