import { AsyncLocalStorage } from 'node:async_hooks'
import { Cancelled, currentCaller } from './cancelling.ts'

/**
 * Queue for the embedded database's only session: devices before people. After some statements of devices in a row, one
 * of people's runs, so that a busy fleet does not starve them.
 */
export class SessionQueue {
  readonly #waiting: Record<Kind, (() => void)[]> = { devices: [], people: [] }
  readonly #holder = new AsyncLocalStorage<{ holds: boolean }>()
  #taken = false
  #consecutive = 0

  /**
   * Waits for the session; ends with `release`.
   *
   * @throws {Cancelled} when the client has disconnected in the meantime
   * @throws {Error} inside `holding`: the holder would wait for itself forever
   */
  async acquire(kind: Kind): Promise<void> {
    if (this.#holder.getStore()?.holds) throw new Error('A statement beside the open transaction: pass `trx` to it.')
    const caller = kind === 'people' ? currentCaller() : undefined
    if (this.#taken) await new Promise<void>((start) => this.#waiting[kind].push(start))
    this.#taken = true
    if (!caller?.aborted) return
    this.release()
    throw new Cancelled()
  }

  release(): void {
    const kind = this.#next()
    const start = this.#waiting[kind].shift()
    this.#consecutive = kind === 'devices' && this.#waiting.people.length > 0 ? this.#consecutive + 1 : 0
    // Stays taken: handed over to the next.
    if (start) start()
    else this.#taken = false
  }

  /** Runs the work of a transaction that has acquired the session. */
  async holding<T>(work: () => Promise<T>): Promise<T> {
    const holder = { holds: true }
    try {
      return await this.#holder.run(holder, work)
    } finally {
      // What it left to run afterwards waits in the queue again.
      holder.holds = false
    }
  }

  #next(): Kind {
    const { devices, people } = this.#waiting
    if (people.length === 0) return 'devices'
    return devices.length > 0 && this.#consecutive < MAX_CONSECUTIVE ? 'devices' : 'people'
  }
}

/** Consecutive acquisitions by devices while people wait. */
const MAX_CONSECUTIVE = 8

export type Kind = 'devices' | 'people'
