import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { type Drive, drive, makeProcess, type ServerProcess } from '../../process.ts'
import { connectTcp, gt06 } from '../device.ts'
import { countDeadlocks, crossStates, holdEvents, refuseEvents, using } from './database.ts'
import { mountSmallDisk, type SmallDisk } from './small_disk.ts'

/** Far more than a connection may have unsettled: the rest must wait in the network. */
const FLOOD = 5_000

// A disk and locks of its own: the embedded database has other tests.
describe.runIf(process.env.DATABASE === 'server')('a PostgreSQL that is reachable but cannot write', () => {
  let disk: SmallDisk | null
  let postgres: Postgres
  let server: ServerProcess
  let tcp_port: number
  const devices: { id: number; number: string; token: string }[] = []
  const flooding = '860000000000001'

  beforeAll(async () => {
    const started = await startPostgres()
    if ('missing' in started) throw new Error(started.missing)
    postgres = started
    tcp_port = await freePort()
    server = await makeProcess({ DATABASE_URL: postgres.url, TCP_PORT_GT06: String(tcp_port) })
    await server.start()
    disk = mountSmallDisk(48)
    if (disk) await moveEvents(disk)
    const admin = await server.admin()
    for (let i = 0; i < 5; i++) {
      const { data } = await admin.create('tracker', { number: `steady-${i}` })
      devices.push({ id: data.id, number: data.number, token: data.device_token as string })
    }
    await admin.create('tracker', { number: flooding, transports: ['gt06'] })
  }, 240_000)
  afterAll(async () => {
    await server?.end('SIGKILL')
    await postgres?.remove()
    disk?.remove()
    server?.remove()
  })

  /** Each begins immediately and lasts until its promise resolves. */
  const faults: [string, (until: Promise<unknown>) => Promise<unknown>][] = [
    ['a disk that is full', (until) => (disk ? fill(disk, until) : refuseEvents(postgres.url, until))],
    ['a disk that stands still', (until) => holdEvents(postgres.url, until)],
  ]

  it.each(faults)(
    'makes devices wait, bounds the queue and loses nothing with %s',
    async (name, begin) => {
      const driving = drive(server.mqtt_url, devices)
      const flood = connectTcp(tcp_port)
      flood.send(gt06.login(flooding))
      await flood.receives(gt06.answer(1, 1))
      await expect.poll(() => driving.count, { timeout: 30_000 }).toBeGreaterThan(200)

      const end = Promise.withResolvers<void>()
      const fault = begin(end.promise)
      await untilStill(driving)
      const at_stop = driving.count
      const first = FLOOD * (1 + faults.findIndex(([one]) => one === name))
      flood.send(Buffer.concat(Array.from({ length: FLOOD }, (_, i) => gt06.position(first + i))))
      await expect.poll(waitingReports).toBeGreaterThanOrEqual(500)
      await wait(1_000)
      expect(await waitingReports()).toBeLessThanOrEqual(1_000 + 4 * devices.length)
      expect(flood.received()).toBe(gt06.answer(1, 1))
      expect(driving.count).toBe(at_stop)
      end.resolve()
      await fault

      const all = Buffer.byteLength(gt06.answer(1, 1)) * (1 + FLOOD)
      await expect.poll(() => flood.received().length, { timeout: 40_000 }).toBe(all)
      await expect.poll(() => driving.count - at_stop, { timeout: 40_000 }).toBeGreaterThan(200)
      await driving.stop()
      flood.end()
      await proveStored(driving)
      expect(await timesOf(flooding)).toEqual(
        expect.arrayContaining([positionTime(first), positionTime(first + FLOOD - 1)]),
      )
    },
    180_000,
  )

  it('loses nothing to deadlocks', async () => {
    const driving = drive(server.mqtt_url, devices)
    const before = await countDeadlocks(postgres.url)
    // Which of two states a batch locks first is PostgreSQL's choice: one of the two orders is the other way round.
    for (let i = 0; i < 100 && (await countDeadlocks(postgres.url)) === before; i++) {
      const [a, b] = [devices[i % 5]!.id, devices[(i + 1) % 5]!.id]
      await crossStates(postgres.url, i % 2 ? [a, b] : [b, a])
    }
    expect(await countDeadlocks(postgres.url)).toBeGreaterThan(before)
    const count = driving.count
    await expect.poll(() => driving.count - count, { timeout: 40_000 }).toBeGreaterThan(200)
    await driving.stop()
    await proveStored(driving)
  }, 120_000)

  /** Puts the events on the small disk; the log that PostgreSQL writes first stays elsewhere, or it would stop. */
  async function moveEvents(to: SmallDisk): Promise<void> {
    to.giveTo(join(postgres.dir, 'data'))
    await using(postgres.url, async (client) => {
      await client.query(`create tablespace small location '${to.path}'`)
      const { rows } = await client.query(`
        select relid::regclass::text as name from pg_partition_tree('tracker_event') where isleaf`)
      for (const { name } of rows) await client.query(`alter table ${name} set tablespace small`)
    })
  }

  async function waitingReports(): Promise<number> {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/^ringfence_reports_waiting (\d+)/m.exec(metrics)?.[1])
  }

  async function proveStored(driving: Drive): Promise<void> {
    for (const [i, { number }] of devices.entries()) {
      const times = await timesOf(number)
      const stored = new Set(times)
      expect(stored.size, number).toBe(times.length)
      const start = Date.UTC(2026, 10, 1)
      expect(driving.acknowledged[i]!.filter((n) => !stored.has(start + n * 1000))).toEqual([])
    }
  }

  function timesOf(number: string): Promise<number[]> {
    return using(postgres.url, async (client) => {
      const { rows } = await client.query(
        `select (extract(epoch from e.fix_at) * 1000)::float8 as at from tracker_event e join tracker t on t.id = e.tracker_id
         where t.number = $1 and e.event = 'position'`,
        [number],
      )
      return rows.map(({ at }) => at as number)
    })
  }
})

const positionTime = (second: number) => Date.UTC(2026, 10, 1) + second * 1000

async function fill(disk: SmallDisk, until: Promise<unknown>): Promise<void> {
  disk.fill()
  await until
  disk.free()
}

/** Until nothing is acknowledged any more: a disk that is full has room in its last pages. */
async function untilStill(driving: Drive): Promise<void> {
  for (let before = -1; before !== driving.count; ) {
    before = driving.count
    await wait(1_500)
  }
}
