import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Archive } from '#db/history/archive.ts'
import { makeDays } from '#db/partitions.ts'
import type { Movement } from '#gateway/movement/movement.ts'
import type { RingfenceServer } from '../server/compose.ts'
import { addDay } from './history_days.ts'

/** What the part `movement` asks of a server. */
export function movementOrders(serverOf: () => RingfenceServer) {
  let add: Movement['add'] | null = null
  return {
    /** Follows trackers, or stores their reports only. */
    follow({ on }: { on: boolean }) {
      const { movement } = serverOf().gateway
      add ??= movement.add.bind(movement)
      movement.add = on ? add : () => {}
    },
    /** Reads what is behind without rests. @returns milliseconds a tracker */
    async settle(): Promise<number> {
      const { movement } = serverOf().gateway
      const began = performance.now()
      let trackers = 0
      while (movement.behind > 0) trackers += await movement.catchUp({ hurries: true })
      return (performance.now() - began) / Math.max(1, trackers)
    },
    /** Samples the age of the oldest report that waits. @returns seconds, sorted; and trackers behind in the end */
    async lags({ seconds }: { seconds: number }): Promise<Lags> {
      const { movement } = serverOf().gateway
      const lags: number[] = []
      for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
        await wait(100)
        lags.push(movement.lag_s)
      }
      return { lags: lags.sort((a, b) => a - b), behind: movement.behind }
    },
    findMonth: () => findMonth(serverOf()),
    addSegments: (sizes: Sizes) => addSegments(serverOf(), sizes),
  }
}

/** Has the movement of a tracker's month found again. @returns milliseconds, for the table and for files */
async function findMonth({ database, gateway, history }: RingfenceServer): Promise<Months> {
  const { db } = database
  const { rows } = await sql<{ id: number }>`insert into tracker (organisation_id, number, name, token_sha256)
    values (1, 'month', 'Van', repeat('0', 64)) returning id`.execute(db)
  const tracker_id = Number(rows[0]!.id)
  const days = Array.from({ length: 30 }, (_, i) => new Date(Math.floor(Date.now() / DAY_MS - 34 + i) * DAY_MS))
  await makeDays(db, days[0]!, days.at(-1)!)
  for (const day of days) await addDay(db, { organisation_id: 1, tracker_ids: [tracker_id] }, day.toISOString())
  await sql`insert into tracker_state (organisation_id, tracker_id, judged_at)
    values (1, ${tracker_id}, ${new Date(days.at(-1)!.getTime() + DAY_MS).toISOString()})
    on conflict (organisation_id, tracker_id) do update set judged_at = excluded.judged_at`.execute(db)
  const find = async () => {
    await sql`insert into movement_checkpoint (organisation_id, tracker_id, dirty_from, dirty_until)
      values (1, ${tracker_id}, '2020-01-01', now()) on conflict (organisation_id, tracker_id) do update
      set dirty_from = excluded.dirty_from, dirty_until = excluded.dirty_until`.execute(db)
    const began = performance.now()
    for (;;) {
      await gateway.movement.catchUp({ hurries: true })
      const { rows: left } = await sql`select 1 from movement_checkpoint where tracker_id = ${tracker_id}
        and (dirty_from is not null or recompute_from is not null)`.execute(db)
      if (left.length === 0) return performance.now() - began
    }
  }
  await find()
  const table = [await find(), await find(), await find()]
  await new Archive({ db, store: history, close_days: 2, merge_rows: 200_000 }).run()
  const files = [await find(), await find(), await find()]
  const { rows: found } = await sql<{ segments: number }>`select count(*)::int as segments from segment
    where tracker_id = ${tracker_id}`.execute(db)
  return { table, files, reports: days.length * 1440, segments: found[0]!.segments }
}

/** Adds segments of trackers over four months, and their days. @returns bytes of both with their indexes */
async function addSegments({ database: { db } }: RingfenceServer, { trackers, each }: Sizes): Promise<Filled> {
  for (let part = 0; part < 4; part++) {
    await sql`create table if not exists ${sql.table(`segment_bench_${part}`)} partition of segment
      for values from (${sql.lit(monthOf(part))}) to (${sql.lit(monthOf(part + 1))})`.execute(db)
    await sql`insert into segment (organisation_id, tracker_id, kind, began_at, ended_at, through_at, begin_position,
        end_position, begin_place, end_place, distance_m, distance_source, top_speed, moving_s, idle_s, pauses)
      select 1, t.id, case when i % 2 = 0 then 'trip' else 'stop' end, b.at, b.at + b.step, b.at + b.step,
        st_setsrid(st_makepoint(174.7 + random(), -36.9 + random()), 4326),
        st_setsrid(st_makepoint(174.7 + random(), -36.9 + random()), 4326), (i * 7 % 30) || ' km SE of Auckland',
        (i * 3 % 30) || ' km N of Hamilton', case when i % 2 = 0 then 1000 + random() * 40000 else 0 end, 'positions',
        case when i % 2 = 0 then 10 + random() * 20 end, case when i % 2 = 0 then 1200 else 0 end, 0, i % 3
      from (select id, row_number() over (order by id) as n from tracker where organisation_id = 1
        order by id limit ${trackers}) t
      cross join generate_series(0, ${Math.floor(each / 4) - 1}::int) i
      cross join lateral (select interval '28 days' / ${Math.floor(each / 4)}::int as step,
        ${monthOf(part)}::timestamptz + (interval '28 days' / ${Math.floor(each / 4)}::int) * i
          + t.n * interval '1 second' as at) b`.execute(db)
  }
  await sql`insert into tracker_day (organisation_id, tracker_id, day, distance_m, estimated_m, driving_s, idle_s,
      stops, visits, top_speed)
    select organisation_id, tracker_id, began_at::date, sum(distance_m), 0, sum(moving_s), 0,
      count(*) filter (where kind = 'stop'), 0, max(top_speed)
    from segment where began_at < ${monthOf(4)} group by 1, 2, 3`.execute(db)
  await sql`vacuum analyze segment`.execute(db)
  await sql`vacuum analyze tracker_day`.execute(db)
  const { rows } = await sql<Filled>`select
      (select sum(pg_total_relation_size(i.inhrelid))::float8 from pg_inherits i
        where i.inhparent = 'segment'::regclass) as bytes,
      (select sum(pg_indexes_size(i.inhrelid))::float8 from pg_inherits i
        where i.inhparent = 'segment'::regclass) as index_bytes,
      (select count(*)::float8 from segment) as segments, (select min(id) from tracker) as tracker_id`.execute(db)
  return { ...rows[0]!, from: monthOf(0) }
}

/** Of a year that no other part uses. */
const monthOf = (month: number) => new Date(Date.UTC(2025, 2 + month)).toISOString()

const DAY_MS = 86_400_000

/** Trackers, and segments of each. */
type Sizes = { trackers: number; each: number }

export type Lags = { lags: number[]; behind: number }
export type Months = { table: number[]; files: number[]; reports: number; segments: number }
export type Filled = { bytes: number; index_bytes: number; segments: number; tracker_id: number; from: string }
