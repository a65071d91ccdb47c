import type { Kysely } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Breath } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
import type { Committed } from '../ingest/batch.ts'
import { Announcer } from './announcer.ts'
import { Backlog } from './backlog.ts'
import { Budget } from './budget.ts'
import { fixOfEvent } from './fixes.ts'
import { ReportQueue } from './queue.ts'
import { readOn, readTogether } from './read_on.ts'
import { recompute } from './recompute.ts'
import { Rests } from './rests.ts'
import { compareFixes, type Fix } from './rules/index.ts'
import { locateFixes, type MovementChange, type Run, writeRuns } from './run.ts'
import { claim, markChanged, NotFollowed, type TrackerKey } from './store.ts'
import { Turns } from './turns.ts'
import { Unwritten } from './unwritten.ts'

/**
 * Follows trackers: finds trips, stops and the rest in what has been committed, after its acknowledgement. What this
 * process has not in memory, since it was stopped, the thread was busy, or another process had it, is read from history.
 */
export class Movement {
  readonly #options: MovementOptions
  readonly #budget = new Budget()
  /** Trackers that this process follows, those used last at the end. */
  readonly #runs = new Map<number, Run>()
  readonly #queue = new ReportQueue()
  /** Trackers of which this process has not all reports in memory: they are read from history first. */
  readonly #behind = new Map<number, TrackerKey & { since: number }>()
  readonly #unwritten = new Unwritten()
  readonly #backlog: Backlog
  readonly #announcer = new Announcer()
  /** Trackers that are being read from history: their reports wait. */
  readonly #reading = new Set<number>()
  readonly #rests = new Rests(this.#budget)
  /** A pass of the queue and the begin of reading have the runs for themselves. */
  readonly #turns = new Turns()
  /** One tracker is read at a time. */
  readonly #reading_turns = new Turns()
  /** Between two passes of the queue. */
  readonly task: PeriodicTask
  /** Reads what is behind: after an upgrade, late data, corrections, and a process that died. */
  readonly catching_up: PeriodicTask

  constructor(options: MovementOptions) {
    this.#options = options
    this.#backlog = new Backlog(options.db, options.gateway_id)
    this.task = {
      name: 'movement',
      interval_ms: 500,
      run: () => inBackground(() => this.#turns.take(() => this.#pass())),
    }
    this.catching_up = {
      name: 'movement of the past',
      interval_ms: 5_000,
      run: () => inBackground(() => this.catchUp().then(() => {})),
    }
  }

  /** Reports that wait. */
  get waiting(): number {
    return this.#queue.reports
  }

  /** Trackers that wait to be read from history. */
  get behind(): number {
    return this.#behind.size
  }

  /** Trackers whose history has not been read at all, when they were counted last. */
  get unread(): number {
    return this.#backlog.unread
  }

  /** Seconds since the oldest report that waits was committed, in memory or to be read from history. */
  get lag_s(): number {
    const behind = this.#behind.values().next().value
    return Math.max(this.#queue.lag_s, behind ? (Date.now() - behind.since) / 1000 : 0)
  }

  /** Hands on what a batch has committed. What does not fit is read from history. */
  add(committed: Pick<Committed, 'events' | 'followed'>): void {
    // After the acknowledgements.
    setImmediate(() => this.#add(committed))
  }

  #add({ events, followed }: Pick<Committed, 'events' | 'followed'>): void {
    this.#budget.note(events.length)
    // Beyond the budget not even the fixes are kept: they are read again.
    const is_beyond = this.#budget.left_ms <= 0
    this.#budget.spend(() => {
      for (const event of events) {
        const { organisation_id, tracker_id } = event.entry
        // Late ones are marked in the database, in their transaction.
        if (event.verdict.late || this.#behind.has(tracker_id)) continue
        // Another process has stored reports of it in between: this one takes it over, and reads them.
        const key = { organisation_id, tracker_id }
        if (is_beyond || this.#queue.reports >= MAX_QUEUED || !followed.has(tracker_id)) {
          this.#fallBehind(key)
          continue
        }
        const fix = fixOfEvent(event)
        if (fix) this.#queue.add(key, fix)
      }
    })
  }

  /** Its reports that wait are in history, too. */
  #fallBehind(key: TrackerKey): void {
    if (!this.#behind.has(key.tracker_id)) this.#behind.set(key.tracker_id, { ...key, since: Date.now() })
    this.#queue.remove(key.tracker_id)
  }

  /** A pass of the queue, as far as the budget goes; writes what has changed, and what was not written for minutes. */
  async #pass(all = false): Promise<void> {
    this.#budget.refill()
    await this.#follow(all)
    await this.#writeDue(all)
    this.#publish()
    this.#forgetOldest()
  }

  async #follow(all: boolean): Promise<void> {
    const breath = new Breath()
    const changed: (TrackerKey & { at: number })[] = []
    while (!this.#queue.isEmpty) {
      const steps = this.#takeSteps(all, changed)
      if (steps.length === 0) break
      await locateFixes(this.#options.db, steps).catch((error) => {
        for (const { run } of steps) this.#drop(run)
        throw error
      })
      for (const { run, fixes } of steps) {
        this.#budget.spend(() => run.take(fixes))
        this.#note(run)
        await breath.take()
      }
    }
    if (changed.length > 0) await markChanged(this.#options.db, changed)
  }

  /** Takes reports of some trackers from the queue, as many as are followed in some ten milliseconds. */
  #takeSteps(all: boolean, changed: (TrackerKey & { at: number })[]): { run: Run; fixes: Fix[] }[] {
    const steps: { run: Run; fixes: Fix[] }[] = []
    let reports = 0
    for (const { key, fixes } of this.#queue) {
      const { tracker_id } = key
      if (!all && this.#budget.left_ms <= 0) break
      if (reports >= STEP) break
      if (this.#reading.has(tracker_id)) {
        // Its history is read to the end; more than this of it is read again.
        if (fixes.length > MAX_WAITING) this.#fallBehind(key)
        continue
      }
      const run = this.#runs.get(tracker_id)
      if (!run) {
        this.#fallBehind(key)
        continue
      }
      this.#queue.remove(tracker_id)
      const newer = fixes.filter((fix) => compareFixes(fix, run.state) > 0).sort(compareFixes)
      const older = fixes.find((fix) => compareFixes(fix, run.state) < 0)
      if (older) changed.push({ organisation_id: key.organisation_id, tracker_id, at: older.at })
      if (newer.length === 0) continue
      steps.push({ run, fixes: newer })
      reports += newer.length
    }
    return steps
  }

  #note(run: Run): void {
    this.#announcer.note(run)
    this.#unwritten.note(run)
  }

  /** Once it is written: who connects reads it from there. */
  #publish(): void {
    const changes = this.#budget.spend(() => this.#announcer.take(this.#runs.values()))
    if (changes.length > 0) this.#options.on_changes?.(changes)
  }

  /** Metres of the trip that a tracker is on; null at rest, and of one that is not followed here. */
  distanceOf(tracker_id: number): number | null {
    return this.#runs.get(tracker_id)?.distance_m ?? null
  }

  async #writeDue(all: boolean): Promise<void> {
    const runs = this.#unwritten.due(all)
    for (let at = 0; at < runs.length; at += WRITE_PART) {
      if (!all && this.#budget.left_ms <= 0) break
      await this.#write(runs.slice(at, at + WRITE_PART))
    }
  }

  async #write(runs: Run[]): Promise<void> {
    const { db, gateway_id, metrics } = this.#options
    try {
      const lost = await writeRuns(db, gateway_id, runs, (work) => this.#budget.spend(work))
      // Those are followed where they report now.
      for (const run of lost) this.#forget(run)
      metrics.written.inc(runs.length - lost.length)
    } catch (error) {
      // What is in the database stands: it is read again from there.
      for (const run of runs) this.#drop(run)
      throw error
    }
    for (const run of runs) this.#unwritten.remove(run)
  }

  #forget(run: Run): void {
    this.#runs.delete(run.tracker.tracker_id)
    this.#unwritten.remove(run)
    this.#announcer.remove(run)
  }

  #drop(run: Run): void {
    this.#forget(run)
    const { organisation_id, tracker_id } = run.tracker
    this.#fallBehind({ organisation_id, tracker_id })
  }

  /**
   * Reads from history what is behind, tracker by tracker; resumed where it was after a crash.
   *
   * @param hurries without rests for others
   * @returns how many trackers
   */
  catchUp({ hurries = false } = {}): Promise<number> {
    const read = () => this.#reading_turns.take(() => this.#catchUp())
    return hurries ? this.#rests.without(read) : read()
  }

  async #catchUp(): Promise<number> {
    let done = 0
    const listed = await this.#backlog.list([...this.#behind.values()])
    // Most have been away for minutes only, as after a restart: they are read together.
    const recent = listed.filter(({ tracker_id, is_dirty }) => !is_dirty && this.#behind.has(tracker_id))
    const read = new Set<number>()
    for (let at = 0; at < recent.length && !this.#rests.isStopped; at += TOGETHER) {
      this.#rests.begin()
      for (const tracker_id of await this.#catchUpTogether(recent.slice(at, at + TOGETHER))) read.add(tracker_id)
      await this.#rests.rest()
    }
    done += read.size
    for (const { is_dirty, ...key } of listed) {
      if (this.#rests.isStopped) break
      if (read.has(key.tracker_id)) continue
      this.#rests.begin()
      if (await this.#catchUpOne(key, is_dirty)) done++
      await this.#rests.rest()
    }
    return done
  }

  async #catchUpOne(key: TrackerKey, is_dirty: boolean): Promise<boolean> {
    const { tracker_id } = key
    const reports_here = this.#behind.has(tracker_id)
    try {
      await this.#beginReading([key])
      return await this.#read(key, is_dirty, reports_here)
    } catch (error) {
      if (error instanceof NotFollowed) return false
      this.#fallBehind(key)
      throw error
    } finally {
      this.#reading.delete(tracker_id)
    }
  }

  /** What is committed from here on waits in the queue; what was committed before is read. */
  #beginReading(keys: readonly TrackerKey[]): Promise<void> {
    return this.#turns.take(async () => {
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

  /** @returns those that are followed now; others stay behind, and are read one by one */
  async #catchUpTogether(keys: readonly TrackerKey[]): Promise<number[]> {
    const { db, gateway_id } = this.#options
    const left = new Map(keys.map((key) => [key.tracker_id, key]))
    try {
      await this.#beginReading(keys)
      const runs = await readTogether(db, gateway_id, [...left.values()])
      for (const run of runs) {
        this.#runs.set(run.tracker.tracker_id, run)
        this.#note(run)
        left.delete(run.tracker.tracker_id)
      }
      return runs.map(({ tracker }) => tracker.tracker_id)
    } finally {
      for (const { tracker_id } of keys) this.#reading.delete(tracker_id)
      for (const key of left.values()) this.#fallBehind(key)
    }
  }

  async #read(key: TrackerKey, is_dirty: boolean, takes_over: boolean): Promise<boolean> {
    const { db, gateway_id, metrics } = this.#options
    const [tracker] = await claim(db, gateway_id, [key], takes_over)
    if (!tracker) {
      // Another process follows it, or it was deleted.
      this.#queue.remove(key.tracker_id)
      return false
    }
    const continues = () => this.#rests.rest()
    let { state } = tracker
    if (is_dirty) {
      const result = await recompute(db, gateway_id, tracker, continues)
      if (!result) return false
      metrics.recomputed.inc(result.reports)
      state = result.state
    }
    const taken_over = tracker.was_elsewhere && !is_dirty
    const run = await readOn(db, gateway_id, { ...tracker, state }, { taken_over, step: STEP, continues })
    // One that reports no more is not kept in memory.
    if (!this.#rests.isStopped && (Date.now() - run.state.at < KEPT_MS || this.#queue.has(key.tracker_id))) {
      this.#runs.set(key.tracker_id, run)
      this.#announcer.note(run)
    }
    return true
  }

  /** Reads no more from history: the process stops. */
  freeze(): void {
    this.#rests.stop()
  }

  /** Writes all that is in memory, so that a regular stop leaves nothing to be read again. */
  async stop(): Promise<void> {
    this.freeze()
    await this.flush()
  }

  /** Follows and writes all that waits, whatever it takes. */
  async flush(): Promise<void> {
    await this.#turns.take(() => this.#pass(true))
  }

  /** Follows no tracker any more: all are read from the database when they report next. */
  forget(): void {
    this.#runs.clear()
    this.#unwritten.clear()
    this.#backlog.scanSoon()
  }

  #forgetOldest(): void {
    for (const [tracker_id, run] of this.#runs) {
      if (this.#runs.size <= MAX_FOLLOWED) return
      if (!this.#unwritten.has(run)) this.#runs.delete(tracker_id)
    }
  }
}

/** Some 300 bytes each. */
const MAX_QUEUED = 50_000
/** Of one tracker, while its history is read. */
const MAX_WAITING = 5000
/** Some 3 kB each. */
const MAX_FOLLOWED = 20_000
/** Reports that are followed at once. */
const STEP = 1000
/** Trackers that one transaction writes. */
const WRITE_PART = 25
/** Trackers that are read from history together. */
const TOGETHER = 25
const KEPT_MS = 3_600_000

export type MovementOptions = {
  db: Kysely<Database>
  gateway_id: string
  /** Trackers that do something else now, once that is written. */
  on_changes?: (changes: MovementChange[]) => void
  metrics: { written: { inc(trackers: number): void }; recomputed: { inc(reports: number): void } }
}
