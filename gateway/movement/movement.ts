import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Breath } from '#db/pace.ts'
import type { Committed } from '../ingest/batch.ts'
import type { RoadLimits } from '../roads/index.ts'
import { CatchingUp, type CatchingUpOptions } from './catching_up.ts'
import { fixOfEvent } from './fixes.ts'
import { type FollowedOptions, FollowedTrackers } from './followed.ts'
import { STEP } from './read_on.ts'
import { compareFixes, type Fix } from './rules/index.ts'
import { locateFixes, type MovementChange, type Run } from './run.ts'
import { markChanged, type TrackerKey } from './store.ts'

/**
 * Follows trackers: finds trips, stops and the rest in what has been committed, after its acknowledgement. What is not
 * in this process's memory, after a stop, while the thread is busy or from another process, is left to `CatchingUp`.
 */
export class Movement {
  readonly #options: MovementOptions
  readonly #followed: FollowedTrackers
  readonly #catching_up: CatchingUp
  /** Between two passes of the queue. */
  readonly task: PeriodicTask

  constructor(options: MovementOptions) {
    this.#options = options
    this.#followed = new FollowedTrackers(options)
    this.#catching_up = new CatchingUp(options, this.#followed)
    this.task = {
      name: 'movement',
      interval_ms: 500,
      run: () => inBackground(() => this.#followed.turns.take(() => this.#pass())),
    }
  }

  /** Reads what is behind from history. */
  get catching_up(): PeriodicTask {
    return this.#catching_up.task
  }

  /** Speed limits of roads, where roads are known. */
  get roads(): RoadLimits | null {
    return this.#options.roads ?? null
  }

  /** Reports that wait. */
  get waiting(): number {
    return this.#followed.queue.reports
  }

  /** Trackers that wait to be read from history. */
  get behind(): number {
    return this.#followed.behind_count
  }

  /** Trackers whose history has not been read at all, when they were counted last. */
  get unread(): number {
    return this.#catching_up.unread
  }

  /** Seconds since the oldest report that waits was committed, in memory or to be read from history. */
  get lag_s(): number {
    return this.#followed.lag_s
  }

  /** Metres of the trip that a tracker is on; null at rest, and where another process follows it. */
  distanceOf(tracker_id: number): number | null {
    return this.#followed.get(tracker_id)?.distance_m ?? null
  }

  /** Hands on what a batch has committed. What does not fit is read from history. */
  add(committed: Pick<Committed, 'events' | 'followed'>): void {
    // After the acknowledgements.
    setImmediate(() => this.#add(committed))
  }

  #add({ events, followed }: Pick<Committed, 'events' | 'followed'>): void {
    const { budget, queue } = this.#followed
    budget.note(events.length)
    const is_beyond = budget.isOverdrawn
    budget.spend(() => {
      for (const event of events) {
        const { organisation_id, tracker_id } = event.entry
        // Late ones are marked in the database, in their transaction.
        if (event.verdict.late || this.#followed.isBehind(tracker_id)) continue
        // Another process has stored reports of it in between: this one takes it over, and reads them.
        const key = { organisation_id, tracker_id }
        if (is_beyond || queue.reports >= MAX_QUEUED || !followed.has(tracker_id)) {
          this.#followed.fallBehind(key)
          continue
        }
        const fix = fixOfEvent(event)
        if (fix) queue.add(key, fix)
      }
    })
  }

  /** A pass of the queue, as far as the budget goes; writes what has changed, and what was not written for minutes. */
  async #pass(all = false): Promise<void> {
    this.#followed.budget.refill()
    await this.#follow(all)
    await this.#followed.writeDue(all)
    // Published once it is written: who connects reads it from there.
    const changes = this.#followed.takeChanges()
    if (changes.length > 0) this.#options.on_changes?.(changes)
    this.#followed.forgetOldest()
  }

  async #follow(all: boolean): Promise<void> {
    const breath = new Breath()
    const changed: (TrackerKey & { at: number })[] = []
    while (!this.#followed.queue.isEmpty) {
      const steps = this.#takeSteps(all, changed)
      if (steps.length === 0) break
      const located = this.#followed.budget.wait(() => locateFixes(this.#options, steps))
      await located.catch((error) => {
        for (const { run } of steps) this.#followed.drop(run)
        throw error
      })
      for (const { run, fixes } of steps) {
        this.#followed.budget.spend(() => run.take(fixes))
        this.#followed.note(run)
        await breath.take()
      }
    }
    if (changed.length > 0) await markChanged(this.#options.db, changed)
  }

  /** Takes reports of some trackers from the queue, as many as are followed in some ten milliseconds. */
  #takeSteps(all: boolean, changed: (TrackerKey & { at: number })[]): { run: Run; fixes: Fix[] }[] {
    const { budget, queue } = this.#followed
    const steps: { run: Run; fixes: Fix[] }[] = []
    let reports = 0
    for (const { key, fixes } of queue) {
      const { tracker_id } = key
      if (!all && budget.left_ms <= 0) break
      if (reports >= STEP) break
      if (this.#followed.isBeingRead(tracker_id)) {
        // Its history is read to the end; more than this of it is read again.
        if (fixes.length > MAX_WAITING) this.#followed.fallBehind(key)
        continue
      }
      const run = this.#followed.get(tracker_id)
      if (!run) {
        this.#followed.fallBehind(key)
        continue
      }
      queue.remove(tracker_id)
      const newer = fixes.filter((fix) => compareFixes(fix, run.state) > 0).sort(compareFixes)
      const older = fixes.find((fix) => compareFixes(fix, run.state) < 0)
      if (older) changed.push({ organisation_id: key.organisation_id, tracker_id, at: older.at })
      if (newer.length === 0) continue
      steps.push({ run, fixes: newer })
      reports += newer.length
    }
    return steps
  }

  /**
   * Reads all that is behind now.
   *
   * @param hurries without rests for others
   * @returns how many trackers
   */
  catchUp(how?: { hurries?: boolean }): Promise<number> {
    return this.#catching_up.run(how)
  }

  /** Reads no more from history: the process stops. */
  freeze(): void {
    this.#catching_up.freeze()
  }

  /** Writes all that is in memory, so that a regular stop leaves nothing to be read again. */
  async stop(): Promise<void> {
    this.freeze()
    await this.flush()
    await this.#options.roads?.stop()
  }

  /** Follows and writes all that waits, whatever it takes. */
  async flush(): Promise<void> {
    await this.#followed.turns.take(() => this.#pass(true))
  }

  /** Follows no tracker any more: all are read from the database when they report next. */
  forget(): void {
    this.#followed.clear()
    this.#catching_up.scanSoon()
  }
}

/** Some 300 bytes each. */
const MAX_QUEUED = 50_000
/** Of one tracker, while its history is read. */
const MAX_WAITING = 5000

export type MovementOptions = FollowedOptions &
  CatchingUpOptions & {
    /** Trackers that do something else now, once that is written. */
    on_changes?: (changes: MovementChange[]) => void
  }
