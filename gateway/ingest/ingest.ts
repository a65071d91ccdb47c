import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { failureOf } from '#db/errors.ts'
import type { Database } from '#db/tables/index.ts'
import type { Report } from '../protocols/report.ts'
import { type Committed, storeBatch } from './batch.ts'
import { type Done, type Entry, makeEntry, type Outcome, type Reporter } from './entry.ts'
import { isDuplicate } from './failure.ts'
import { setAside } from './set_aside.ts'
import { States } from './states.ts'
import { TrackerQueues } from './tracker_queues.ts'

/**
 * Stores reports in batches. A batch is what has arrived while the last one was being committed: no timer delays
 * reports when idle, and batches grow under load. `done` is called after the commit.
 *
 * While the database is unavailable nothing is lost or acknowledged: the batch is retried with backoff.
 */
export class Ingest {
  #db: Kysely<Database>
  #options: IngestOptions
  #queues = new TrackerQueues()
  #states = new States()
  #running = 0
  #scheduled = false
  #retry: NodeJS.Timeout | null = null
  #pause_ms = 0
  #idle: (() => void)[] = []

  constructor(db: Kysely<Database>, options: IngestOptions) {
    this.#db = db
    this.#options = options
  }

  /**
   * Queues a report. Transports read on from a connection when everything read from it is done, so their socket buffers
   * bound the queues (backpressure); new connections are refused while `full`.
   *
   * @param redelivered the transport may have delivered this report before
   */
  add(reporter: Reporter, report: Report, redelivered: boolean, done: Done): void {
    this.#queues.push(makeEntry(reporter, report, redelivered, done))
    // Once per iteration of the event loop.
    if (!this.#scheduled && !this.#retry) {
      this.#scheduled = true
      setImmediate(() => {
        this.#scheduled = false
        this.#start()
      })
    }
  }

  /** Queued reports. */
  get waiting(): number {
    return this.#queues.waiting
  }

  get full(): boolean {
    return this.#queues.waiting >= this.#options.max_waiting
  }

  /** Whether the database took the last batch. */
  get healthy(): boolean {
    return this.#retry === null && this.#pause_ms === 0
  }

  /** Resolves when the queues are empty (true), or after `timeout_ms` (false). */
  async drain(timeout_ms = 20_000): Promise<boolean> {
    if (this.#isIdle()) return true
    let timer: NodeJS.Timeout | undefined
    const drained = await Promise.race([
      new Promise<boolean>((resolve) => this.#idle.push(() => resolve(true))),
      new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, timeout_ms, false)
      }),
    ])
    clearTimeout(timer)
    return drained
  }

  /** Drops queued reports: they were never acknowledged, so their devices keep them. */
  stop(): void {
    if (this.#retry) clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {}, 0).unref()
  }

  #isIdle(): boolean {
    return this.#running === 0 && this.#queues.waiting === 0
  }

  #start(): void {
    const { max_batch, queue_share, parallel, second_batch_from } = this.#options
    while (!this.#retry && this.#running < parallel && this.#queues.hasReady) {
      // A second concurrent batch only pays above a minimum size.
      if (this.#running > 0 && this.#queues.waiting < second_batch_from) break
      const batch = this.#queues.take(max_batch, queue_share)
      this.#running++
      this.#run(batch).finally(() => {
        this.#running--
        this.#start()
        if (this.#isIdle()) for (const callback of this.#idle.splice(0)) callback()
      })
    }
  }

  async #run(batch: Entry[]): Promise<void> {
    const started_at = performance.now()
    const stored = new Set<Entry>()
    try {
      for await (const committed of this.#store(batch)) {
        for (const entry of committed.outcomes.keys()) stored.add(entry)
        this.#announce(committed, (performance.now() - started_at) / 1000)
      }
      this.#pause_ms = 0
      this.#queues.end(batch, stored)
    } catch (error) {
      this.#queues.end(batch, stored)
      this.#wait(error as Error)
    }
  }

  /** What is committed stays so: who is notified of it cannot undo it, nor keep it from the others. */
  #announce(committed: Committed, seconds: number): void {
    this.#tell(() => this.#options.on_committed(committed, seconds))
    for (const [entry, outcome] of committed.outcomes) this.#tell(() => entry.done(outcome))
  }

  #tell(notify: () => void): void {
    try {
      notify()
    } catch (error) {
      this.#options.log.error({ err: error }, 'a stored report was not passed on')
    }
  }

  /**
   * Stores a batch, of each tracker from its beginning to its end. If the database refuses its data, bisects it to the
   * refused report and sets that aside.
   *
   * @yields each part when it is committed, so that it counts even if the database is away before the next
   */
  async *#store(batch: Entry[], tried = 0): AsyncGenerator<Committed> {
    let left = batch
    let parts: Entry[][]
    try {
      for await (const committed of storeBatch(this.#db, this.#states, batch)) {
        yield committed
        left = left.filter((entry) => !committed.outcomes.has(entry))
      }
      return
    } catch (error) {
      this.#states.forget(left)
      const failure = failureOf(error)
      if (failure === 'away') throw error
      // Cached states may be the cause: another gateway or an administrator has written since.
      if (tried < (failure === 'conflict' ? MAX_CONFLICTS : 1)) parts = [left]
      else if (failure === 'conflict') throw error
      else if (left.length > 1) parts = halvesOf(left)
      else {
        yield isDuplicate(error) ? outcomeOf(left[0]!, 'duplicate') : await this.#setAside(left[0]!, error as Error)
        return
      }
    }
    for (const part of parts) yield* this.#store(part, parts.length > 1 ? 1 : tried + 1)
  }

  async #setAside(entry: Entry, error: Error): Promise<Committed> {
    const { organisation_id, tracker_id } = entry
    this.#options.log.warn({ organisation_id, tracker_id, reason: error.message }, 'report set aside')
    return outcomeOf(entry, (await setAside(this.#db, entry, error.message)) ? 'set_aside' : 'unknown_tracker')
  }

  #wait(error: Error): void {
    if (this.#retry) return
    if (this.#pause_ms === 0)
      this.#options.log.error({ err: error }, 'the database does not store reports; retrying with backoff')
    this.#pause_ms = Math.min(1_000, Math.max(20, this.#pause_ms * 2))
    this.#options.on_waiting()
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#start()
    }, this.#pause_ms)
  }
}

/** After this many conflicts the batch is retried with backoff. */
const MAX_CONFLICTS = 5

function halvesOf(batch: Entry[]): Entry[][] {
  const middle = batch.length >> 1
  return [batch.slice(0, middle), batch.slice(middle)]
}

const outcomeOf = (entry: Entry, outcome: Outcome): Committed => ({
  outcomes: new Map([[entry, outcome]]),
  events: [],
  alerts: [],
  followed: new Set(),
})

export type IngestOptions = {
  log: Logger
  /** Queued reports at which new connections are refused. */
  max_waiting: number
  max_batch: number
  /** Maximum reports of one tracker in a batch. */
  queue_share: number
  /** Concurrent batches. */
  parallel: number
  /** Queued reports at which a second concurrent batch starts. */
  second_batch_from: number
  on_committed(committed: Committed, seconds: number): void
  on_waiting(): void
}

/**
 * The embedded database has one connection. The share of one tracker bounds how long its flood delays others; alone, a
 * tracker still gets far more than its rate limit.
 */
export const ingestDefaults = {
  embedded: { max_waiting: 20_000, max_batch: 500, queue_share: 64, parallel: 1, second_batch_from: 0 },
  server: { max_waiting: 50_000, max_batch: 1000, queue_share: 64, parallel: 3, second_batch_from: 100 },
} as const
