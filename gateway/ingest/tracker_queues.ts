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
      queue = { tracker_id: entry.tracker_id, entries: [], taken: 0, stored: 0 }
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

  /** Takes up to `limit` reports, round-robin over the trackers. Each batch must `end`. */
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

  /**
   * Ends a batch of which reports are stored, all or some or none, of each tracker the first ones: the others are queued
   * again in their order, and their trackers' next reports may be taken.
   */
  end(batch: Entry[], stored: ReadonlySet<Entry>): void {
    for (const { tracker_id } of stored) this.#queues.get(tracker_id)!.stored++
    for (const queue of this.#queuesOf(batch)) {
      if (queue.stored > 0) queue.entries = queue.entries.slice(queue.stored)
      queue.taken = queue.stored = 0
      if (queue.entries.length > 0) this.#ready.push(queue)
      else this.#queues.delete(queue.tracker_id)
    }
    this.waiting += batch.length - stored.size
  }

  #queuesOf(batch: Entry[]): Set<TrackerQueue> {
    const queues = new Set<TrackerQueue>()
    for (const entry of batch) queues.add(this.#queues.get(entry.tracker_id)!)
    return queues
  }
}

type TrackerQueue = { tracker_id: number; entries: Entry[]; taken: number; stored: number }
