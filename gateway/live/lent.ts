import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { liveRooms } from '#db/live_rooms.ts'
import type { LentPosition } from '#db/loans/lent.ts'
import { isLentAt, isRunning } from '#db/loans/lent.ts'
import type { Database } from '#db/tables/index.ts'
import { unnestRows } from '#db/unnest.ts'
import type { JudgedEvent } from '../ingest/write.ts'

/** Interval of reading which trackers are lent: a loan that begins is shown by then. */
const RENEW_MS = 2000

/**
 * Publishes positions of trackers on loan to the organisations that borrow them. Which are lent is remembered; whether a
 * position may be shown is asked for each, so that nothing is shown once a loan has ended.
 */
export class Lent {
  #options: LentOptions
  #lent: ReadonlySet<number> = new Set()
  readonly task: PeriodicTask = { name: 'trackers on loan', interval_ms: RENEW_MS, run: () => this.#renew() }

  constructor(options: LentOptions) {
    this.#options = options
  }

  /** The newest of each tracker in a batch. */
  moved(events: readonly JudgedEvent[]): void {
    if (this.#lent.size === 0) return
    const places = new Map<number, Place>()
    for (const { entry, verdict } of events) {
      const { report, organisation_id, tracker_id, fix_at } = entry
      if (verdict.late || !this.#lent.has(tracker_id) || !report.valid) continue
      const { lon, lat } = report
      if (lon == null || lat == null) continue
      const [speed, heading] = [report.speed ?? null, report.heading ?? null]
      places.set(tracker_id, { organisation_id, tracker_id, fix_at: iso(fix_at), lon, lat, speed, heading })
    }
    if (places.size === 0) return
    this.#publish([...places.values()]).catch((error) =>
      this.#options.log.warn({ err: error }, 'publishing the position of a tracker on loan failed'),
    )
  }

  async #publish(places: Place[]): Promise<void> {
    const shown = await readShown(this.#options.db, places)
    for (const [borrower_id, loans] of Map.groupBy(shown, (one) => one.borrower_id)) {
      const positions = loans.map(({ borrower_id: _, ...position }) => ({ ...position, elsewhere: false }))
      this.#options.send(liveRooms.staff(borrower_id), positions)
    }
  }

  async #renew(): Promise<void> {
    const { rows } = await sql<{ tracker_id: number }>`/* trackers_on_loan */
      select l.tracker_id::float8 as tracker_id from tracker_loan l where ${isRunning('l')}`.execute(this.#options.db)
    this.#lent = new Set(rows.map(({ tracker_id }) => tracker_id))
  }
}

async function readShown(db: Kysely<Database>, places: Place[]): Promise<Shown[]> {
  const position = sql`st_setsrid(st_makepoint(p.lon, p.lat), 4326)`
  const columns = {
    bigint: ['organisation_id', 'tracker_id'],
    text: ['fix_at'],
    float8: ['lon', 'lat', 'speed', 'heading'],
  } as const
  const { rows } = await sql<Shown>`/* shown_of_loans */
    select l.id::float8 as id, l.borrower_id::float8 as borrower_id, p.fix_at, p.lon, p.lat, p.speed, p.heading
    from ${unnestRows(places, columns, 'p')}
    join tracker_loan l on l.organisation_id = p.organisation_id and l.tracker_id = p.tracker_id
    where ${isRunning('l')} and ${isLentAt('l', sql`p.fix_at::timestamptz`, position)}`.execute(db)
  return rows
}

const iso = (time: number) => new Date(time).toISOString()

type Place = Omit<LentPosition, 'id' | 'elsewhere'> & { organisation_id: number; tracker_id: number }
type Shown = Omit<LentPosition, 'elsewhere'> & { borrower_id: number }
type LentOptions = { db: Kysely<Database>; log: Logger; send(room: string, positions: LentPosition[]): void }
