import type { Fix } from './rules/index.ts'
import type { TrackerKey } from './store.ts'

/** Reports of trackers that wait to be followed, those of the tracker that waits longest first. */
export class ReportQueue {
  readonly #waiting = new Map<number, Waiting>()
  #reports = 0

  get reports(): number {
    return this.#reports
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** Seconds since the oldest report that waits was added. */
  get lag_s(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const { since } of this.#waiting.values()) oldest = Math.min(oldest, since)
    return oldest === Number.POSITIVE_INFINITY ? 0 : Math.max(0, Date.now() - oldest) / 1000
  }

  has(tracker_id: number): boolean {
    return this.#waiting.has(tracker_id)
  }

  add(key: TrackerKey, fix: Fix): void {
    let own = this.#waiting.get(key.tracker_id)
    if (!own) {
      own = { key, fixes: [], since: Date.now() }
      this.#waiting.set(key.tracker_id, own)
    }
    own.fixes.push(fix)
    this.#reports++
  }

  remove(tracker_id: number): void {
    this.#reports -= this.#waiting.get(tracker_id)?.fixes.length ?? 0
    this.#waiting.delete(tracker_id)
  }

  [Symbol.iterator](): IterableIterator<Waiting> {
    return this.#waiting.values()
  }
}

type Waiting = { key: TrackerKey; fixes: Fix[]; since: number }
