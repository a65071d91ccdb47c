import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { learnAll, writeTrip } from '../seeds/trips.ts'
import { type Killed, startKilled } from './killed.ts'

/** More with `KILL_ROUNDS`. */
const KILLS = Number(process.env.KILL_ROUNDS ?? 2)
const KINDS = ['late', 'licence_expired', 'no_show', 'unknown_key']
/** The second lateness is foreseen; the second missing driver was to drive one of a group. */
const RAISED = ['late', 'late', 'licence_expired', 'no_show', 'no_show', 'unknown_key']

let killed: Killed
let server: Killed['server']
let open: Killed['open']

beforeAll(async () => {
  killed = await startKilled({ QUOTAS: 'sms_per_hour=1000,sms_per_day=1000,alerts_per_hour=1000' })
  server = killed.server
  open = killed.open
}, 240_000)
afterAll(() => killed?.stop())

const kindsOf = async (ids: number[]) => {
  const { rows } = await sql<{ kind: string }>`select kind from alert where tracker_id = any(${ids}::bigint[])
    and kind = any(${KINDS}) order by kind`.execute(open.db)
  return rows.map(({ kind }) => kind)
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/**
 * A truck that is driven with an expired licence and then an unknown key, and is late; a van whose driver is missing, and a
 * group.
 */
async function prepare(n: number): Promise<Round> {
  const admin = await server.admin()
  const make = async (name: string) =>
    (await admin.create('tracker', { number: `${name}-${n}`, name: `${name} ${n}` })).data
  const [truck, van, bus] = [await make('Truck'), await make('Truck van'), await make('Truck bus')]
  const pool = await make('Truck pool')
  const { data: group } = await admin.create('trackergroup', { organisation_id: 1, name: `Pool ${n}` })
  await admin.update('tracker', { id: pool.id, group_id: group.id })
  const driver = async (name: string, more: object) =>
    (await admin.create('driver', { organisation_id: 1, name: `${name} ${n}`, ...more })).data.id
  await driver('Aroha', { keys: [`A1000${n}`], licence_expires_on: '2020-01-31' })
  await planned({ tracker_id: van.id }, await driver('Rua', {}))
  await planned({ group_id: group.id }, await driver('Toru', {}))
  const { data: depot } = await admin.create('boundary', {
    name: `Depot ${n}`,
    geometry: { type: 'Polygon', coordinates: [square(170 + n)] },
  })
  await admin.create('alertrequest', {
    tracker_id: bus.id,
    boundary_id: depot.id,
    kind: 'late',
    expected_at: new Date(Date.now() + 3600_000).toISOString(),
  })
  const ferry = await expected(n, await make('Ferry'))
  const device = { number: truck.number, token: truck.device_token as string }
  const report = () => killed.send(device, drive(n))
  return {
    ids: [truck.id, van.id, bus.id, pool.id, ferry],
    /** The shifts of the van and the group began more than half an hour ago, the bus was expected ten minutes ago, and the ferry is in ten. */
    comes: async () => {
      await sql`update alert_watch set expected_at = ${ago(10)}, created_at = ${ago(60)} where tracker_id = ${bus.id}`.execute(
        open.db,
      )
      await sql`update alert_watch set expected_at = ${ago(-10)} where tracker_id = ${ferry}`.execute(open.db)
      await sql`update planned_shift set modified_at = ${ago(120)} where tracker_id = ${van.id} or group_id = ${group.id}`.execute(
        open.db,
      )
    },
    report,
  }
}

/** A tracker that is expected within an hour at a place that it has always driven twenty minutes to. */
async function expected(n: number, tracker: { id: number; number: string; device_token?: unknown }): Promise<number> {
  const from = [172 + n, -41] as const
  const to = [172.11 + n, -41] as const
  for (let days_ago = 1; days_ago <= 10; days_ago++) {
    await writeTrip(open.db, { organisation_id: 1, tracker_id: tracker.id, days_ago, minutes: 20, from, to })
  }
  await learnAll(open.db, 1)
  const device = { number: tracker.number, token: tracker.device_token as string }
  await killed.send(device, [{ lon: from[0], lat: from[1], speed: 0, ts: ago(0) }])
  const admin = await server.admin()
  const circle = { center: [...to], radius_m: 300 }
  const { data: quay } = await admin.create('boundary', { name: `Quay ${n}`, circle } as never)
  await admin.create('alertrequest', {
    tracker_id: tracker.id,
    boundary_id: quay.id,
    kind: 'late',
    expected_at: ago(-60),
  })
  return tracker.id
}

const square = (lon: number) => [
  [lon, -40],
  [lon + 0.01, -40],
  [lon + 0.01, -40.01],
  [lon, -40.01],
  [lon, -40],
]

/** From forty minutes ago, by the clock of the organisation. */
async function planned(of: { tracker_id: number } | { group_id: number }, driver_id: number): Promise<void> {
  const { rows } = await sql<{ starts_on: string; from_time: string; to_time: string }>`
    select to_char(l.at, 'YYYY-MM-DD') as starts_on, to_char(l.at, 'HH24:MI') as from_time,
      to_char(l.at + interval '8 hours', 'HH24:MI') as to_time
    from organisation o, lateral (select (now() - interval '40 minutes') at time zone o.timezone as at) l
    where o.id = 1`.execute(open.db)
  await (await server.admin()).create('plannedshift', { ...of, driver_id, ...rows[0]! })
}

/** A drive of twelve minutes. It begins with the key of the driver; an unknown key follows halfway. */
const drive = (n: number) =>
  Array.from({ length: 24 }, (_, i) => ({
    lat: -36.8 - n / 10 + i * 30 * (15 / 111_320),
    lon: 174.7,
    speed: 15,
    ts: ago(12.5 - i / 2),
    attributes: { ignition: true, ...(i === 1 && { driver: `A1000${n}` }), ...(i === 12 && { driver: 'FF99' }) },
  }))

it('raises alerts about drivers and lateness once each, and loses none, however it is killed', async () => {
  await (await server.admin()).call('POST', 'organisationconfig/save', {
    alert_kinds: KINDS.filter((kind) => kind !== 'late'),
    alert_email: false,
    alerts_per_hour: 60,
    phone_recipients: '021 555 123',
    kind_channels: Object.fromEntries(KINDS.filter((kind) => kind !== 'late').map((kind) => [kind, ['sms']])),
  })
  await sql`update recipient set proved_at = now()`.execute(open.db)
  const rounds: Round[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const round = await prepare(kill)
    rounds.push(round)
    if (kill % 2 === 0) {
      // When all are committed, and none is a message yet.
      await killed.holdingDispatch(async () => {
        await round.comes()
        await round.report()
        await expect.poll(() => kindsOf(round.ids), { timeout: 120_000 }).toEqual(RAISED)
        await server.end('SIGKILL')
      })
    } else {
      await round.comes()
      await round.report()
      await server.end('SIGKILL')
    }
    await sql`update gateway set alive_at = now() - interval '5 minutes' where not stopped`.execute(open.db)
    await server.start()
    // The device sends again what was acknowledged, and something of earlier, which is judged again.
    await round.report()
  }
  for (const { ids } of rounds) await expect.poll(() => kindsOf(ids), { timeout: 180_000 }).toEqual(RAISED)
  const sms = () =>
    [...Map.groupBy(killed.sms, ({ text }) => text)].filter(([text]) => /unknown key|licence|did not come/.test(text))
  await expect.poll(() => sms().length, { timeout: 60_000 }).toBe(KILLS * 4)
  // That the time is over is no news. Every task judges on, and raises nothing.
  await sql`update alert_watch set expected_at = now() - interval '3 minutes', foreseen_for = now() - interval '3 minutes'
    where foreseen_for is not null`.execute(open.db)
  await sql`update movement_checkpoint set dirty_from = now() - interval '1 hour', dirty_until = now()`.execute(open.db)
  await new Promise((resolve) => setTimeout(resolve, 65_000))
  expect(await kindsOf(rounds.flatMap(({ ids }) => ids))).toHaveLength(KILLS * RAISED.length)
  const { rows: messages } = await sql<{ count: number }>`select count(m.id)::int as count
    from alert a left join message m on m.alert_id = a.id where a.kind = 'late' group by a.id`.execute(open.db)
  expect(messages.map(({ count }) => count)).toEqual(Array.from({ length: KILLS * 2 }, () => 1))
  expect(sms().filter(([, calls]) => new Set(calls.map(({ id }) => id)).size !== 1)).toEqual([])
}, 600_000)

type Round = { ids: number[]; comes: () => Promise<void>; report: () => Promise<void> }
