import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { OwnedAlert } from '#db/alerts/owned.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { Rounds } from '#db/background/rounds.ts'
import { isFaultOfRequest } from '#db/errors.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { Proximity } from '../proximity/proximity.ts'
import { Conditions } from './conditions.ts'
import { sendDigests } from './digest.ts'
import { dispatch } from './dispatch.ts'
import { postponeFirstJob } from './jobs.ts'
import { makeLate } from './late.ts'

/** Turns alerts into messages in the background, outside the transaction that raised them. */
export class Alerting {
  #options: AlertingOptions
  #rounds: Rounds
  /** Raises alerts by the last report of each tracker. */
  readonly conditions: Conditions
  /** Raises alerts of two trackers that are too near or too far from each other. */
  readonly proximity: Proximity
  /** Raises alerts of trackers that were expected and have not come. */
  readonly late: PeriodicTask
  readonly task: PeriodicTask = { name: 'alerting', interval_ms: POLL_MS, run: () => this.notify() }

  constructor(options: AlertingOptions) {
    this.#options = options
    this.conditions = new Conditions(options.db, () => this.notify())
    this.proximity = new Proximity(options.db, options.on_alerts)
    this.late = makeLate(options.db, () => this.notify())
    this.#rounds = new Rounds({ name: 'alerting', log: options.log, round: () => this.#round() })
  }

  /** Call when alerts were queued. */
  notify(): void {
    this.#rounds.notify()
  }

  /** Resolves when all due alerts have become messages. */
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

  /** A failing job must not block the others: it is found by running jobs one by one, and postponed. */
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
      log.error({ err: error }, 'an alert could not become messages; retrying in an hour')
      await postponeFirstJob(db)
      return 1
    }
  }
}

async function hasDueWork(db: Kysely<Database>): Promise<{ jobs: boolean; deferred: boolean }> {
  const { rows } = await sql<{ jobs: boolean; deferred: boolean }>`/* due_alerts */
    select exists (select from alert_job where due_at <= now()) as jobs,
      exists (select from held_alert where due_at <= now()) as deferred`.execute(db)
  return rows[0]!
}

const POLL_MS = 500

export type AlertingOptions = {
  db: Kysely<Database>
  log: Logger
  /** Base URL of links. */
  public_url: string
  /** Default quotas for alerts. */
  quotas: QuotaDefaults
  /** Called with alerts of two trackers that were raised or have ended. It notifies. */
  on_alerts(alerts: OwnedAlert[]): void
  /** Called when messages are queued. */
  on_messages(): void
}
