import { type Kysely, sql, type Updateable } from 'kysely'
import type { Logger } from 'pino'
import type { OwnedAlert } from '#db/alerts/owned.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { isServed } from '#db/moving/hold.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { FireDrill } from '#db/tables/tracking/drills/fire_drill.ts'
import type { Outcome } from '../ingest/entry.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { beginDrill } from './begin.ts'
import { type Drill, noteAcknowledged } from './drill.ts'
import { endDrill } from './end.ts'
import { reportOf, stepsOf } from './steps.ts'

/**
 * Carries fire drills out: a synthetic tracker reports as devices do, and all that follows is the usual way of an alert.
 * What was done is in the row of the drill, so any process continues after a restart. `next_at` is the lease.
 */
export class Drills {
  readonly #options: DrillsOptions
  readonly task: PeriodicTask = { name: 'fire drills', interval_ms: 500, run: () => this.run() }

  constructor(options: DrillsOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    for (const drill of await this.#take()) {
      try {
        await this.#advance(drill)
      } catch (error) {
        this.#options.log.warn({ err: error, drill: drill.id }, 'a fire drill has paused; it is tried again')
      }
    }
  }

  async #take(): Promise<Drill[]> {
    const { rows } = await sql<Drill>`/* take_drills */
      update fire_drill set next_at = now() + make_interval(secs => ${LEASE_S}::float8)
      where id in (select d.id from fire_drill d
        where d.state <> 'ended' and d.next_at <= now() and ${isServed(sql`d.organisation_id`)}
        order by d.next_at limit 10 for update skip locked)
      returning ${columns}`.execute(this.#options.db)
    return rows
  }

  async #advance(drill: Drill): Promise<void> {
    const { db } = this.#options
    if (drill.ends_at !== null && Date.parse(drill.ends_at) <= Date.now()) return this.#end(drill, null)
    if (drill.state === 'waiting') {
      const failure = await beginDrill(db, drill)
      return failure ? this.#end(drill, failure) : undefined
    }
    if (drill.tracker_id === null) return this.#end(drill, 'no_alert')
    if (drill.step < stepsOf(drill)) return this.#report(drill, drill.tracker_id)
    await this.#watch(drill, drill.tracker_id)
  }

  async #report(drill: Drill, tracker_id: number): Promise<void> {
    const { organisation_id } = drill
    const report = reportOf(drill, Date.now())
    const outcome = await this.#send({ organisation_id, tracker_id }, report)
    const is_stored = outcome === 'stored' || outcome === 'duplicate'
    await this.#later(drill, STEP_S, is_stored ? { step: drill.step + 1 } : {})
  }

  /** What is not answered in time is sent again: it may have been stored, which a further position does not change. */
  async #send(tracker: { organisation_id: number; tracker_id: number }, report: ReturnType<typeof reportOf>) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, REPORT_MS, null)
    })
    const stored = new Promise<Outcome>((resolve) => this.#options.ingest.add(tracker, report, false, resolve))
    return await Promise.race([stored, late]).finally(() => clearTimeout(timer))
  }

  async #watch(drill: Drill, tracker_id: number): Promise<void> {
    const { db } = this.#options
    const { id, organisation_id, started_at } = drill
    if (drill.alert_id !== null) {
      await noteAcknowledged(db, drill)
      return this.#later(drill, WATCH_S)
    }
    const alert = await db
      .selectFrom('alert')
      .select(['id', 'created_at'])
      .where('organisation_id', '=', organisation_id)
      .where('tracker_id', '=', tracker_id)
      .orderBy('id')
      .executeTakeFirst()
    if (alert) return this.#later(drill, STEP_S, { alert_id: alert.id, raised_at: alert.created_at })
    const is_late = Date.now() - Date.parse(started_at!) > ALERT_MS
    if (!is_late) return this.#later(drill, STEP_S)
    this.#options.log.warn({ drill: id }, 'a fire drill has raised no alert')
    await this.#end(drill, 'no_alert')
  }

  /** At its end at the latest. */
  async #later({ id }: Drill, after_s: number, changes: Updateable<Database['fire_drill']> = {}): Promise<void> {
    await this.#options.db
      .updateTable('fire_drill')
      .set({ ...changes, next_at: sql`least(now() + make_interval(secs => ${after_s}::float8), ends_at)` })
      .where('id', '=', id)
      .where('state', '<>', 'ended')
      .execute()
  }

  async #end(drill: Drill, failure: Drill['failure']): Promise<void> {
    const { db, quotas, on_alerts } = this.#options
    on_alerts(await endDrill(db, { ...drill, failure: drill.failure ?? failure }, quotas))
  }
}

const LEASE_S = 30
/** Between two reports, so that the tracker is seen to move. */
const STEP_S = 1
const WATCH_S = 3
const REPORT_MS = 10_000
/** From the beginning: its reports take some seconds. */
const ALERT_MS = 60_000

const columns = sql.join(Object.keys(FireDrill.columns).map((name) => sql.ref(name)))

export type DrillsOptions = {
  db: Kysely<Database>
  log: Logger
  ingest: Pick<Ingest, 'add'>
  quotas: QuotaDefaults
  /** Called with the alert of a drill that has ended. */
  on_alerts(alerts: OwnedAlert[]): void
}
