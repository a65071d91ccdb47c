import { AsyncLocalStorage } from 'node:async_hooks'
import { Cancelled, currentCaller, uncancelled } from '../cancelling.ts'

/**
 * Queue for the embedded database's only session: devices before people before background work. A lower kind that has
 * been passed over some times gets its turn, so a busy fleet does not starve others. It measures how long each holds it.
 */
export class SessionQueue {
  readonly #waiting: Record<Kind, (() => void)[]> = { devices: [], people: [], background: [] }
  /** How often others went before the one that waits longest. */
  readonly #passed: Record<Kind, number> = { devices: 0, people: 0, background: 0 }
  readonly #holder = new AsyncLocalStorage<{ holds: boolean }>()
  readonly #listeners = new Set<(hold: Hold) => void>()
  #taken = false
  #hold: Hold | null = null
  #since = 0

  /**
   * Waits for the session; ends with `release`.
   *
   * @throws {Cancelled} when the client has disconnected in the meantime
   * @throws {Error} inside `holding`: the holder would wait for itself forever
   */
  async acquire(of: Connected): Promise<void> {
    if (this.#holder.getStore()?.holds) throw new Error('A statement beside the open transaction: pass `trx` to it.')
    const kind = patient.getStore() ? 'background' : of
    const caller = kind === 'devices' ? undefined : currentCaller()
    const asked = performance.now()
    if (this.#taken) await new Promise<void>((start) => this.#waiting[kind].push(start))
    this.#taken = true
    this.#since = performance.now()
    this.#hold = {
      kind,
      waited_ms: this.#since - asked,
      held_ms: 0,
      statements: 0,
      rows: 0,
      slowest: null,
      origin: null,
    }
    if (!caller?.aborted) return
    this.release()
    throw new Cancelled()
  }

  release(): void {
    const hold = this.#hold
    this.#hold = null
    if (hold) {
      hold.held_ms = performance.now() - this.#since
      for (const listener of this.#listeners) listener(hold)
    }
    const kind = this.#next()
    const start = this.#waiting[kind].shift()
    for (const lower of kinds.slice(kinds.indexOf(kind) + 1)) {
      this.#passed[lower] = this.#waiting[lower].length > 0 ? this.#passed[lower] + 1 : 0
    }
    this.#passed[kind] = 0
    // Stays taken: handed over to the next.
    if (start) start()
    else this.#taken = false
  }

  /**
   * Runs the work of a transaction that has acquired the session.
   *
   * @param origin made where the transaction begins: its stack says who holds the session
   */
  async holding<T>(work: () => Promise<T>, origin: Error | null = null): Promise<T> {
    const holder = { holds: true }
    if (this.#hold) this.#hold.origin = origin
    try {
      return await this.#holder.run(holder, work)
    } finally {
      // Statements that it started but did not await are queued again.
      holder.holds = false
    }
  }

  /** Counts a statement of the present holder. */
  count(text: string, ms: number, rows: number): void {
    const hold = this.#hold
    if (!hold) return
    hold.statements++
    hold.rows += rows
    if (!hold.slowest || ms > hold.slowest.ms) hold.slowest = { text, ms }
  }

  /** Calls the listener after each hold. @returns a function that ends it */
  onHold(listener: (hold: Hold) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #next(): Kind {
    const waits = (kind: Kind) => this.#waiting[kind].length > 0
    const overdue = kinds.findLast((kind) => waits(kind) && this.#passed[kind] >= MAX_PASSED[kind])
    return overdue ?? kinds.find(waits) ?? 'devices'
  }
}

/** Runs work whose statements wait for those of devices and people. A client that has disconnected does not end it. */
export function inBackground<T>(work: () => T): T {
  return patient.run(true, () => uncancelled(work))
}

const patient = new AsyncLocalStorage<true>()

/** First those whose statements go first. */
export const kinds = ['devices', 'people', 'background'] as const
/** How often others may go before the one that waits longest. */
const MAX_PASSED: Record<Kind, number> = { devices: Infinity, people: 8, background: 16 }

/** How long one transaction or statement should hold the session, at most: everything else waits. */
export const HOLD_LIMIT_MS = 100

export type Kind = (typeof kinds)[number]
/** Kinds that have a connection of their own. Background work uses that of its layer, by `inBackground`. */
export type Connected = Exclude<Kind, 'background'>

/** What a holder of the session has done. */
export type Hold = {
  kind: Kind
  waited_ms: number
  held_ms: number
  statements: number
  /** Rows that were returned or changed. */
  rows: number
  slowest: { text: string; ms: number } | null
  /** Of a transaction. */
  origin: Error | null
}
