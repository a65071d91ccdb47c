import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { Announcer } from './announcer.ts'
import { Budget } from './budget.ts'
import { ReportQueue } from './queue.ts'
import { type MovementChange, type Run, writeRuns } from './run.ts'
import type { TrackerKey } from './store.ts'
import { Turns } from './turns.ts'
import { Unwritten } from './unwritten.ts'

/** The trackers that this process follows, their reports that wait, and what of them is not written yet. */
export class FollowedTrackers {
  readonly budget: Budget
  readonly queue = new ReportQueue()
  /** A pass of the queue and the begin of reading have the runs for themselves. */
  readonly turns = new Turns()
  readonly #options: FollowedOptions
  /** Those used last at the end. */
  readonly #runs = new Map<number, Run>()
  /** Trackers of which this process has not all reports in memory: they are read from history first. */
  readonly #behind = new Map<number, TrackerKey & { since: number }>()
  /** Trackers that are being read from history: their reports wait. */
  readonly #reading = new Set<number>()
  readonly #unwritten = new Unwritten()
  readonly #announcer = new Announcer()

  constructor(options: FollowedOptions) {
    this.#options = options
    this.budget = new Budget(options.database_kind)
  }

  get(tracker_id: number): Run | undefined {
    return this.#runs.get(tracker_id)
  }

  isBehind(tracker_id: number): boolean {
    return this.#behind.has(tracker_id)
  }

  isBeingRead(tracker_id: number): boolean {
    return this.#reading.has(tracker_id)
  }

  /** Those that are to be read from history, the longest behind first. */
  get behind(): (TrackerKey & { since: number })[] {
    return [...this.#behind.values()]
  }

  /** With those that are being read. */
  get behind_count(): number {
    return this.#behind.size + this.#reading.size
  }

  /** Seconds since the oldest report that waits was committed, in memory or to be read from history. */
  get lag_s(): number {
    const behind = this.#behind.values().next().value
    return Math.max(this.queue.lag_s, behind ? (Date.now() - behind.since) / 1000 : 0)
  }

  /** Follows it from what was read. */
  begin(run: Run): void {
    this.#runs.set(run.tracker.tracker_id, run)
    this.note(run)
  }

  /** It has taken reports: something may be to be published or written. */
  note(run: Run): void {
    this.#announcer.note(run)
    this.#unwritten.note(run)
  }

  /** Its reports that wait are in history, too. */
  fallBehind({ organisation_id, tracker_id }: TrackerKey): void {
    if (!this.#behind.has(tracker_id)) {
      this.#behind.set(tracker_id, { organisation_id, tracker_id, since: Date.now() })
    }
    this.queue.remove(tracker_id)
  }

  /** After a failure: the database is right, and it is read from there again. */
  drop(run: Run): void {
    this.#forget(run)
    this.fallBehind(run.tracker)
  }

  /** Reports that are committed from here on wait in the queue; those before are read. Ended by `endReading`. */
  beginReading(keys: readonly TrackerKey[]): Promise<void> {
    return this.turns.take(async () => {
      const runs = keys.flatMap(({ tracker_id }) => this.#runs.get(tracker_id) ?? [])
      const unwritten = runs.filter((run) => this.#unwritten.has(run))
      if (unwritten.length > 0) await this.#write(unwritten)
      for (const { tracker_id } of keys) {
        this.#runs.delete(tracker_id)
        this.#reading.add(tracker_id)
        this.#behind.delete(tracker_id)
      }
    })
  }

  endReading(keys: readonly TrackerKey[]): void {
    for (const { tracker_id } of keys) this.#reading.delete(tracker_id)
  }

  /** @param all also what is not due yet, beyond the budget */
  async writeDue(all: boolean): Promise<void> {
    const runs = this.#unwritten.due(all)
    for (let at = 0; at < runs.length; at += WRITE_PART) {
      if (!all && this.budget.left_ms <= 0) break
      await this.#write(runs.slice(at, at + WRITE_PART))
    }
  }

  async #write(runs: Run[]): Promise<void> {
    const { db, gateway_id, metrics } = this.#options
    try {
      const spend = <T>(work: () => T) => this.budget.spend(work)
      const lost = await this.budget.wait(() => writeRuns(db, gateway_id, runs, spend))
      // Another process follows those now.
      for (const run of lost) this.#forget(run)
      metrics.written.inc(runs.length - lost.length)
    } catch (error) {
      for (const run of runs) this.drop(run)
      throw error
    }
    for (const run of runs) this.#unwritten.remove(run)
  }

  /** Trackers whose movement has changed since the last call. */
  takeChanges(): MovementChange[] {
    return this.budget.spend(() => this.#announcer.take(this.#runs.values()))
  }

  #forget(run: Run): void {
    this.#runs.delete(run.tracker.tracker_id)
    this.#unwritten.remove(run)
    this.#announcer.remove(run)
  }

  /** Bounds the memory: the others are read from the database when they report next. */
  forgetOldest(): void {
    for (const [tracker_id, run] of this.#runs) {
      if (this.#runs.size <= MAX_FOLLOWED) return
      if (!this.#unwritten.has(run)) this.#runs.delete(tracker_id)
    }
  }

  clear(): void {
    this.#runs.clear()
    this.#unwritten.clear()
  }
}

/** Some 3 kB each. */
const MAX_FOLLOWED = 20_000
/** Trackers that one transaction writes. */
const WRITE_PART = 25

export type FollowedOptions = {
  db: Kysely<Database>
  database_kind: 'embedded' | 'server'
  gateway_id: string
  metrics: { written: { inc(trackers: number): void } }
}
