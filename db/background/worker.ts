import type { Logger } from 'pino'
import type { PeriodicTask } from './periodic_task.ts'
import { Rounds } from './rounds.ts'

/**
 * Does the work of a queue in the background. Several processes share a queue: each holds the rows that it works on by
 * a lease, which another one takes over when it is not renewed.
 */
export class LeaseWorker {
  readonly #options: WorkerOptions
  readonly #rounds: Rounds
  readonly #running = new Set<Running>()
  readonly tasks: { poll: PeriodicTask; renew_leases: PeriodicTask }

  constructor(options: WorkerOptions) {
    const { name, poll_ms, log, failure_level } = options
    this.#options = options
    this.#rounds = new Rounds({ name, log, ...(failure_level && { failure_level }), round: () => this.#take() })
    this.tasks = {
      poll: { name, interval_ms: poll_ms, run: () => this.notify() },
      renew_leases: {
        name: `renewal of leases: ${name}`,
        interval_ms: RENEW_MS,
        run: () => this.#renew(),
        failure_level: 'debug',
      },
    }
  }

  /** Call when something was queued. */
  notify(): void {
    this.#rounds.notify()
  }

  /** Stops the work on a row in this process. */
  abort(id: number, reason: Error): void {
    for (const { work, controller } of this.#running) if (work.ids.includes(id)) controller.abort(reason)
  }

  isRunning(id: number): boolean {
    return [...this.#running].some(({ work }) => work.ids.includes(id))
  }

  /** Resolves when nothing is due or running here. */
  async drain(): Promise<void> {
    for (;;) {
      await this.#rounds.drain()
      if (this.#running.size === 0) return
      await this.#ended()
    }
  }

  /** Takes nothing more, aborts what runs with STOPPED, and waits for its end. */
  async stop(): Promise<void> {
    await this.#rounds.stop()
    for (const { controller } of this.#running) controller.abort(STOPPED)
    await this.#ended()
  }

  /** @returns whether more could be taken */
  async #take(): Promise<boolean> {
    const { at_once, take } = this.#options
    const free = at_once - this.#running.size
    if (free <= 0) return false
    const taken = await take(free)
    for (const work of taken) this.#start(work)
    return taken.length > 0
  }

  #start(work: Work): void {
    const controller = new AbortController()
    const running: Running = { work, controller, done: Promise.resolve() }
    this.#running.add(running)
    running.done = this.#run(running)
  }

  /** After a failure the next poll continues: its cause, such as a database that is away, would make all others fail. */
  async #run(running: Running): Promise<void> {
    const { name, log } = this.#options
    const failure = await running.work.run(running.controller.signal).then(
      () => null,
      (error: Error) => error,
    )
    this.#running.delete(running)
    if (failure) log.warn({ reason: failure.message }, `${name} failed; retrying`)
    else this.notify()
  }

  async #renew(): Promise<void> {
    const lost = await this.#options.renew([...this.#running].flatMap(({ work }) => work.ids))
    for (const id of lost) this.abort(id, LOST)
  }

  #ended() {
    return Promise.all([...this.#running].map(({ done }) => done))
  }
}

/** The reason why work is aborted when its process stops. */
export const STOPPED = new Error('The process stops.')
/** The reason why work is aborted whose row has been ended by another process, such as by a person who cancels it. */
export const LOST = new Error('The work was ended elsewhere.')

const RENEW_MS = 5_000

export type WorkerOptions = {
  /** Names the work in the log. */
  name: string
  log: Logger
  poll_ms: number
  /** How much work at a time in this process. */
  at_once: number
  failure_level?: 'debug'
  /** Takes rows by leases. @param free how much work at most */
  take(free: number): Promise<Work[]>
  /** @returns the ids that this process has lost */
  renew(ids: number[]): Promise<number[]>
}
/** What is done at one time: one row, or several that are done together. */
export type Work = { ids: number[]; run(signal: AbortSignal): Promise<unknown> }
type Running = { work: Work; controller: AbortController; done: Promise<void> }
