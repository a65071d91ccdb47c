import { type Kysely, sql } from 'kysely'
import { hashPassword } from '#api/people/passwords/hash.ts'
import type { Database } from '#db/tables/index.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import type { JudgedEvent } from '#gateway/ingest/write.ts'
import { type RingfenceServer, startServer } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import { handleCalls } from './child_calls.ts'

// Ringfence with moving fleets. Reports are passed to the live map without being stored, so that the map is measured
// and not the database.
let server: RingfenceServer | undefined
let timer: NodeJS.Timeout | undefined
let event_id = 0
let raised = 0

handleCalls({ start, drive, raise, rest: () => clearInterval(timer) }, () => server?.stop())

const PASSWORD = 'bench-password'
/** The fleets' area, small enough to be completely visible. */
const square = { west: 174.55, south: -37.05, size: 0.36 }
const EVERY_MS = 100
const METRE = 1 / 111_320

async function start({ sizes, role_name = 'Staff' }: Filling): Promise<MapServer> {
  server = await startServer(readConfig())
  const { db } = server.database
  const password_hash = await hashPassword(PASSWORD)
  const fleets: MapFleet[] = []
  for (const trackers of sizes) fleets.push(await addFleet(db, trackers, role_name, password_hash))
  await sql`analyze`.execute(db)
  return { http_port: server.http_port, fleets, password: PASSWORD }
}

async function addFleet(
  db: Kysely<Database>,
  trackers: number,
  role_name: MembershipRole,
  password_hash: string,
): Promise<MapFleet> {
  const username = `map-${trackers}`
  const { id: organisation_id } = await db
    .insertInto('organisation')
    .values({ name: username })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: user_id } = await db
    .insertInto('user_account')
    .values({ username, email: `${username}@example.com`, password_hash, confirmed_at: sql<string>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('membership').values({ organisation_id, user_id, role_name }).execute()
  await sql`insert into tracker (organisation_id, number, name, token_sha256)
    select ${organisation_id}::bigint, ${username} || '-' || i, 'Van ' || i, repeat('0', 64)
    from generate_series(1, ${trackers}::int) i`.execute(db)
  await sql`update tracker_state set event_id = 0, fix_at = now(), received = now(), event = 'position', valid = true,
      outside_boundary = false, repeated = false, position = st_setsrid(st_makepoint(
        ${square.west}::float8 + random() * ${square.size}::float8,
        ${square.south}::float8 + random() * ${square.size}::float8), 4326)
    where organisation_id = ${organisation_id}`.execute(db)
  const { rows } = await sql<{ first: number }>`select min(id) as first from tracker
    where organisation_id = ${organisation_id}`.execute(db)
  return { organisation_id, username, trackers, first_tracker_id: rows[0]!.first }
}

/** Moves `per_second` trackers a second, round-robin: each about fifteen metres per second since its last report. */
function drive({ fleet, per_second }: Drive): void {
  const { trackers } = fleet
  const each = (per_second * EVERY_MS) / 1000
  const seconds = trackers / per_second
  const places = Array.from({ length: trackers }, () => ({
    lon: square.west + Math.random() * square.size,
    lat: square.south + Math.random() * square.size,
    heading: Math.random() * 360,
  }))
  let next = 0
  clearInterval(timer)
  timer = setInterval(() => {
    const events: JudgedEvent[] = []
    for (let i = 0; i < each; i++) {
      const at = next++ % trackers
      const place = places[at]!
      const [sine, cosine] = [Math.sin((place.heading * Math.PI) / 180), Math.cos((place.heading * Math.PI) / 180)]
      place.lon += sine * 15 * seconds * METRE * 1.25
      place.lat += cosine * 15 * seconds * METRE
      events.push(moved(fleet, at, place, at % 200 === 0))
    }
    server!.gateway.live.publish(events)
  }, EVERY_MS)
}

function moved(fleet: MapFleet, at: number, { lon, lat, heading }: Place, outside_boundary: boolean): JudgedEvent {
  const now = Date.now()
  const report = { lon, lat, heading, valid: true, speed: 15, event: 'position', fix_at: now }
  const nothing = { alarm: null, altitude: null, accuracy: 8, attributes: { battery: 80 }, seq: null }
  return {
    entry: {
      organisation_id: fleet.organisation_id,
      tracker_id: fleet.first_tracker_id + at,
      fix_at: now,
      received: now,
      report: { ...report, ...nothing },
    },
    verdict: { outside_boundary, repeated: false, late: false },
    event_id: ++event_id,
    boundary_id: null,
    is_last: true,
    tracker: { owner_user_id: null },
  } as unknown as JudgedEvent
}

/** Raises alerts of one tracker after another, and ends those that have been open longest. */
async function raise({ fleet, alerts, open }: Raising): Promise<void> {
  const { organisation_id, first_tracker_id, trackers } = fleet
  await sql`update alert set ended_at = now() where id in (select id from alert
    where organisation_id = ${organisation_id} and ended_at is null
    order by started_at desc, id desc offset ${Math.max(0, open - alerts)})`.execute(server!.database.db)
  await sql`insert into alert (organisation_id, tracker_id, kind, rule, boundary_name, started_at, raised_at)
    select ${organisation_id}::bigint, ${first_tracker_id}::bigint + (${raised}::int + i) % ${trackers}::int,
      'left_boundary', 'any', 'Depot', clock_timestamp(), clock_timestamp()
    from generate_series(1, ${alerts}::int) i on conflict do nothing`.execute(server!.database.db)
  raised += alerts
}

type Place = { lon: number; lat: number; heading: number }
/** @param sizes trackers of each fleet, which belongs to one user with that role */
export type Filling = { sizes: number[]; role_name?: MembershipRole }
export type MapFleet = { organisation_id: number; username: string; trackers: number; first_tracker_id: number }
export type MapServer = { http_port: number; fleets: MapFleet[]; password: string }
export type Drive = { fleet: MapFleet; per_second: number }
/** @param open alerts that stay open at most */
export type Raising = { fleet: MapFleet; alerts: number; open: number }
