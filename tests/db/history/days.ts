import { type Kysely, sql } from 'kysely'
import { Archive, type ArchivePolicy } from '#db/history/archive.ts'
import { listParts } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import { archivedRows } from '#db/history/recordset.ts'
import type { HistoryStore } from '#db/history/store.ts'
import { makeDays } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'

/** Nothing waits: what is due in an hour or a day is done at once. */
export const atOnce: ArchivePolicy = {
  least_rows: 1,
  pause_s: -60,
  removal_delay_s: 0,
  unused_s: -60,
  unknown_s: -60,
  look_s: 0,
  fill_bytes: 1e9,
}

export function archiveOf(db: Kysely<Database>, store: HistoryStore): Archive {
  return new Archive({ db, store, close_days: 2, merge_rows: 50 })
}

/** A new organisation with trackers. */
export async function makeFleet(db: Kysely<Database>, name: string, count: number) {
  const { rows } = await sql<{ id: number }>`insert into organisation (name) values (${name}) returning id`.execute(db)
  const organisation_id = rows[0]!.id
  return { organisation_id, tracker_ids: await addTrackers(db, organisation_id, name, count) }
}

async function addTrackers(db: Kysely<Database>, organisation_id: number, name: string, count: number) {
  const { rows } = await sql<{ id: number }>`insert into tracker (organisation_id, number, name, token_sha256)
    select ${organisation_id}, ${name} || i, ${name} || i, repeat('0', 64) from generate_series(1, ${count}::int) i
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Events with all kinds of values, of each tracker, some at the same time. Their day gets its partition. */
export async function addEvents(
  db: Kysely<Database>,
  { organisation_id, tracker_ids }: Fleet,
  day: string,
  each: number,
) {
  await makeDays(db, new Date(day), new Date(day))
  await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, alarm, valid, position,
      altitude, heading, speed, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest)
    select ${organisation_id}, t, ${day}::timestamptz + random() * interval '24 hours' * (i % 3), now(),
      case when i % 10 = 0 then 'ignition Ö' else 'position' end, case when i % 20 = 0 then 'sos' end, i % 7 <> 0,
      case when i % 7 <> 0 then st_setsrid(st_makepoint(180 * random(), case when i % 5 = 0 then '-0' else random() end), 4326) end,
      random() * 1000, case when i % 2 = 0 then 359.9 end, random() * 30, case when i % 4 = 0 then 0.1 end,
      case i % 3 when 0 then true when 1 then false end, i % 6 = 0, i % 8 = 0, case when i % 3 = 0 then 9007199254740991 end,
      case when i % 5 > 0 then jsonb_build_object('battery', i % 100, 'odometer', i * 12345678901234567890, 'ü', 'a\\b"c') end,
      (random() * 281474976710655)::bigint
    from unnest(${tracker_ids}::bigint[]) t, generate_series(1, ${each}::int) i`.execute(db)
}

/** One more event, as a late report is stored. */
export async function addLate(
  db: Kysely<Database>,
  { organisation_id, tracker_ids }: Fleet,
  at: string,
  digest: number,
) {
  await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
    values (${organisation_id}, ${tracker_ids[0]!}, ${at}, now(), 'late', false, false, true, ${digest})`.execute(db)
}

/** All events of an organisation as texts of their rows, in order of their ids: of both tiers, or of one. */
export async function eventsOf(
  db: Kysely<Database>,
  organisation_id: number,
  store: HistoryStore | null,
): Promise<string[]> {
  const found = []
  if (store) {
    const parts = await listParts(db, { organisation_ids: [organisation_id] })
    for await (const page of readEvents(store, parts, { filter: {}, order: 'id' })) found.push(...page)
  }
  const { rows } = await sql<{ row: string }>`
    select (e.*)::text as row from (
      select e.* from tracker_event e where e.organisation_id = ${organisation_id} union all ${archivedRows(found)}
    ) e order by e.id`.execute(db)
  return rows.map(({ row }) => row)
}

export type Fleet = { organisation_id: number; tracker_ids: number[] }
