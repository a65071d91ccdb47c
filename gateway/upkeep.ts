import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { makePartitions, retain } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import { queueAlerts } from './alerts/queue.ts'
import { raiseOverdue } from './engine/overdue.ts'
import type { AlertRow } from './ingest/alerts.ts'
import { applySchedules } from './ingest/schedules.ts'

/** What has to be done from time to time: partitions made ahead, old ones dropped, overdue leavings raised, schedules begun and ended. */
export class Upkeep {
  #options: UpkeepOptions
  #timers: NodeJS.Timeout[] = []
  #running = new Set<Promise<void>>()
  #scheduled_at: number | null = null

  constructor(options: UpkeepOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.daily()
    this.#timers = [
      setInterval(() => this.#try('daily upkeep', () => this.daily()), 6 * 3_600_000),
      setInterval(() => this.#try('overdue leavings', () => this.overdue()), 5_000),
      setInterval(() => this.#try('schedules', () => this.schedules()), 10_000),
    ]
  }

  async daily(): Promise<void> {
    const { db, log, retain_days } = this.#options
    const made = await makePartitions(db)
    if (made.length > 0) log.info({ made }, 'partitions made')
    if (retain_days > 0) {
      const { dropped, deleted } = await retain(db, retain_days)
      if (dropped.length > 0 || deleted > 0) log.info({ dropped, deleted }, 'old events dropped')
    }
  }

  async overdue(): Promise<void> {
    const alerts = await this.#options.db.transaction().execute(async (trx) => {
      const raised = await raiseOverdue(trx)
      await queueAlerts(trx, raised)
      return raised
    })
    this.#options.on_alerts(alerts)
  }

  /** What happened while nothing ran is made up for: the first time, every boundary with a schedule is looked at. */
  async schedules(now = Date.now()): Promise<void> {
    this.#options.on_alerts(await applySchedules(this.#options.db, this.#scheduled_at, now))
    this.#scheduled_at = now
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#running)
  }

  /** The next turn tries again: a database that is away must not end the process. */
  #try(what: string, work: () => Promise<void>): void {
    const running = work().catch((error) => this.#options.log.warn({ err: error }, `${what} failed`))
    this.#running.add(running)
    running.finally(() => this.#running.delete(running))
  }
}

export type UpkeepOptions = {
  db: Kysely<Database>
  log: Logger
  /** 0: events are kept for ever. */
  retain_days: number
  on_alerts(alerts: (AlertRow & { owner_user_id: number | null })[]): void
}
