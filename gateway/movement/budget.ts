import { performance } from 'node:perf_hooks'

/**
 * What following trackers may take of the thread that devices are answered in: a small share while it is busy, more
 * while it is idle. What does not fit waits, and is read from history in the end.
 */
export class Budget {
  #left_ms = MOST_MS
  #filled_at = performance.now()
  #utilisation = performance.eventLoopUtilization()
  #busy = 0
  #arrived = 0
  /** All milliseconds of this thread so far. */
  #spent_ms = 0
  readonly #many: number

  constructor(database_kind: keyof typeof MANY_ARRIVE) {
    this.#many = MANY_ARRIVE[database_kind]
  }

  /** Milliseconds that may be spent now. */
  get left_ms(): number {
    return this.#left_ms
  }

  /** Whether so much was spent that not even the reports are kept which would wait for more: they are read again. */
  get isOverdrawn(): boolean {
    return this.#left_ms <= -MOST_DEBT_MS
  }

  /** Counts reports that were committed: while many arrive, the database is busy, too, which the thread does not show. */
  note(arrived: number): void {
    this.#arrived += arrived
  }

  /** Adds what the time since the last call gives. */
  refill(now = performance.now()): void {
    const elapsed_ms = now - this.#filled_at
    if (elapsed_ms < LEAST_MS) return
    const { utilization } = performance.eventLoopUtilization(this.#utilisation)
    this.#busy = (this.#arrived * 1000) / elapsed_ms > this.#many ? 1 : utilization
    this.#arrived = 0
    this.#utilisation = performance.eventLoopUtilization()
    this.#filled_at = now
    const share = this.#busy > BUSY ? BUSY_SHARE : IDLE_SHARE
    this.#left_ms = Math.min(MOST_MS, this.#left_ms + elapsed_ms * share)
  }

  /** Runs work that blocks the thread, and counts it. */
  spend<T>(work: () => T): T {
    const began = performance.now()
    try {
      return work()
    } finally {
      const took_ms = performance.now() - began
      this.#spent_ms += took_ms
      this.#left_ms -= took_ms
    }
  }

  /** Waits for the database. While devices keep it busy this counts like work of the thread: they wait for it, too. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now() - this.#spent_ms
    try {
      return await work()
    } finally {
      // Not again what `spend` has counted. The limit: after a stall of the database following continues soon.
      if (this.#busy > BUSY) this.#left_ms -= Math.min(MOST_WAIT_MS, performance.now() - this.#spent_ms - began)
    }
  }

  /** How long to rest after work that took so long beside other work: devices go first. */
  restAfter(worked_ms: number): number {
    return worked_ms * (this.#busy > BUSY ? 1 / BUSY_SHARE : this.#busy > HALF_BUSY ? 4 : 2)
  }
}

/** Of the thread. */
const BUSY = 0.75
const HALF_BUSY = 0.5
/** Of following, and of reading history: 3 % together. */
const BUSY_SHARE = 0.015
/** Reports a second, at a fifth to a half of what the database stores. */
const MANY_ARRIVE = { embedded: 4_000, server: 10_000 }
const IDLE_SHARE = 0.2
/** What is saved up at most while the thread is idle: two passes of the queue. */
const MOST_MS = 200
/** Of a burst, such as the first segments of thousands of trackers: paid back while the thread is idle in two seconds. */
const MOST_DEBT_MS = 400
const MOST_WAIT_MS = 500
const LEAST_MS = 100
