import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Killed, startKilled } from '../killed.ts'

/** More with `KILL_ROUNDS`. */
const KILLS = Number(process.env.KILL_ROUNDS ?? 2)

let killed: Killed
let server: Killed['server']
let open: Killed['open']

beforeAll(async () => {
  killed = await startKilled()
  server = killed.server
  open = killed.open
}, 240_000)
afterAll(() => killed?.stop())

const alertsOf = async (tracker_id: number) =>
  (await sql<{ kind: string }>`select kind from alert where tracker_id = ${tracker_id}`.execute(open.db)).rows

/** Five minutes at 30 m/s, a quarter of a minute apart, up to a minute ago. */
const drive = () =>
  Array.from({ length: 20 }, (_, i) => ({
    lat: -36.8 + i * 15 * (30 / 111_320),
    lon: 174.7,
    speed: 30,
    ts: new Date(Date.now() - 360_000 + i * 15_000).toISOString(),
  }))

it('has each alert of a segment once, and one message of it, though it is killed between segment and dispatch', async () => {
  const admin = await server.admin()
  await admin.call('POST', 'organisationconfig/save', {
    alert_kinds: ['speeding'],
    alert_email: false,
    phone_recipients: '021 555 123',
    kind_channels: { speeding: ['sms'] },
  })
  await sql`update recipient set proved_at = now()`.execute(open.db)
  const trackers: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const settings = { number: `killed-${kill}`, name: `Truck ${kill}`, speed_limit: 20 }
    const { data } = await (await server.admin()).create('tracker', settings)
    trackers.push(data.id)
    const client = await mqtt.connectAsync(server.mqtt_url, {
      username: data.number,
      password: data.device_token as string,
      reconnectPeriod: 0,
    })
    client.on('error', () => {})
    const report = () => client.publishAsync(`trackers/${data.number}/position`, JSON.stringify(drive()), { qos: 1 })
    // Alternates between a kill when the alert is committed with its segment, and one before there is a segment.
    if (kill % 2 === 0) {
      await killed.holdingDispatch(async () => {
        await report()
        await expect.poll(() => alertsOf(data.id), { timeout: 60_000 }).toEqual([{ kind: 'speeding' }])
        await server.end('SIGKILL')
      })
    } else {
      await report()
      await server.end('SIGKILL')
    }
    client.end(true)
    // Time passes: a process that is killed counts as dead after a minute.
    await sql`update gateway set alive_at = now() - interval '5 minutes' where not stopped`.execute(open.db)
    await server.start()
  }
  for (const id of trackers) {
    await expect.poll(() => alertsOf(id), { timeout: 120_000, interval: 500 }).toEqual([{ kind: 'speeding' }])
  }
  const sms = () => [...Map.groupBy(killed.sms, ({ text }) => text)].filter(([text]) => /Truck \d/.test(text))
  await expect.poll(() => sms().length, { timeout: 60_000 }).toBe(KILLS)
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from alert_job`.execute(open.db)
  expect(rows).toEqual([{ left: 0 }])
  expect(sms().filter(([, calls]) => calls.length !== 1)).toEqual([])
}, 400_000)
