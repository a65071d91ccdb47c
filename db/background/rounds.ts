import type { Logger } from 'pino'

/** Background work in rounds, started by `notify`. Rounds never overlap; a failed one is retried with the next. */
export class Rounds {
  #options: RoundsOptions
  #running: Promise<void> | null = null
  #pending = false
  #stopped = false

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  notify(): void {
    this.#pending = true
    if (this.#stopped) return
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      if (this.#pending) this.notify()
    })
  }

  /** Resolves when a round that began after this call has found nothing more to do. */
  async drain(): Promise<void> {
    this.notify()
    while (this.#running) await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    const { name, log, round, failure_level = 'warn' } = this.#options
    try {
      do {
        this.#pending = false
        this.#pending = (await round()) || this.#pending
      } while (this.#pending && !this.#stopped)
    } catch (error) {
      this.#pending = false
      log[failure_level]({ reason: (error as Error).message }, `${name} failed; retrying`)
    }
    if (this.#stopped) this.#pending = false
  }
}

export type RoundsOptions = {
  /** For the log. */
  name: string
  log: Logger
  failure_level?: 'debug'
  /** @returns whether there may be more work */
  round(): Promise<boolean>
}
