import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { retain } from '#db/history/retain.ts'
import { makeSegmentMonths, retainSegments } from '#db/movement/months.ts'
import { makePartitions } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import { dropOldAlerts } from '#messages/queue/retain.ts'
import { queueAlerts } from './alerts/queue.ts'
import type { OwnedAlert } from './ingest/alerts.ts'
import { raiseOverdue } from './ingest/overdue.ts'
import { applySchedules } from './ingest/schedules.ts'

/** Periodic maintenance: creates partitions ahead, drops old ones, raises overdue leavings, applies schedules. */
export class Upkeep {
  #options: UpkeepOptions
  #scheduled_at: number | null = null
  readonly tasks = {
    daily: { name: 'daily upkeep', interval_ms: 6 * 3_600_000, run: () => this.daily() },
    overdue: { name: 'overdue leavings', interval_ms: 5_000, run: () => this.overdue() },
    schedules: { name: 'schedules', interval_ms: 10_000, run: () => this.schedules() },
  } satisfies Record<string, PeriodicTask>

  constructor(options: UpkeepOptions) {
    this.#options = options
  }

  async daily(): Promise<void> {
    const { db, log, retain_days } = this.#options
    const made = [...(await makePartitions(db)), ...(await makeSegmentMonths(db))]
    if (made.length > 0) log.info({ made }, 'partitions made')
    if (retain_days > 0) {
      const retained = await retain(db, retain_days)
      const { dropped, deleted, files } = retained
      if (dropped.length > 0 || deleted > 0 || files > 0) log.info(retained, 'old events dropped')
      await retainSegments(db, new Date(Date.now() - retain_days * 86_400_000))
      const alerts = await dropOldAlerts(db, retain_days)
      if (alerts > 0) log.info({ alerts }, 'old alerts deleted')
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

  /** The first run checks every boundary with a schedule, so changes during a downtime are caught up. */
  async schedules(now = Date.now()): Promise<void> {
    this.#options.on_alerts(await applySchedules(this.#options.db, this.#scheduled_at, now))
    this.#scheduled_at = now
  }
}

export type UpkeepOptions = {
  db: Kysely<Database>
  log: Logger
  /** 0 keeps events and ended alerts for ever. */
  retain_days: number
  on_alerts(alerts: OwnedAlert[]): void
}
