import type { MovementChange, Run } from './run.ts'

/** Tells what trackers do now, where that has changed. Silence comes without a report, so all are checked now and then. */
export class Announcer {
  readonly #unpublished = new Set<Run>()
  #next_sweep = 0

  /** It may do something else than was published. */
  note(run: Run): void {
    this.#unpublished.add(run)
  }

  remove(run: Run): void {
    this.#unpublished.delete(run)
  }

  /** @param runs all that are followed */
  take(runs: Iterable<Run>): MovementChange[] {
    const is_due = Date.now() >= this.#next_sweep
    if (is_due) this.#next_sweep = Date.now() + SWEEP_MS
    const changes: MovementChange[] = []
    for (const run of is_due ? runs : this.#unpublished) {
      const change = run.changedMovement()
      if (change) changes.push(change)
    }
    this.#unpublished.clear()
    return changes
  }
}

/** All trackers are checked this often, for silence. */
const SWEEP_MS = 10_000
