import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { isFaultOfRequest } from '#db/errors.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import { Rounds } from '#messages/queue/rounds.ts'
import { sendDigests } from './digest.ts'
import { dispatch } from './dispatch.ts'
import { postponeFirstJob } from './jobs.ts'

/** Makes messages of alerts, behind the back of whatever raised them. */
export class Alerting {
  #options: AlertingOptions
  #rounds: Rounds
  readonly task: PeriodicTask = { name: 'alerting', interval_ms: POLL_MS, run: () => this.notify() }

  constructor(options: AlertingOptions) {
    this.#options = options
    this.#rounds = new Rounds({ name: 'alerting', log: options.log, round: () => this.#round() })
  }

  /** There are alerts that people must be told of. */
  notify(): void {
    this.#rounds.notify()
  }

  /** When all that is due has become messages. */
  async drain(): Promise<void> {
    await this.#rounds.drain()
  }

  async stop(): Promise<void> {
    await this.#rounds.stop()
  }

  async #round(): Promise<boolean> {
    const { db, on_messages } = this.#options
    const { jobs, deferred } = await hasDueWork(db)
    const dispatched = jobs ? await this.#dispatch() : 0
    const digests = deferred ? await sendDigests(db, this.#options) : 0
    if (dispatched || digests) on_messages()
    return Boolean(dispatched || digests)
  }

  /** One job that cannot be done must not keep back all others: it is found by doing them one by one, and put off. */
  async #dispatch(): Promise<number | null> {
    const { db, log } = this.#options
    try {
      return await dispatch(db, this.#options)
    } catch (error) {
      if (!isFaultOfRequest(error)) throw error
    }
    try {
      return await dispatch(db, this.#options, 1)
    } catch (error) {
      if (!isFaultOfRequest(error)) throw error
      log.error({ err: error }, 'an alert could not be told of; it is tried again in an hour')
      await postponeFirstJob(db)
      return 1
    }
  }
}

async function hasDueWork(db: Kysely<Database>): Promise<{ jobs: boolean; deferred: boolean }> {
  const { rows } = await sql<{ jobs: boolean; deferred: boolean }>`
    select exists (select from alert_job where due_at <= now()) as jobs,
      exists (select from held_alert where due_at <= now()) as deferred`.execute(db)
  return rows[0]!
}

const POLL_MS = 500

export type AlertingOptions = {
  db: Kysely<Database>
  log: Logger
  /** Links begin with it. */
  public_url: string
  /** How many alerts are sent where nobody has said otherwise. */
  quotas: QuotaDefaults
  /** There are messages to deliver. */
  on_messages(): void
}
