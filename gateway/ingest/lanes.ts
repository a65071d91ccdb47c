import type { Entry } from './entry.ts'

/**
 * The queue: a lane for each tracker. A tracker's reports keep their order because its lane is in one batch at a time;
 * a flood from one device waits behind itself, since a batch takes only so many from a lane.
 */
export class Lanes {
  #lanes = new Map<number, Lane>()
  #ready: Lane[] = []
  #head = 0
  /** Reports that wait, those in a batch not counted. */
  waiting = 0

  push(entry: Entry): void {
    let lane = this.#lanes.get(entry.tracker_id)
    if (!lane) {
      lane = { tracker_id: entry.tracker_id, entries: [], taken: 0 }
      this.#lanes.set(entry.tracker_id, lane)
      this.#ready.push(lane)
    }
    lane.entries.push(entry)
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
      const lane = this.#ready[this.#head++]!
      lane.taken = Math.min(lane.entries.length, share, limit - batch.length)
      for (let i = 0; i < lane.taken; i++) batch.push(lane.entries[i]!)
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
    for (const lane of this.#lanesOf(batch)) {
      lane.entries = lane.entries.slice(lane.taken)
      lane.taken = 0
      if (lane.entries.length > 0) this.#ready.push(lane)
      else this.#lanes.delete(lane.tracker_id)
    }
  }

  /** The batch did not get through: all of it waits again, in its old order. */
  putBack(batch: Entry[]): void {
    for (const lane of this.#lanesOf(batch)) {
      lane.taken = 0
      this.#ready.push(lane)
    }
    this.waiting += batch.length
  }

  #lanesOf(batch: Entry[]): Set<Lane> {
    const lanes = new Set<Lane>()
    for (const entry of batch) lanes.add(this.#lanes.get(entry.tracker_id)!)
    return lanes
  }
}

type Lane = { tracker_id: number; entries: Entry[]; taken: number }
