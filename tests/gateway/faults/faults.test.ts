import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { TRANSPORTS } from '#db/transports.ts'
import { Random } from '../../../scripts/fuzz/random.ts'
import { freePort, type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { box, connectDevice } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import { crossStates, endBackends, holdEvents, refuseEvents } from './database.ts'
import type { Device, Ports } from './device.ts'
import { kinds } from './devices.ts'
import { area, placeOf, timeOf } from './path.ts'
import { type BadNetwork, startProxy } from './proxy.ts'

/** `FAULT_SECONDS=180 npm test -- faults` for the whole storm, `FAULT_SEED` for another one. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 25)
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 100_000)
const DEVICES_OF_A_KIND = 2

// It is PostgreSQL that can be restarted alone.
describe.runIf(process.env.DATABASE === 'server')(`a storm of faults, seed ${SEED}`, () => {
  let postgres: Postgres
  let server: ServerProcess
  let proxies: Record<keyof Ports, BadNetwork>
  beforeAll(async () => {
    const started = await startPostgres()
    if ('missing' in started) throw new Error(started.missing)
    postgres = started
    const teltonika = await freePort()
    // The path is sent again at the end, without delays.
    const settings = { TCP_PORT_TELTONIKA: String(teltonika), MQTT_RATE: '1000000' }
    server = await makeProcess({ DATABASE_URL: postgres.url, ...settings })
    await server.start()
    proxies = {
      mqtt: await startProxy(Number(new URL(server.mqtt_url).port)),
      teltonika: await startProxy(teltonika),
      http: await startProxy(Number(new URL(server.url).port)),
    }
  }, 240_000)
  afterAll(async () => {
    for (const proxy of Object.values(proxies ?? {})) await proxy.stop()
    await server?.end('SIGKILL')
    await postgres?.remove()
    server?.remove()
  })

  it(
    'loses nothing that was acknowledged, stores nothing twice, and judges as if nothing had happened',
    async () => {
      const admin = await server.admin()
      await admin.create('boundary', { name: 'Area', geometry: box(...area) })
      const devices: Device[] = []
      for (const [k, kind] of Object.keys(kinds).entries()) {
        for (let i = 0; i < DEVICES_OF_A_KIND; i++) devices.push(await register(admin, `8660${k}000000000${i}`, kind))
      }

      const ports = { mqtt: proxies.mqtt.port, teltonika: proxies.teltonika.port, http: proxies.http.port }
      const running = devices.map((device, i) => kinds[Object.keys(kinds)[Math.floor(i / 2)]!]!(device, ports))
      const faults = await causeFaults(devices)
      // All is well again: every device must get on.
      const before = devices.map(({ acknowledged }) => acknowledged)
      await expect
        .poll(() => devices.filter((one, i) => one.acknowledged <= before[i]!).map(described), {
          timeout: 90_000,
          message: `who does not get on after ${faults}`,
        })
        .toEqual([])
      await Promise.all(running.map((one) => one.stop()))

      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      try {
        const calm = await register(await server.admin(), 'calm', 'mqtt')
        for (const device of devices) {
          const stored = await eventsOf(client, device.id)
          const times = stored.map(({ fix_at }) => fix_at)
          const expected = Array.from({ length: stored.length }, (_, n) => timeOf(n))
          expect(times, `${device.number} after ${faults}`).toEqual(expected) // each once, in order, none missing
          expect(stored.length).toBeGreaterThanOrEqual(device.acknowledged)

          await follow(server, calm, device.seed, stored.length)
          expect(stored, `${device.number} after ${faults}`).toEqual(await eventsOf(client, calm.id))
          expect(await alertsOf(client, device.id), device.number).toEqual(await alertsOf(client, calm.id))
          await forget(client, calm.id)
        }
        const total = devices.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
        console.log(`${faults}: ${total} reports acknowledged, all stored once and judged alike (seed ${SEED})`)
      } finally {
        await client.end()
      }
    },
    (3 * SECONDS + 300) * 1000,
  )

  async function register(admin: Client, number: string, kind: string): Promise<Device> {
    const { data } = await admin.create('tracker', { number, name: kind, interval_s: 0, transports: [...TRANSPORTS] })
    return { id: data.id, number, token: data.device_token as string, seed: data.id, acknowledged: 0 }
  }

  /** Causes random faults until the time is over. @returns their description */
  async function causeFaults(devices: Device[]): Promise<string> {
    const random = new Random(SEED)
    const counts = new Map<string, number>()
    const faults: Record<string, () => Promise<unknown>> = {
      async 'server killed'() {
        await server.end('SIGKILL')
        await wait(random.below(500))
        await server.start()
      },
      async 'PostgreSQL restarted'() {
        await (random.below(2) ? postgres.stop() : postgres.crash())
        await wait(random.below(2000))
        await postgres.start()
      },
      async 'connections cut'() {
        for (const proxy of Object.values(proxies)) proxy.cut()
      },
      'connections stalled': () => Promise.all(Object.values(proxies).map((proxy) => proxy.stall(random.below(7000)))),
      'backends ended': () => endBackends(postgres.url),
      'events held': () => holdEvents(postgres.url, wait(random.below(7000))),
      'events refused': () => refuseEvents(postgres.url, wait(random.below(4000)), random.pick([0.5, 1])),
      async 'states crossed'() {
        for (let i = 0; i < 3; i++) await crossStates(postgres.url, pairOf(random, devices))
      },
    }
    for (const end = Date.now() + SECONDS * 1000; Date.now() < end; ) {
      await wait(500 + random.below(2500))
      const name = random.pick(Object.keys(faults))
      counts.set(name, (counts.get(name) ?? 0) + 1)
      await faults[name]!()
    }
    return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
  }
})

const described = ({ number, describe }: Device) => `${number}: ${describe?.() ?? ''}`

function pairOf(random: Random, devices: Device[]): [number, number] {
  const first = random.below(devices.length)
  const second = (first + 1 + random.below(devices.length - 1)) % devices.length
  return [devices[first]!.id, devices[second]!.id]
}

/** Reports the same path over an undisturbed connection. */
async function follow(server: ServerProcess, calm: Device, seed: number, count: number): Promise<void> {
  const network = { server: { mqtt_port: Number(new URL(server.mqtt_url).port) } }
  const client = await connectDevice(network as Parameters<typeof connectDevice>[0], calm.number, calm.token)
  for (let from = 0; from < count; from += 500) {
    const positions = Array.from({ length: Math.min(500, count - from) }, (_, i) => ({
      ...placeOf(seed, from + i),
      ts: timeOf(from + i) / 1000,
    }))
    await client.publishAsync(`trackers/${calm.number}/position`, JSON.stringify(positions), { qos: 1 })
  }
  await client.endAsync()
}

async function eventsOf(client: pg.Client, tracker_id: number) {
  const { rows } = await client.query(
    `select (extract(epoch from fix_at) * 1000)::float8 as fix_at, outside_boundary, repeated, late, st_x(position) as lon,
       st_y(position) as lat
     from tracker_event where tracker_id = $1 and event = 'position' order by tracker_event.fix_at`,
    [tracker_id],
  )
  return rows as { fix_at: number; outside_boundary: boolean; repeated: boolean; late: boolean }[]
}

async function alertsOf(client: pg.Client, tracker_id: number) {
  const { rows } = await client.query(
    'select kind, started_at, raised_at, ended_at from alert where tracker_id = $1 order by id',
    [tracker_id],
  )
  return rows
}

/** Resets the state, since the tracker without faults has none. */
async function forget(client: pg.Client, tracker_id: number): Promise<void> {
  await client.query(
    'update tracker_state set judged_at = null, latest_fix_at = null, outside = null, outside_since = null, outside_count = 0, boundary_id = null, leaving_alert_id = null, alarm = null where tracker_id = $1',
    [tracker_id],
  )
  await client.query('delete from tracker_event where tracker_id = $1', [tracker_id])
  await client.query('delete from alert where tracker_id = $1', [tracker_id])
}
