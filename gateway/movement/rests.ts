import { setTimeout } from 'node:timers/promises'
import type { Budget } from './budget.ts'

/** Devices and people go first: after a piece of work others have the thread and the database, unless a caller waits. */
export class Rests {
  readonly #budget: Budget
  /** Callers that wait for what is read. */
  #hurried = 0
  #stopped = false
  #began = performance.now()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /** Ends the rest that is taken now, and all work between rests. */
  stop(): void {
    this.#stopped = true
  }

  /** Runs work without rests. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    this.#hurried++
    try {
      return await work()
    } finally {
      this.#hurried--
    }
  }

  /** Work begins: what went before needs no rest. */
  begin(): void {
    this.#began = performance.now()
  }

  /**
   * Rests after a piece of work, for what was not rested for yet: pieces may be within others.
   *
   * @returns whether to continue
   */
  async rest(): Promise<boolean> {
    this.#budget.refill()
    const now = performance.now()
    const until = now + Math.min(LONGEST_MS, this.#budget.restAfter(now - this.#began))
    while (!this.#stopped && this.#hurried === 0 && performance.now() < until)
      await setTimeout(Math.max(1, Math.min(50, until - performance.now())))
    this.begin()
    return !this.#stopped
  }
}

const LONGEST_MS = 5_000
