import type { Entry } from './entry.ts'

/**
 * Per-tracker queues. A tracker's reports keep their order because it is in one batch at a time; a flood from one
 * tracker delays only itself, since a batch takes a limited share of each queue.
 */
export class TrackerQueues {
  #queues = new Map<number, TrackerQueue>()
  #ready: TrackerQueue[] = []
  #head = 0
  /** Queued reports, without those in a batch. */
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

  /** Whether a batch can be taken; reports of trackers in a running batch wait for its end. */
  get hasReady(): boolean {
    return this.#head < this.#ready.length
  }

  /** Takes up to `limit` reports, round-robin over the trackers. Each batch must end with `finish` or `putBack`. */
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

  /** Ends a stored batch: its trackers' next reports may be taken. */
  finish(batch: Entry[]): void {
    for (const queue of this.#queuesOf(batch)) {
      queue.entries = queue.entries.slice(queue.taken)
      queue.taken = 0
      if (queue.entries.length > 0) this.#ready.push(queue)
      else this.#queues.delete(queue.tracker_id)
    }
  }

  /** Ends a failed batch: its reports are queued again in their order. */
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
