import type { Run } from './run.ts'

/** Runs with something to be written, and which are due: what has changed at once, counters every few minutes. */
export class Unwritten {
  /** With segments that were opened, closed or taken back. */
  readonly #changed = new Set<Run>()
  /** Ahead of their checkpoint, with the time since when. */
  readonly #ahead = new Map<Run, number>()

  note(run: Run): void {
    if (run.hasChanged) this.#changed.add(run)
    if (run.state.at > run.written_at && !this.#ahead.has(run)) this.#ahead.set(run, Date.now())
  }

  /** Whether its checkpoint is behind. */
  has(run: Run): boolean {
    return this.#ahead.has(run)
  }

  remove(run: Run): void {
    this.#changed.delete(run)
    this.#ahead.delete(run)
  }

  clear(): void {
    this.#changed.clear()
    this.#ahead.clear()
  }

  /** Some at a time, so that trackers that began at once are not written at once; or all. */
  due(all: boolean): Run[] {
    const due = new Set<Run>()
    const before = Date.now() - WRITE_EVERY_MS
    const most = all ? Number.POSITIVE_INFINITY : Math.max(20, Math.ceil(this.#ahead.size / 180))
    for (const run of this.#changed) {
      if (due.size >= (all ? most : MAX_WRITTEN)) break
      due.add(run)
    }
    let counters = 0
    for (const [run, since] of this.#ahead) {
      if (counters >= most || (!all && since > before)) break
      due.add(run)
      counters++
    }
    return [...due]
  }
}

const WRITE_EVERY_MS = 3 * 60_000
/** Trackers that one pass writes. */
const MAX_WRITTEN = 200
