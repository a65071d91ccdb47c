import { type Kysely, sql } from 'kysely'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { makeDays } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import { seed } from '../server/seed.ts'
import { handleCalls } from './child_calls.ts'
import { addDay } from './history_days.ts'
import { ADMIN } from './stage.ts'

handleCalls({ fill })

/**
 * Fills days of a fleet that drives ten hours a day and is parked otherwise. Attributes have four fields, as many
 * devices send them.
 *
 * @returns the first tracker's id; the others follow
 */
async function fill({ database_url, data_dir, trackers, days, every_min }: HistoryFilling): Promise<HistoryFilled> {
  const { db, close } = await openDatabase({ database_url, data_dir })
  try {
    await migrate(db)
    await seed(db, ADMIN)
    const { rows } = await sql<{ id: number }>`
      insert into tracker (organisation_id, number, name, token_sha256)
      select 1, 'history-' || i, 'Van ' || i, repeat('0', 64) from generate_series(1, ${trackers}::int) i
      returning id`.execute(db)
    const tracker_ids = rows.map(({ id }) => id)
    const now = new Date()
    const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 4)
    const first = last - (days - 1) * 86_400_000
    await makeDays(db, new Date(first), new Date(last))
    for (let i = 0; i < days; i++) {
      await addDay(db, { organisation_id: 1, tracker_ids }, new Date(first + i * 86_400_000).toISOString(), every_min)
    }
    await sql`vacuum analyze tracker_event`.execute(db)
    const { bytes, events } = await sizeOf(db)
    return { tracker_ids, first_day: first, days, bytes, events }
  } finally {
    await close()
  }
}

async function sizeOf(db: Kysely<Database>): Promise<{ bytes: number; events: number }> {
  const { rows } = await sql<{ bytes: number; events: number }>`
    select (select sum(pg_total_relation_size(i.inhrelid))::float8 from pg_inherits i
      where i.inhparent = 'tracker_event'::regclass) as bytes,
      (select count(*)::int from tracker_event) as events`.execute(db)
  return rows[0]!
}

export type HistoryFilling = {
  database_url: string
  data_dir: string
  trackers: number
  days: number
  /** Minutes from one report to the next; 1 without it. */
  every_min?: number
}
export type HistoryFilled = { tracker_ids: number[]; first_day: number; days: number; bytes: number; events: number }
