import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Belonging } from '#db/live_rooms.ts'
import { type MovementState, movementState } from '#db/movement/now.ts'
import type { Database } from '#db/tables/index.ts'
import type { TrackerEvent } from '../../ingest/event.ts'
import { FleetPositions, type StoredTracker } from './fleet_positions.ts'

/** Page size of reading trackers: longer statements would block the embedded database. */
const PAGE = 5000
/** Interval of reading all trackers again: deletion, deactivation and new owners come without an event. */
const RENEW_MS = 30_000

/** The positions of an organisation's trackers, from the database and then from committed events. */
export class Organisation {
  readonly positions = new FleetPositions()
  /** Incremented by each change. */
  version = 0
  readonly loaded: Promise<void>
  #options: OrganisationOptions
  #organisation_id: number
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: OrganisationOptions, organisation_id: number) {
    this.#options = options
    this.#organisation_id = organisation_id
    this.loaded = this.#load()
  }

  /** @returns whether the tracker has left its boundary with this event */
  move(event: TrackerEvent, belonging: Belonging, replaces = false): boolean {
    const { tracker_id, id, position, valid, outside_boundary } = event
    this.version++
    const [lon, lat] = (valid && position?.coordinates) || [null, null]
    return this.positions.move(tracker_id, belonging, { event_id: id, lon, lat, outside: outside_boundary, replaces })
  }

  setOffline(tracker_id: number, offline: boolean): void {
    this.version++
    this.positions.setOffline(tracker_id, offline)
  }

  setMovement(tracker_id: number, state: MovementState): void {
    this.version++
    this.positions.setMovement(tracker_id, state)
  }

  /**
   * Takes over what was read of trackers that were not published since: what they do is written a little before.
   *
   * @param before what they did as the reading began
   * @returns whether some do something else now
   */
  learn(before: ReadonlyMap<number, MovementState | null>, read: readonly Done[]): boolean {
    let changed = false
    for (const { tracker_id, state } of read) {
      const was = before.get(tracker_id)
      if (this.positions.movementOf(tracker_id) === was && was !== state) this.setMovement(tracker_id, state)
      changed ||= this.positions.movementOf(tracker_id) !== was
    }
    return changed
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #load(): Promise<void> {
    try {
      await this.#read()
      this.version++
    } catch (error) {
      this.#options.log.warn({ err: error }, 'reading the trackers of a large fleet failed')
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.#load(), RENEW_MS).unref()
  }

  async #read(): Promise<void> {
    const read = new Set<number>()
    for (let last = 0; !this.#stopped; ) {
      const rows = await readTrackersAfter(this.#options.db, this.#organisation_id, last)
      for (const row of rows) {
        this.positions.load(row)
        read.add(row.tracker_id)
      }
      if (rows.length < PAGE) break
      last = rows.at(-1)!.tracker_id
    }
    // A tracker registered during a reading is found at the next reading.
    if (!this.#stopped) this.positions.keep(read)
  }
}

async function readTrackersAfter(
  db: Kysely<Database>,
  organisation_id: number,
  last: number,
): Promise<StoredTracker[]> {
  const { rows } = await sql<StoredTracker>`
    select t.id as tracker_id, t.owner_user_id, t.group_id, t.active, latest.event_id,
      case when latest.valid then st_x(latest.position) end as lon,
      case when latest.valid then st_y(latest.position) end as lat, ${movementState} as movement,
      coalesce(latest.outside_boundary, latest.outside) as outside, coalesce(not p.online, false) as offline
    from tracker t
    left join tracker_state latest on latest.organisation_id = t.organisation_id and latest.tracker_id = t.id
    left join movement_checkpoint followed on followed.organisation_id = t.organisation_id and followed.tracker_id = t.id
    left join tracker_presence p on p.organisation_id = t.organisation_id and p.tracker_id = t.id
    where t.organisation_id = ${organisation_id} and t.id > ${last} and not t.drill
    order by t.id
    limit ${PAGE}`.execute(db)
  return rows
}

type OrganisationOptions = { db: Kysely<Database>; log: Logger }
type Done = { tracker_id: number; state: MovementState }
