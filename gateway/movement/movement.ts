import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Breath } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
import type { JudgedEvent } from '../ingest/write.ts'
import { withBoundaries } from './boundaries.ts'
import { fixOfEvent } from './fixes.ts'
import { readFixes } from './history.ts'
import { recompute } from './recompute.ts'
import { compareFixes, type Fix, initialState } from './rules/index.ts'
import { locateFixes, Run } from './run.ts'
import { type Behind, claim, listBehind, NotFollowed, type TrackerKey } from './store.ts'

/**
 * Follows trackers: finds trips, stops and the rest in what has been committed, after its acknowledgement. What this
 * process has not in memory, since it was stopped, the queue was full, or another process had it, is read from history.
 */
export class Movement {
  readonly #options: MovementOptions
  /** Trackers that this process follows, those used last at the end. */
  readonly #runs = new Map<number, Run>()
  /** Reports of trackers that wait. */
  #queue = new Map<number, { key: TrackerKey; fixes: Fix[] }>()
  #queued = 0
  /** Trackers of which this process has not all reports in memory: they are read from history first. */
  readonly #behind = new Map<number, TrackerKey>()
  /** The tracker that is being read from history: its reports wait. */
  #reading: number | null = null
  #oldest_at: number | null = null
  #stopped = false
  #turn: Promise<void> = Promise.resolve()
  /** Between two passes of the queue. */
  readonly task: PeriodicTask
  /** Reads what is behind: after an upgrade, late data, corrections, and a process that died. */
  readonly catching_up: PeriodicTask

  constructor(options: MovementOptions) {
    this.#options = options
    this.task = {
      name: 'movement',
      interval_ms: 500,
      run: () => inBackground(() => this.#exclusively(() => this.run())),
    }
    this.catching_up = {
      name: 'movement of the past',
      interval_ms: 5_000,
      run: () => inBackground(() => this.catchUp().then(() => {})),
    }
  }

  /** Reports that wait. */
  get waiting(): number {
    return this.#queued
  }

  /** Trackers that wait to be read from history. */
  get behind(): number {
    return this.#behind.size
  }

  /** Seconds since the oldest report that waits was committed. */
  get lag_s(): number {
    return this.#oldest_at === null ? 0 : (Date.now() - this.#oldest_at) / 1000
  }

  /** Hands on what a batch has committed. What does not fit is read from history. */
  add(events: readonly JudgedEvent[]): void {
    for (const event of events) {
      const { organisation_id, tracker_id } = event.entry
      const fix = fixOfEvent(event)
      if (!fix) continue
      if (this.#queued < MAX_QUEUED) this.#enqueue({ organisation_id, tracker_id }, [fix])
      else this.#behind.set(tracker_id, { organisation_id, tracker_id })
    }
  }

  #enqueue(key: TrackerKey, fixes: Fix[]): void {
    const own = this.#queue.get(key.tracker_id)
    if (own) own.fixes.push(...fixes)
    else this.#queue.set(key.tracker_id, { key, fixes })
    this.#queued += fixes.length
    this.#oldest_at ??= Date.now()
  }

  /** Advances all trackers whose reports wait, and writes those with changes, or not written for some minutes. */
  async run(): Promise<void> {
    const queue = this.#queue
    this.#queue = new Map()
    this.#queued = 0
    this.#oldest_at = null
    const steps: { run: Run; fixes: Fix[] }[] = []
    for (const [tracker_id, { key, fixes }] of queue) {
      const run = this.#runs.get(tracker_id)
      if (!run || tracker_id === this.#reading || this.#behind.has(tracker_id)) {
        if (tracker_id !== this.#reading) this.#behind.set(tracker_id, key)
        this.#enqueue(key, fixes)
        continue
      }
      // Late ones are marked in the database, in their transaction.
      const newer = fixes.filter((fix) => compareFixes(fix, run.state) > 0).sort(compareFixes)
      if (newer.length > 0) steps.push({ run, fixes: newer })
    }
    if (steps.length === 0) return
    const bounded = await withBoundaries(this.#options.db, organisationsOf(steps))
    await locateFixes(
      this.#options.db,
      steps.filter(({ run }) => bounded.has(run.tracker.organisation_id)),
    )
    const breath = new Breath()
    for (const { run, fixes } of steps) {
      run.take(fixes)
      await breath.take()
    }
    for (const { run } of steps) if (isDue(run)) await this.#write(run)
    this.#forgetOldest()
  }

  /** Reads from history what is behind, tracker by tracker; resumed where it was after a crash. */
  async catchUp(): Promise<number> {
    const { db, gateway_id } = this.#options
    const listed = new Map((await listBehind(db, gateway_id, BEHIND)).map((one) => [one.tracker_id, one]))
    for (const key of this.#behind.values()) {
      if (!listed.has(key.tracker_id)) listed.set(key.tracker_id, { ...key, is_dirty: false })
    }
    let done = 0
    for (const one of listed.values()) {
      if (this.#stopped) break
      await this.#exclusively(async () => {
        this.#reading = one.tracker_id
        try {
          if (await this.#catchUpOne(one)) done++
          this.#behind.delete(one.tracker_id)
        } finally {
          this.#reading = null
        }
      })
    }
    return done
  }

  /** Reads no more from history: the process stops. */
  freeze(): void {
    this.#stopped = true
  }

  /** Writes all that is in memory, so that a regular stop leaves nothing to be read again. */
  async stop(): Promise<void> {
    this.freeze()
    await this.flush()
  }

  /** Writes all trackers as far as they are followed. */
  async flush(): Promise<void> {
    await this.#exclusively(async () => {
      await this.run()
      for (const run of this.#runs.values()) if (run.state.at > run.written_at) await this.#write(run)
    })
  }

  /** Follows no tracker any more: all are read from the database when they report next. */
  forget(): void {
    this.#runs.clear()
  }

  /** A pass of the queue and a tracker of the past take turns: each has the runs for itself. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#turn
    let end = () => {}
    this.#turn = new Promise((resolve) => {
      end = resolve
    })
    await before
    try {
      return await work()
    } finally {
      end()
    }
  }

  async #write(run: Run): Promise<void> {
    try {
      await run.write(this.#options.db, this.#options.gateway_id)
      this.#options.metrics.written.inc()
    } catch (error) {
      // What is in the database stands: it is read again from there.
      this.#runs.delete(run.tracker.tracker_id)
      if (!(error instanceof NotFollowed)) throw error
    }
  }

  async #catchUpOne({ organisation_id, tracker_id, is_dirty }: Behind): Promise<boolean> {
    const { db, gateway_id, metrics } = this.#options
    const key = { organisation_id, tracker_id }
    const known = this.#runs.get(tracker_id)
    if (known && !is_dirty && known.state.at > known.written_at) {
      await this.#write(known)
      return true
    }
    if (known && known.state.at > known.written_at) await this.#write(known)
    this.#runs.delete(tracker_id)
    const [tracker] = await claim(db, gateway_id, [key])
    if (!tracker) {
      // Another process follows it, or it was deleted.
      this.#queued -= this.#queue.get(tracker_id)?.fixes.length ?? 0
      this.#queue.delete(tracker_id)
      return false
    }
    try {
      let state = tracker.state
      if (is_dirty) {
        const result = await recompute(db, gateway_id, tracker)
        metrics.recomputed.inc(result.reports)
        state = result.state
      }
      const run = new Run({ ...tracker, state })
      await this.#readOn(run)
      this.#runs.set(tracker_id, run)
      return true
    } catch (error) {
      if (error instanceof NotFollowed) return false
      throw error
    }
  }

  /** Advances from the checkpoint to the end of history, written part by part. */
  async #readOn(run: Run): Promise<void> {
    const { db, gateway_id } = this.#options
    const has_boundaries = (await withBoundaries(db, [run.tracker.organisation_id])).size > 0
    const from = run.state === initialState ? null : run.state.at
    for await (const page of readFixes(db, run.tracker, from)) {
      const fixes = page.filter((fix) => compareFixes(fix, run.state) > 0)
      if (fixes.length === 0) continue
      if (has_boundaries) await locateFixes(db, [{ run, fixes }])
      run.take(fixes)
      if (run.waiting >= PART || run.state.at - run.written_at > PART_MS) await run.write(db, gateway_id)
      if (this.#stopped) break
    }
    if (run.state.at > run.written_at) await run.write(db, gateway_id)
  }

  #forgetOldest(): void {
    for (const [tracker_id, run] of this.#runs) {
      if (this.#runs.size <= MAX_FOLLOWED) return
      if (run.state.at <= run.written_at) this.#runs.delete(tracker_id)
    }
  }
}

const isDue = (run: Run) => run.hasChanged || run.state.at - run.written_at >= WRITE_EVERY_MS

const organisationsOf = (steps: { run: Run }[]) => [...new Set(steps.map(({ run }) => run.tracker.organisation_id))]

/** Some 200 bytes each. */
const MAX_QUEUED = 50_000
/** Some 3 kB each. */
const MAX_FOLLOWED = 50_000
/** Trackers that one pass reads from history. */
const BEHIND = 500
const WRITE_EVERY_MS = 3 * 60_000
const PART = 100
/** Of history that is written at once. */
const PART_MS = 7 * 86_400_000

export type MovementOptions = {
  db: Kysely<Database>
  gateway_id: string
  log: Logger
  metrics: { written: { inc(): void }; recomputed: { inc(reports: number): void } }
}
