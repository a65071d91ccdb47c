import type { Logger } from 'pino'

/**
 * Background work in rounds: one begins when `wake` says that there may be something to do. Rounds never overlap. What
 * fails is tried again with the next round.
 */
export class Rounds {
  #options: RoundsOptions
  #running: Promise<void> | null = null
  #again = false
  #stopped = false

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  wake(): void {
    this.#again = true
    if (this.#stopped) return
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      if (this.#again) this.wake()
    })
  }

  /** Resolves when a round that began after this call has found nothing more to do. */
  async drain(): Promise<void> {
    this.wake()
    while (this.#running) await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    const { what, log, round } = this.#options
    try {
      do {
        this.#again = false
        this.#again = (await round()) || this.#again
      } while (this.#again && !this.#stopped)
    } catch (error) {
      this.#again = false
      log.warn({ reason: (error as Error).message }, `${what} has failed; it is tried again`)
    }
    if (this.#stopped) this.#again = false
  }
}

export type RoundsOptions = {
  /** For the log. */
  what: string
  log: Logger
  /** @returns whether there may be more to do at once */
  round(): Promise<boolean>
}
