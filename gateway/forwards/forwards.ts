import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { LeaseWorker, type Work } from '#db/background/worker.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { Database } from '#db/tables/index.ts'
import { purposes } from '#db/tables/purposes.ts'
import { NotTaken } from './conversation.ts'
import { type Round, roundOf, type Sender } from './senders.ts'
import {
  type DueTracker,
  dueTrackers,
  type Forward,
  type Item,
  lease,
  postponeAll,
  postponeTracker,
  readItems,
  release,
  settle,
  takeForward,
  trim,
} from './store.ts'

/**
 * Sends stored reports to other platforms, as the organisation's administrators have set up. Reports wait in a queue
 * that is written with them; a tracker's reports are sent in order, and removed when they are accepted. After a crash
 * some are sent again.
 */
export class Forwards {
  #options: ForwardsOptions
  #worker: LeaseWorker

  constructor(options: ForwardsOptions) {
    const { db, log } = options
    this.#options = options
    this.#worker = new LeaseWorker({
      name: 'forwarding of reports',
      log,
      poll_ms: POLL_MS,
      at_once: 1,
      take: () => this.#take(),
      renew: (ids) => lease.renew(db, ids),
    })
  }

  get tasks(): PeriodicTask[] {
    return Object.values(this.#worker.tasks)
  }

  /** Resolves when all that is due has been sent, or postponed. */
  async drain(): Promise<void> {
    await this.#worker.drain()
  }

  async stop(): Promise<void> {
    await this.#worker.stop()
  }

  async #take(): Promise<Work[]> {
    const forward = await takeForward(this.#options.db)
    return forward ? [{ ids: [forward.id], run: (signal) => this.#send(forward, signal) }] : []
  }

  async #send(forward: Forward, signal: AbortSignal): Promise<void> {
    const { db, log } = this.#options
    try {
      const dropped = await trim(db, forward)
      if (dropped > 0) log.warn({ forward: forward.id, dropped }, 'reports were not forwarded: too many, or too old')
      await this.#sendAll(forward, signal)
    } finally {
      await release(db, forward.id)
    }
  }

  /** Some trackers at a time. */
  async #sendAll(forward: Forward, signal: AbortSignal): Promise<void> {
    const { db, allow_private, public_url } = this.#options
    const round = roundOf({ forward, password: this.#passwordOf(forward), allow_private, public_url })
    const trackers = await dueTrackers(db, forward, TRACKERS)
    const state = { next: 0, failed: false }
    const work = async () => {
      while (state.next < trackers.length && !state.failed && !signal.aborted) {
        state.failed ||= !(await this.#sendTracker(trackers[state.next++]!, { forward, round, signal }))
      }
    }
    try {
      await Promise.all(Array.from({ length: CONNECTIONS }, work))
    } finally {
      round.close()
    }
  }

  #passwordOf({ id, password_sealed }: Forward): string | null {
    return password_sealed === null ? null : this.#options.keys.unseal(password_sealed, purposes.report_forward(id))
  }

  /** @returns false where the server does not answer: the others would find the same */
  async #sendTracker(tracker: DueTracker, { forward, round, signal }: Sending): Promise<boolean> {
    const { db, log } = this.#options
    const { tracker_id, number } = tracker
    let sender: Sender | null = null
    try {
      sender = await round.open(tracker)
      for (let left = MOST_OF_TRACKER; left > 0 && !signal.aborted; left -= sender.at_once) {
        const items = await readItems(db, forward, tracker_id, sender.at_once)
        if (items.length === 0) break
        await this.#sendItems(sender, forward, items)
      }
      return true
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error
      log.info({ forward: forward.id, tracker_id, reason: error.message }, 'reports were not forwarded')
      if (error.whose === 'tracker') await postponeTracker(db, forward, tracker_id, `${number}: ${error.message}`)
      else await postponeAll(db, forward, error.message)
      return error.whose === 'tracker'
    } finally {
      sender?.close()
    }
  }

  async #sendItems(sender: Sender, forward: Forward, items: Item[]): Promise<void> {
    const { db } = this.#options
    const stored = items.filter((item) => item.stored)
    try {
      if (stored.length > 0) await sender.send(stored)
    } catch (error) {
      if (error instanceof NotTaken && error.taken > 0)
        await settle(db, forward, stored.slice(0, error.taken), error.taken)
      throw error
    }
    await settle(db, forward, items, stored.length)
  }
}

const POLL_MS = 2_000
/** Trackers of a round, how many at a time, and reports of each. */
const TRACKERS = 100
const CONNECTIONS = 4
const MOST_OF_TRACKER = 1000

type Sending = { forward: Forward; round: Round; signal: AbortSignal }

export type ForwardsOptions = {
  db: Kysely<Database>
  log: Logger
  /** Opens passwords. */
  keys: KeyRing
  /** Whether addresses in private networks are allowed. */
  allow_private: boolean
  /** For links. */
  public_url: string
}
