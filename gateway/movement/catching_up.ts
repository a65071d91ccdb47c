import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Backlog } from './backlog.ts'
import type { FollowedTrackers } from './followed.ts'
import { readOn, readTogether } from './read_on.ts'
import { recompute } from './recompute.ts'
import { Rests } from './rests.ts'
import type { Places } from './run.ts'
import { claim, NotFollowed, type TrackerKey } from './store.ts'
import { Turns } from './turns.ts'

/** Reads from history what is behind: after an upgrade, late data, corrections, and a process that died. */
export class CatchingUp {
  readonly task: PeriodicTask
  readonly #options: CatchingUpOptions
  readonly #followed: FollowedTrackers
  readonly #backlog: Backlog
  readonly #rests: Rests
  /** One tracker is read at a time. */
  readonly #turns = new Turns()

  constructor(options: CatchingUpOptions, followed: FollowedTrackers) {
    this.#options = options
    this.#followed = followed
    this.#backlog = new Backlog(options.db, options.gateway_id)
    this.#rests = new Rests(followed.budget)
    this.task = {
      name: 'movement of the past',
      interval_ms: 2_000,
      run: () => inBackground(() => this.run().then(() => {})),
    }
  }

  /** Trackers whose history has not been read at all, when they were counted last. */
  get unread(): number {
    return this.#backlog.unread
  }

  /** Looks through all trackers with the next run. */
  scanSoon(): void {
    this.#backlog.scanSoon()
  }

  /** Reads no more: the process stops. */
  freeze(): void {
    this.#rests.stop()
  }

  /**
   * Reads tracker by tracker; resumed where it was after a crash.
   *
   * @param hurries without rests for others
   * @returns how many trackers
   */
  run({ hurries = false } = {}): Promise<number> {
    const read = () => this.#turns.take(() => this.#readAll())
    return hurries ? this.#rests.without(read) : read()
  }

  async #readAll(): Promise<number> {
    const listed = await this.#backlog.list(this.#followed.behind)
    // Most have been away for minutes only, as after a restart: they are read together.
    const recent = listed.filter(({ tracker_id, is_dirty }) => !is_dirty && this.#followed.isBehind(tracker_id))
    const read = new Set<number>()
    for (let at = 0; at < recent.length && !this.#rests.isStopped; at += TOGETHER) {
      this.#rests.begin()
      for (const tracker_id of await this.#readTogether(recent.slice(at, at + TOGETHER))) read.add(tracker_id)
      await this.#rests.rest()
    }
    let done = read.size
    for (const { is_dirty, ...key } of listed) {
      if (this.#rests.isStopped) break
      if (read.has(key.tracker_id)) continue
      this.#rests.begin()
      if (await this.#readOne(key, is_dirty)) done++
      await this.#rests.rest()
    }
    return done
  }

  /** @returns those that are followed now; the others stay behind, and are read one by one */
  async #readTogether(keys: readonly TrackerKey[]): Promise<number[]> {
    const { gateway_id } = this.#options
    const left = new Map(keys.map((key) => [key.tracker_id, key]))
    try {
      await this.#followed.beginReading(keys)
      const runs = await readTogether(this.#options, gateway_id, [...left.values()])
      for (const run of runs) {
        this.#followed.begin(run)
        left.delete(run.tracker.tracker_id)
      }
      return runs.map(({ tracker }) => tracker.tracker_id)
    } finally {
      this.#followed.endReading(keys)
      for (const key of left.values()) this.#followed.fallBehind(key)
    }
  }

  async #readOne(key: TrackerKey, is_dirty: boolean): Promise<boolean> {
    const reports_here = this.#followed.isBehind(key.tracker_id)
    try {
      await this.#followed.beginReading([key])
      return await this.#read(key, is_dirty, reports_here)
    } catch (error) {
      if (error instanceof NotFollowed) return false
      this.#followed.fallBehind(key)
      throw error
    } finally {
      this.#followed.endReading([key])
    }
  }

  async #read(key: TrackerKey, is_dirty: boolean, takes_over: boolean): Promise<boolean> {
    const { db, gateway_id, metrics } = this.#options
    const { queue } = this.#followed
    const [tracker] = await claim(db, gateway_id, [key], takes_over)
    if (!tracker) {
      // Another process follows it, or it was deleted.
      queue.remove(key.tracker_id)
      return false
    }
    const continues = () => this.#rests.rest()
    let { state } = tracker
    if (is_dirty) {
      const result = await recompute(this.#options, gateway_id, tracker, continues)
      if (!result) return false
      metrics.recomputed.inc(result.reports)
      state = result.state
    }
    const taken_over = tracker.was_elsewhere && !is_dirty
    const run = await readOn(this.#options, gateway_id, { ...tracker, state }, { taken_over, continues })
    // A silent tracker is not kept in memory.
    if (!this.#rests.isStopped && (Date.now() - run.state.at < KEPT_MS || queue.has(key.tracker_id))) {
      this.#followed.begin(run)
    }
    return true
  }
}

/** Trackers that are read together. */
const TOGETHER = 25
const KEPT_MS = 3_600_000

export type CatchingUpOptions = Places & { gateway_id: string; metrics: { recomputed: { inc(reports: number): void } } }
