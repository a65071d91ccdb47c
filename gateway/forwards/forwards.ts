import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { LeaseWorker, type Work } from '#db/background/worker.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { Database } from '#db/tables/index.ts'
import { purposes } from '#db/tables/purposes.ts'
import { Conversation, NotTaken } from './conversation.ts'
import {
  type DueTracker,
  dueTrackers,
  type Forward,
  lease,
  postponeAll,
  postponeTracker,
  readItems,
  release,
  settle,
  takeForward,
  trim,
} from './store.ts'
import { batchLine, signInLine, type Version } from './wialon.ts'

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

  /** Some trackers at a time, each on a connection of its own: the protocol has one device a connection. */
  async #sendAll(forward: Forward, signal: AbortSignal): Promise<void> {
    const { db } = this.#options
    const connecting = { forward, password: this.#passwordOf(forward), signal }
    const trackers = await dueTrackers(db, forward, TRACKERS)
    const state = { next: 0, failed: false }
    const work = async () => {
      while (state.next < trackers.length && !state.failed && !signal.aborted) {
        state.failed ||= !(await this.#sendTracker(trackers[state.next++]!, connecting))
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
  }

  #passwordOf({ id, password_sealed }: Forward): string | null {
    return password_sealed === null ? null : this.#options.keys.unseal(password_sealed, purposes.report_forward(id))
  }

  /** @returns false where the server does not answer: the others would find the same */
  async #sendTracker({ tracker_id, number }: DueTracker, { forward, password, signal }: Connecting): Promise<boolean> {
    const { db, log, allow_private } = this.#options
    let conversation: Conversation | null = null
    try {
      conversation = await Conversation.open({ ...forward, allow_private })
      const version: Version = forward.protocol === 'wialon' ? '2.0' : '1.1'
      await signIn(conversation, signInLine(version, number, password))
      for (let left = BATCHES; left > 0 && !signal.aborted; left--) {
        const items = await readItems(db, forward, tracker_id, BATCH)
        if (items.length === 0) break
        const stored = items.filter((item) => item.stored)
        if (stored.length > 0) await sendBatch(conversation, batchLine(version, stored))
        await settle(db, forward, items, stored.length)
      }
      return true
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error
      log.info({ forward: forward.id, tracker_id, reason: error.message }, 'reports were not forwarded')
      if (error.whose === 'tracker') await postponeTracker(db, forward, tracker_id, `${number}: ${error.message}`)
      else await postponeAll(db, forward, error.message)
      return error.whose === 'tracker'
    } finally {
      conversation?.close()
    }
  }
}

const POLL_MS = 2_000
/** Trackers of a round, connections at a time, reports of a message, and messages of a connection. */
const TRACKERS = 100
const CONNECTIONS = 4
const BATCH = 50
const BATCHES = 20

/** @throws {NotTaken} */
async function signIn(conversation: Conversation, line: string): Promise<void> {
  const answer = await conversation.ask(line)
  if (answer === '#AL#1') return
  if (answer === '#AL#01') throw new NotTaken('tracker', 'the password is wrong')
  if (answer.startsWith('#AL#')) throw new NotTaken('tracker', 'the number is not known there')
  throw new NotTaken('server', 'it does not answer in Wialon IPS')
}

/** Records that the other platform skips would be skipped again, so they are not resent. Zero accepted is a refusal. */
async function sendBatch(conversation: Conversation, line: string): Promise<void> {
  const answer = await conversation.ask(line)
  const [, count] = /^#AB#(\d+)$/.exec(answer) ?? []
  if (count === undefined || Number(count) === 0)
    throw new NotTaken('tracker', `the reports were refused: ${answer.slice(0, 40)}`)
}

type Connecting = { forward: Forward; password: string | null; signal: AbortSignal }

export type ForwardsOptions = {
  db: Kysely<Database>
  log: Logger
  /** Opens passwords. */
  keys: KeyRing
  /** Whether addresses in private networks are allowed. */
  allow_private: boolean
}
