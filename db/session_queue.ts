import { Cancelled, currentCaller } from './cancelling.ts'

/**
 * Turns at something of which there is one: devices before people. People get one turn after each few of the devices', or
 * a busy fleet would keep them out.
 */
export class SessionQueue {
  readonly #waiting: Record<Kind, (() => void)[]> = { devices: [], people: [] }
  #taken = false
  #consecutive = 0

  /**
   * Waits for a turn, which ends with `release`.
   *
   * @throws {Cancelled} when the caller has left meanwhile
   */
  async acquire(kind: Kind): Promise<void> {
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
    // Stays taken: it is handed over.
    if (start) start()
    else this.#taken = false
  }

  #next(): Kind {
    const { devices, people } = this.#waiting
    if (people.length === 0) return 'devices'
    return devices.length > 0 && this.#consecutive < MAX_CONSECUTIVE ? 'devices' : 'people'
  }
}

/** Turns of devices while people wait. */
const MAX_CONSECUTIVE = 8

export type Kind = 'devices' | 'people'
