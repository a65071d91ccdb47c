import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Archive } from '#db/history/archive.ts'
import { attachHistory } from '#db/history/of.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { openDatabase } from '#db/open.ts'
import { makeDays } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import { atOnce, makeFleet } from '../../db/history/days.ts'
import { copyTemplate } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import { copyFolder } from '../../templates.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { compareSegments } from './truth.ts'

const TRACKERS = 4
const DAYS = 3
const DAY_MS = 86_400_000
const day = [
  park(400),
  driveAt(12, 25),
  park(60),
  driveAt(9, 35, { lights: true }),
  park(500),
  driveAt(20, 60),
  park(360),
]
const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-upgrade-'))
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
let store: HistoryStore
let server: ServerProcess

beforeAll(async () => {
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  else copyFolder(data_dir)
  store = await openHistory({ data_dir, s3_url: null })
  server = await makeProcess({
    DATA_DIR: data_dir,
    JWT_SECRET: 'x'.repeat(64),
    ...(database && { DATABASE_URL: database.url }),
  })
})
afterAll(async () => {
  await server?.end('SIGKILL')
  server?.remove()
  await database?.drop()
  rmSync(data_dir, { recursive: true, force: true })
})

it('an installation before it had segments gets them from files and the table, though it is killed while it reads', async () => {
  const fleet = await opened(makeHistory)
  await server.start()
  let admin = await server.admin()
  const left = async () => (await admin.act('GET devinfo')).data.movement.unread
  // One tracker is begun at least, and it, or those after it, are not read to the end.
  await expect.poll(left, { interval: 20 }).toBeLessThan(TRACKERS)
  await sleep(Math.random() * 300)
  await server.end('SIGKILL')
  expect(await opened((db) => countRead(db, fleet.organisation_id))).toBeLessThan(TRACKERS)
  // Time passes: a process that is killed counts as dead after a minute.
  await opened((db) => sql`update gateway set alive_at = now() - interval '5 minutes'`.execute(db))
  await server.start()
  admin = await server.admin()
  const { organisation_id } = fleet
  const lastStops = async () => {
    const { data } = await admin.list('segment', { organisation_id, kind: 'stop', open: true })
    return data.filter(({ began_at }) => Date.parse(began_at) > Date.now() - DAY_MS / 2).length
  }
  await expect.poll(lastStops, { timeout: 240_000, interval: 500 }).toBe(TRACKERS)
  await server.end('SIGTERM')
  await opened(async (db) => {
    for (const tracker_id of fleet.tracker_ids) {
      const { stored, truth, fixes } = await compareSegments({ db }, { ...fleet, tracker_id })
      expect(fixes).toBe((DAYS * DAY_MS) / 60_000)
      expect(truth.length).toBeGreaterThan(DAYS * 6)
      expect(stored).toEqual(truth)
    }
    const { rows } = await sql<{ days: number; segments: number }>`
        select (select sum(distance_m) from tracker_day where organisation_id = ${fleet.organisation_id}) as days,
          (select sum(distance_m) from segment where organisation_id = ${fleet.organisation_id}
            and kind in ('trip', 'gap')) as segments`.execute(db)
    expect(rows[0]!.days).toBeCloseTo(rows[0]!.segments, 1)
  })
}, 600_000)

/** Some days of reports, of which the older are in files, as a release that knew no segments left them. */
async function makeHistory(db: Kysely<Database>) {
  const fleet = await makeFleet(db, 'upgraded', TRACKERS)
  await makeDays(db, new Date(Date.now() - (DAYS + 1) * DAY_MS), new Date())
  for (const [i, tracker_id] of fleet.tracker_ids.entries()) {
    const { fixes } = simulate(Array.from({ length: DAYS }, () => day).flat(), { every_s: 60, seed: i + 1 })
    const shift = Date.now() - 60_000 - fixes.at(-1)!.at
    const reports = fixes.map(({ at, lon, lat, speed, ignition, odometer }, n) => {
      return { at: (at + shift) / 1000, lon, lat, speed, attributes: { ignition, odometer }, digest: n }
    })
    await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, speed,
        repeated, late, attributes, digest)
      select ${fleet.organisation_id}, ${tracker_id}, to_timestamp(r.at), to_timestamp(r.at + 2), 'position', true,
        st_setsrid(st_makepoint(r.lon, r.lat), 4326), r.speed, false, false, r.attributes, r.digest
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
        as r (at float8, lon float8, lat float8, speed real, attributes jsonb, digest bigint)`.execute(db)
  }
  await sql`update tracker_state set judged_at = now(), latest_fix_at = now()
    where organisation_id = ${fleet.organisation_id}`.execute(db)
  const archive = new Archive({ db, store, close_days: 1, merge_rows: 1000 })
  expect(await archive.run(new Date(), { policy: atOnce })).not.toBeNull()
  const { rows } = await sql<{ in_files: number; in_table: number }>`select
    (select count(*) from event_archive where organisation_id = ${fleet.organisation_id})::int as in_files,
    (select count(*) from tracker_event where organisation_id = ${fleet.organisation_id})::int as in_table`.execute(db)
  expect(rows[0]!.in_files).toBeGreaterThan(0)
  expect(rows[0]!.in_table).toBeGreaterThan(0)
  return fleet
}

/** Trackers that are read to the end. */
async function countRead(db: Kysely<Database>, organisation_id: number): Promise<number> {
  const { rows } = await sql<{ read: number }>`select count(*)::int as read from movement_checkpoint
    where organisation_id = ${organisation_id} and through > now() - interval '10 minutes'`.execute(db)
  return rows[0]!.read
}

/** The embedded database can be open in one process only. */
async function opened<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const open = await openDatabase({ data_dir, database_url: database?.url })
  attachHistory([open.db], store)
  return await work(open.db).finally(() => open.close())
}
