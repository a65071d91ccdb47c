import { type Kysely, sql } from 'kysely'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { makeDays } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import { seed } from '../server/seed.ts'
import { handleCalls } from './child_calls.ts'
import { ADMIN } from './stage.ts'

handleCalls({ fill })

/** A report a minute. */
export const PER_DAY = 1440

/**
 * Fills days of a fleet that drives ten hours a day and is parked otherwise. Attributes have four fields, as many
 * devices send them.
 *
 * @returns the first tracker's id; the others follow
 */
async function fill({ database_url, data_dir, trackers, days }: HistoryFilling): Promise<HistoryFilled> {
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
    for (let i = 0; i < days; i++) await addDay(db, tracker_ids, new Date(first + i * 86_400_000).toISOString())
    await sql`vacuum analyze tracker_event`.execute(db)
    const { bytes, events } = await sizeOf(db)
    return { tracker_ids, first_day: first, days, bytes, events }
  } finally {
    await close()
  }
}

/** Reports of a day, inserted in the order of time as they arrive. */
async function addDay(db: Kysely<Database>, tracker_ids: number[], day: string): Promise<void> {
  await sql`
    insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, altitude, speed,
      heading, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest)
    select 1, m.id, m.at, m.at + interval '1 s' * (0.2 + random()), 'position', true,
      st_setsrid(st_makepoint(round((174.6 + x)::numeric, 6)::float8, round((-36.8 + y)::numeric, 6)::float8), 4326),
      round((40 + 8 * random())::numeric, 1), case when drives then round((8 + 10 * random())::numeric, 2) else 0 end,
      case when drives then round((360 * random())::numeric) end, round((3 + 6 * random())::numeric, 1), false, false, false, 1,
      jsonb_build_object('battery', 100 - minute / 30, 'charging', drives, 'satellites', 7 + round(random() * 6),
        'odometer', round((12000 + m.id * 10 + travelled)::numeric, 1)),
      floor(random() * 281474976710656)::bigint
    from (
      select d.*, ${day}::timestamptz + minute * interval '1 minute' + interval '1 s' * (d.id % 60) as at,
        sum(case when drives then (random() - 0.5) * 0.01 else 0 end) over way as x,
        sum(case when drives then (random() - 0.5) * 0.01 else 0 end) over way as y,
        sum(case when drives then 0.8 else 0 end) over way as travelled
      from (
        select t.id, minute, minute between 420 + t.id % 60 and 1019 + t.id % 60 as drives
        from unnest(${`{${tracker_ids.join(',')}}`}::bigint[]) as t (id), generate_series(0, ${PER_DAY - 1}::int) minute
      ) d window way as (partition by d.id order by minute)
    ) m order by m.at`.execute(db)
}

async function sizeOf(db: Kysely<Database>): Promise<{ bytes: number; events: number }> {
  const { rows } = await sql<{ bytes: number; events: number }>`
    select (select sum(pg_total_relation_size(i.inhrelid))::float8 from pg_inherits i
      where i.inhparent = 'tracker_event'::regclass) as bytes,
      (select count(*)::int from tracker_event) as events`.execute(db)
  return rows[0]!
}

export type HistoryFilling = { database_url: string; data_dir: string; trackers: number; days: number }
export type HistoryFilled = { tracker_ids: number[]; first_day: number; days: number; bytes: number; events: number }
