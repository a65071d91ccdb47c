import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { copyTemplate } from '../../network.ts'
import { drive, makeProcess, type ServerProcess } from '../../process.ts'

let server: ServerProcess
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
beforeAll(async () => {
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  server = await makeProcess(database ? { DATABASE_URL: database.url } : {})
  await server.start()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await database?.drop()
  server.remove()
})

async function storedTimes(admin: Client, tracker_id: number): Promise<number[]> {
  const times: number[] = []
  for (let offset = 0; ; offset += 1000) {
    const { data } = await admin.list('trackerevent', { tracker_id, sort: 'fix_at', limit: 1000, offset })
    times.push(...data.map((event) => Date.parse(event.fix_at)))
    if (data.length < 1000) return times
  }
}

it('stores every acknowledged report once over three kills', async () => {
  const admin = await server.admin()
  const devices = []
  for (let i = 0; i < 5; i++) {
    const { data } = await admin.create('tracker', { number: `killed-${i}` })
    devices.push({ id: data.id, number: data.number, token: data.device_token as string })
  }
  await admin.create('boundary', {
    name: 'Half',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [174, -37],
          [175, -37],
          [175, -36.75],
          [174, -36.75],
          [174, -37],
        ],
      ],
    },
  })

  const driving = drive(server.mqtt_url, devices)
  for (let kill = 0; kill < 3; kill++) {
    const before = driving.count
    await expect.poll(() => driving.count - before, { timeout: 60_000 }).toBeGreaterThan(300)
    await server.end('SIGKILL')
    await server.start()
  }
  const before = driving.count
  await expect.poll(() => driving.count - before, { timeout: 60_000 }).toBeGreaterThan(300)
  await driving.stop()

  const after = await server.admin()
  const start = Date.UTC(2026, 10, 1)
  for (const [i, { id }] of devices.entries()) {
    const stored = await storedTimes(after, id)
    expect(new Set(stored).size).toBe(stored.length)
    const missing = driving.acknowledged[i]!.filter((n) => !stored.includes(start + n * 1000))
    expect(missing).toEqual([])
  }
}, 300_000)

it('stops by a signal with nothing lost, and exits 0', async () => {
  const admin = await server.admin()
  const { data } = await admin.create('tracker', { number: 'graceful' })
  const driving = drive(server.mqtt_url, [{ number: 'graceful', token: data.device_token as string }])
  await expect.poll(() => driving.count, { timeout: 30_000 }).toBeGreaterThan(200)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output).toContain('Stopped.')
  await driving.stop()

  await server.start()
  const stored = await storedTimes(await server.admin(), data.id)
  const start = Date.UTC(2026, 10, 1)
  expect(driving.acknowledged[0]!.filter((n) => !stored.includes(start + n * 1000))).toEqual([])
}, 300_000)

it('reports in one sentence why it cannot start', async () => {
  const clash = async (env: Record<string, string>) => {
    const other = await makeProcess(env)
    const error = await other.start().then(
      () => 'started',
      (e: Error) => e.message,
    )
    await other.end('SIGKILL')
    other.remove()
    return error.replace('the server ended: ', '').trim().split('\n').at(-1)
  }
  const { port } = new URL(server.url)
  // A second process beside the first has its key ring.
  const beside = database && { DATABASE_URL: database.url, DATA_DIR: server.data_dir }
  expect(await clash({ HTTP_PORT: port, ...beside })).toMatch(`Port ${port} is in use`)
  if (!database)
    expect(await clash({ DATA_DIR: server.data_dir })).toMatch(/is in use by another Ringfence \(process \d+\)/)
  expect(await clash({ DATA_DIR: '/dev/null/data' })).toMatch(/^DATA_DIR .* cannot be used \(E\w+\)/)
  if (database) {
    const apart = { ROLE: 'gateway', DATABASE_URL: database.url, REDIS_URL: '' }
    expect(await clash(apart)).toMatch(/^ROLE is gateway, which needs REDIS_URL/)
  }
  expect(await clash({ MQTT_PORT: 'many' })).toMatch(/^MQTT_PORT is "many": give a whole number/)
  expect(await clash({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })).toMatch(
    /^DATABASE_URL: no answer from PostgreSQL/,
  )
}, 300_000)
