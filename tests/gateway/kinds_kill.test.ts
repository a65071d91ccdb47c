import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Killed, startKilled } from './killed.ts'

/** More with `KILL_ROUNDS`. */
const KILLS = Number(process.env.KILL_ROUNDS ?? 3)
const KINDS = ['guard', 'proximity', 'sensor']

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
    order by kind`.execute(open.db)
  return rows.map(({ kind }) => kind)
}

/** A tracker that is guarded, has a sensor with a limit and must keep away from another one. */
async function prepare(n: number): Promise<Round> {
  const admin = await server.admin()
  const make = async (name: string) => {
    const { data } = await admin.create('tracker', { number: `killed-${n}-${name}`, name: `${name} ${n}` })
    return { id: data.id, number: data.number, token: data.device_token as string }
  }
  const [truck, van] = [await make('Truck'), await make('Van')]
  await admin.create('sensor', { tracker_id: truck.id, name: 'Cold store', path: 'temperature_1', high: 8 })
  const of = { tracker_id: truck.id, other_tracker_id: van.id, relation: 'nearer', distance_m: 100 } as const
  await admin.create('proximityrule', { ...of, name: 'Apart' })
  const at = (metres: number, ago_s: number, temperature_1 = 5) => ({
    lat: -36.8 - n / 10 + metres / 111_195,
    lon: 174.7,
    speed: 0,
    ts: new Date(Date.now() - ago_s * 1000).toISOString(),
    attributes: { temperature_1 },
  })
  await killed.send(van, [at(2000, 30)])
  await killed.send(truck, [at(0, 30)])
  await admin.create('trackerguard', { tracker_id: truck.id, armed: true })
  // Reports of before it was armed are passed over.
  await sql`update tracker_guard set armed_at = now() - interval '1 minute' where tracker_id = ${truck.id}`.execute(
    open.db,
  )
  await sql`update tracker_state set event_id = event_id where tracker_id = ${truck.id}`.execute(open.db)
  const reports = [at(1980, 20, 9), at(1981, 15, 9.5), at(1982, 10, 9)]
  return { id: truck.id, report: () => killed.send(truck, reports) }
}

it('raises alerts of sensors, the guard and proximity once each, and loses none, however it is killed', async () => {
  await (await server.admin()).call('POST', 'organisationconfig/save', {
    alert_kinds: KINDS,
    alert_email: false,
    alerts_per_hour: 60,
    phone_recipients: '021 555 123',
    kind_channels: Object.fromEntries(KINDS.map((kind) => [kind, ['sms']])),
  })
  await sql`update recipient set proved_at = now()`.execute(open.db)
  const ids: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const { id, report } = await prepare(kill)
    ids.push(id)
    if (kill % 3 === 0) {
      // When all are committed, and none is a message yet.
      await killed.holdingDispatch(async () => {
        await report()
        await expect.poll(() => kindsOf([id])).toEqual(KINDS)
        await server.end('SIGKILL')
      })
    } else {
      // As soon as the device is acknowledged, or before.
      const sent = report().catch(() => {})
      if (kill % 3 === 1) await sent
      else await new Promise((resolve) => setTimeout(resolve, 60))
      await server.end('SIGKILL')
      await sent
    }
    await server.start()
    // The device sends again what was not acknowledged to it, and what was.
    await report()
  }
  for (const id of ids) await expect.poll(() => kindsOf([id]), { timeout: 60_000 }).toEqual(KINDS)
  // One that the provider has accepted, and that was not noted before the kill, is sent again by the same id.
  const sms = () => [...Map.groupBy(killed.sms, ({ text }) => text)].filter(([text]) => /Truck \d/.test(text))
  await expect.poll(() => sms().length, { timeout: 60_000 }).toBe(KILLS * KINDS.length)
  // Judged on: nothing is raised again.
  await new Promise((resolve) => setTimeout(resolve, 5000))
  expect(await kindsOf(ids)).toHaveLength(KILLS * KINDS.length)
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from alert_job`.execute(open.db)
  expect(rows).toEqual([{ left: 0 }])
  expect(sms().filter(([, calls]) => new Set(calls.map(({ id }) => id)).size !== 1)).toEqual([])
}, 400_000)

type Round = { id: number; report: () => Promise<void> }
