import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { Archive } from '#db/history/archive.ts'
import type { HistoryStore } from '#db/history/store.ts'
import type { Database } from '#db/tables/index.ts'
import type { Metrics } from './metrics.ts'

/** Closes days: their events move to files in the background (`db/history`). */
export class Closing {
  readonly #archive: Archive
  readonly #options: ClosingOptions
  /** Of this process, in milliseconds since 1970; another one may do the work. */
  #succeeded_at = Date.now()
  /** Null in a process that does not close days. */
  readonly task: PeriodicTask | null

  constructor(options: ClosingOptions) {
    const { history, close_days, database_kind, metrics } = options
    this.#options = options
    // The embedded database has one session, in which devices come first. On a server people's statements are cancelled
    // when they take long.
    const is_embedded = database_kind === 'embedded'
    const db = is_embedded ? options.people : options.db
    const merge_rows = is_embedded ? 20_000 : 200_000
    this.#archive = new Archive({ db, store: history, close_days, merge_rows })
    this.task = options.closes ? { name: 'closing of days', interval_ms: 5 * 60_000, run: () => this.run() } : null
    if (!options.closes) return
    metrics.watch(
      'ringfence_history_seconds_since_success',
      'Time since the work on closed days last ended without an error, or another process had it',
      () => (Date.now() - this.#succeeded_at) / 1000,
    )
  }

  async run(): Promise<void> {
    const { log, metrics } = this.#options
    try {
      const report = await this.#archive.run()
      this.#succeeded_at = Date.now()
      if (!report) return
      const { closed, merged, rewritten, removed, dropped } = report
      metrics.history_events.inc(
        { reason: 'closed' },
        closed.reduce((sum, { events }) => sum + events, 0),
      )
      metrics.history_events.inc({ reason: 'late' }, merged)
      if (closed.length + merged + rewritten + removed + dropped.length > 0) log.info(report, 'days closed')
    } catch (error) {
      metrics.history_failures.inc()
      log.error(
        { err: error },
        'days could not be closed: their events stay in the database, and the next run tries again',
      )
    }
  }

  /** The current run ends soon. */
  stop(): void {
    this.#archive.stop()
  }
}

export type ClosingOptions = {
  db: Kysely<Database>
  people: Kysely<Database>
  history: HistoryStore
  log: Logger
  metrics: Metrics
  /** Days after its end until a day is closed; 0 is never. */
  close_days: number
  closes: boolean
  database_kind: 'embedded' | 'server'
}
