import { setTimeout } from 'node:timers/promises'
import type { Budget } from './budget.ts'

/** Devices and people go first: after a piece of work others have the thread and the database, unless a caller waits. */
export class Rests {
  readonly #budget: Budget
  /** Callers that wait for what is read. */
  #hurried = 0
  #stopped = false

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

  /** @returns a function to be called after each piece of work, which rests, and says whether to continue */
  between(): () => Promise<boolean> {
    let began = performance.now()
    return async () => {
      await this.#rest(performance.now() - began)
      began = performance.now()
      return !this.#stopped
    }
  }

  async #rest(worked_ms: number): Promise<void> {
    this.#budget.refill()
    const until = performance.now() + Math.min(LONGEST_MS, this.#budget.restAfter(worked_ms))
    while (!this.#stopped && this.#hurried === 0 && performance.now() < until)
      await setTimeout(Math.max(1, Math.min(50, until - performance.now())))
  }
}

const LONGEST_MS = 5_000
