import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { liveRooms } from '#db/live_rooms.ts'
import type { Database } from '#db/tables/index.ts'
import type { Connected } from './links/connected.ts'
import type { Live } from './live/live.ts'
import type { Revocations } from './revocations.ts'

/**
 * Closes the connections of organisations that were put on hold, of devices and of live maps, in this process. The
 * command that does so is another process; reports are refused by the database from its commit on.
 */
export class Holds {
  readonly #options: HoldsOptions
  #known = new Set<number>()
  readonly task: PeriodicTask = { name: 'organisations on hold', interval_ms: 1_000, run: () => this.run() }

  constructor(options: HoldsOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { db, connected, live, revocations } = this.#options
    const held = await db.selectFrom('organisation_hold').select('organisation_id').execute()
    const ids = held.map(({ organisation_id }) => organisation_id)
    const fresh = ids.filter((id) => !this.#known.has(id))
    this.#known = new Set(ids)
    for (const id of fresh) live.closeHere(liveRooms.organisation(id))
    // A device that has signed in just before is closed with its next report.
    if (fresh.length === 0 || connected.trackers.length === 0) return
    const { rows } = await sql<{ id: number }>`select id from tracker
      where organisation_id = any(${bigints(fresh)}::bigint[]) and id = any(${bigints(connected.trackers)}::bigint[])`.execute(
      db,
    )
    for (const { id } of rows) revocations.revoke(id)
  }
}

type HoldsOptions = { db: Kysely<Database>; connected: Connected; live: Live; revocations: Revocations }
