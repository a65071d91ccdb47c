import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Breath } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
import type { Committed } from '../ingest/batch.ts'
import { Budget } from './budget.ts'
import { fixOfEvent } from './fixes.ts'
import { ReportQueue } from './queue.ts'
import { readOn } from './read_on.ts'
import { recompute } from './recompute.ts'
import { compareFixes, type Fix } from './rules/index.ts'
import { locateFixes, type MovementChange, type Run, writeRuns } from './run.ts'
import { claim, countUnread, listDirty, listUnread, markChanged, NotFollowed, type TrackerKey } from './store.ts'
import { Turns } from './turns.ts'

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
  /** Runs with segments that were opened, closed or taken back. */
  readonly #changed = new Set<Run>()
  /** Runs that are ahead of their checkpoint, with the time since when. */
  readonly #unwritten = new Map<Run, number>()
  /** The tracker that is being read from history: its reports wait. */
  #reading: number | null = null
  #stopped = false
  /** Callers that wait for what is read. */
  #hurried = 0
  #scan_at = 0
  /** Runs that may do something else than was published. */
  readonly #unpublished = new Set<Run>()
  #next_sweep = 0
  #unread = 0
  readonly #began = Date.now()
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
    return this.#unread
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
      if (tracker_id === this.#reading) {
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
    this.#unpublished.add(run)
    if (run.hasChanged) this.#changed.add(run)
    if (run.state.at > run.written_at && !this.#unwritten.has(run)) this.#unwritten.set(run, Date.now())
  }

  /**
   * Publishes what trackers do now, once it is written: who connects reads it from there. Silence comes without a report, so
   * all are checked now and then.
   */
  #publish(): void {
    const is_due = Date.now() >= this.#next_sweep
    if (is_due) this.#next_sweep = Date.now() + SWEEP_MS
    const changes: MovementChange[] = []
    this.#budget.spend(() => {
      for (const run of is_due ? this.#runs.values() : this.#unpublished) {
        const change = run.changedMovement()
        if (change) changes.push(change)
      }
    })
    this.#unpublished.clear()
    if (changes.length > 0) this.#options.on_changes?.(changes)
  }

  /** Metres of the trip that a tracker is on; null at rest, and of one that is not followed here. */
  distanceOf(tracker_id: number): number | null {
    return this.#runs.get(tracker_id)?.distance_m ?? null
  }

  /** Some at a time, so that trackers that began at once are not written at once. */
  async #writeDue(all: boolean): Promise<void> {
    const due = new Set<Run>()
    const before = Date.now() - WRITE_EVERY_MS
    const most = all ? Number.POSITIVE_INFINITY : Math.max(20, Math.ceil(this.#unwritten.size / 180))
    for (const run of this.#changed) {
      if (due.size >= (all ? most : MAX_WRITTEN)) break
      due.add(run)
    }
    let counters = 0
    for (const [run, since] of this.#unwritten) {
      if (counters >= most || (!all && since > before)) break
      due.add(run)
      counters++
    }
    const runs = [...due]
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
    for (const run of runs) {
      this.#changed.delete(run)
      this.#unwritten.delete(run)
    }
  }

  #forget(run: Run): void {
    this.#runs.delete(run.tracker.tracker_id)
    this.#changed.delete(run)
    this.#unwritten.delete(run)
    this.#unpublished.delete(run)
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
  async catchUp({ hurries = false } = {}): Promise<number> {
    if (hurries) this.#hurried++
    try {
      return await this.#reading_turns.take(() => this.#catchUp())
    } finally {
      if (hurries) this.#hurried--
    }
  }

  async #catchUp(): Promise<number> {
    const { db, gateway_id } = this.#options
    const dirty = await listDirty(db, gateway_id, MAX_BEHIND)
    const keys = new Map(
      [...dirty, ...[...this.#behind.values()].slice(0, MAX_BEHIND)].map((key) => [key.tracker_id, key]),
    )
    if (Date.now() >= this.#scan_at) {
      const unread = await listUnread(db, gateway_id, MAX_BEHIND)
      this.#unread = await countUnread(db)
      // A full page has others after it, and a process that died a moment ago counts as alive.
      if (unread.length < MAX_BEHIND && Date.now() - this.#began > DEAD_AFTER_MS)
        this.#scan_at = Date.now() + SCAN_EVERY_MS
      for (const key of unread) if (!keys.has(key.tracker_id)) keys.set(key.tracker_id, key)
    }
    const is_dirty = new Set(dirty.map(({ tracker_id }) => tracker_id))
    let done = 0
    for (const key of keys.values()) {
      if (this.#stopped) break
      const began = performance.now()
      if (await this.#catchUpOne(key, is_dirty.has(key.tracker_id))) done++
      await this.#rest(performance.now() - began)
    }
    return done
  }

  /** Devices and people go first: after a piece of work others have the thread and the database. */
  async #rest(worked_ms: number): Promise<void> {
    this.#budget.refill()
    const until = performance.now() + Math.min(MAX_REST_MS, this.#budget.restAfter(worked_ms))
    while (!this.#stopped && this.#hurried === 0 && performance.now() < until)
      await setTimeout(Math.max(1, Math.min(50, until - performance.now())))
  }

  /** Rests after each piece of work. @returns a function that says whether to continue */
  #pacer(): () => Promise<boolean> {
    let began = performance.now()
    return async () => {
      await this.#rest(performance.now() - began)
      began = performance.now()
      return !this.#stopped
    }
  }

  async #catchUpOne(key: TrackerKey, is_dirty: boolean): Promise<boolean> {
    const { tracker_id } = key
    const reports_here = this.#behind.has(tracker_id)
    try {
      // What is committed from here on waits in the queue; what was committed before is read.
      await this.#turns.take(async () => {
        const run = this.#runs.get(tracker_id)
        if (run && this.#unwritten.has(run)) await this.#write([run])
        this.#runs.delete(tracker_id)
        this.#reading = tracker_id
        this.#behind.delete(tracker_id)
      })
      return await this.#read(key, is_dirty, reports_here)
    } catch (error) {
      if (error instanceof NotFollowed) return false
      this.#fallBehind(key)
      throw error
    } finally {
      this.#reading = null
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
    const continues = this.#pacer()
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
    if (!this.#stopped && (Date.now() - run.state.at < KEPT_MS || this.#queue.has(key.tracker_id))) {
      this.#runs.set(key.tracker_id, run)
      this.#unpublished.add(run)
    }
    return true
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

  /** Follows and writes all that waits, whatever it takes. */
  async flush(): Promise<void> {
    await this.#turns.take(() => this.#pass(true))
  }

  /** Follows no tracker any more: all are read from the database when they report next. */
  forget(): void {
    this.#runs.clear()
    this.#changed.clear()
    this.#unwritten.clear()
    this.#scan_at = 0
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
/** All trackers are checked this often, for silence. */
const SWEEP_MS = 10_000
const WRITE_EVERY_MS = 3 * 60_000
/** Trackers that one pass writes, and in one transaction. */
const MAX_WRITTEN = 200
const WRITE_PART = 25
/** Trackers that one pass reads from history. */
const MAX_BEHIND = 500
/** All trackers are looked through this often. */
const SCAN_EVERY_MS = 10 * 60_000
const DEAD_AFTER_MS = 90_000
const MAX_REST_MS = 5_000
const KEPT_MS = 3_600_000

export type MovementOptions = {
  db: Kysely<Database>
  gateway_id: string
  /** Trackers that do something else now, once that is written. */
  on_changes?: (changes: MovementChange[]) => void
  metrics: { written: { inc(trackers: number): void }; recomputed: { inc(reports: number): void } }
}
