import mqtt, { type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { ADMIN, connectLive, copyTemplate, type LiveSocket, signIn } from '../../network.ts'
import { drive, makeProcess, type ServerProcess } from '../../process.ts'
import { hasRedis, makeRedis, type OwnRedis } from './redis.ts'

const canRun = process.env.DATABASE === 'server' && hasRedis
const long = { timeout: 100_000 }

let redis: OwnRedis
let database: Awaited<ReturnType<typeof copyTemplate>>
let people: ServerProcess
let a: ServerProcess
let b: ServerProcess
let admin: Client

describe.runIf(canRun)('two gateways and one api in separate processes', () => {
  beforeAll(async () => {
    redis = await makeRedis()
    await redis.start()
    database = await copyTemplate()
    const secrets = { JWT_SECRET: 'x'.repeat(40), FILE_KEYS: `k1:${'A'.repeat(43)}=` }
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, ...secrets }
    people = await makeProcess({ ...shared, ROLE: 'api' })
    a = await makeProcess({ ...shared, ROLE: 'gateway' })
    b = await makeProcess({ ...shared, ROLE: 'gateway' })
    await people.start()
    await Promise.all([a.start(), b.start()])
    admin = await people.admin()
  })
  afterAll(async () => {
    for (const each of [a, b, people]) {
      await each?.end('SIGKILL')
      each?.remove()
    }
    await database?.drop()
    await redis?.stop()
  })

  it('lose and duplicate nothing, and do not exit, while Redis is stopped and frozen under load', async () => {
    const devices = await register('load', 10)
    const driven = [drive(a.mqtt_url, devices.slice(0, 5)), drive(b.mqtt_url, devices.slice(5))]
    const goOn = (reports: number) =>
      Promise.all(
        driven.map(async (one) => {
          const before = one.count
          await expect.poll(() => one.count - before, long).toBeGreaterThan(reports)
        }),
      )
    const live = await connectLiveTo(people)
    await goOn(100)
    await redis.stop()
    await goOn(300)

    // A device that comes now is served like any other, with a session that is kept and at every quality of service.
    const [late] = await register('late', 1)
    const options = { clean: false, clientId: 'kept' }
    const device = await connectTo(a, late!, options)
    await device.subscribeAsync(`trackers/${late!.number}/#`, { qos: 1 })
    for (const qos of [0, 1, 2] as const) {
      await device.publishAsync(`trackers/${late!.number}/position`, `{"lat":${qos},"lon":2,"ts":1793000000}`, { qos })
    }
    const second = await connectLiveTo(people)
    await second.receive('snapshot')

    await redis.start()
    for (const socket of [live, second]) {
      await expect.poll(() => socket.socket.connected, long).toBe(false)
      const before = socket.received.length
      socket.socket.connect()
      const received = () => socket.received.slice(before).map(({ name }) => name)
      await expect.poll(received, long).toEqual(expect.arrayContaining(['snapshot', 'positions']))
    }
    redis.freeze()
    await goOn(300)
    redis.thaw()
    await goOn(100)

    // The other gateway has its subscriptions from the outage of Redis.
    const config = new Promise<string>((resolve) => {
      const other = mqtt.connect(b.mqtt_url, { ...signInOf(late!), ...options })
      other.once('connect', ({ sessionPresent }) => {
        if (sessionPresent) other.once('message', (topic) => resolve(topic))
        other.once('message', () => other.end())
      })
    })
    expect(await config).toBe(`trackers/${late!.number}/config`)

    await Promise.all(driven.map((one) => one.stop()))
    await device.endAsync(true)
    const acknowledged = driven.flatMap((one) => one.acknowledged)
    for (const [i, { id }] of devices.entries()) await expectStored(id, acknowledged[i]!)
    expect(await storedTimes(late!.id)).toHaveLength(3)
    expect([people, a, b].map((each) => each.running)).toEqual([true, true, true])
  })

  it('keep a tracker online that has moved from one to the other', async () => {
    const [tracker] = await register('moved', 1, { interval_s: 0 })
    const old = await connectTo(a, tracker!, { will: willOf(tracker!), clientId: 'one' })
    await expect.poll(() => isOnline(tracker!.id), long).toBe(true)
    const other = await connectTo(b, tracker!, { will: willOf(tracker!), clientId: 'another' })
    old.stream.destroy()
    await seconds(9) // longer than a last will is waited for
    expect(await isOnline(tracker!.id)).toBe(true)
    // With the old client id, the broker itself would close the old connection and publish the last will.
    const back = await connectTo(a, tracker!, { will: willOf(tracker!), clientId: 'another' })
    await expect.poll(() => other.connected, long).toBe(false)
    await seconds(9)
    expect(await isOnline(tracker!.id)).toBe(true)
    expect(await eventsOf(tracker!.id)).toEqual([])

    back.stream.destroy()
    await expect.poll(() => isOnline(tracker!.id), long).toBe(false)
    expect(await eventsOf(tracker!.id)).toEqual(['offline'])
  })

  it('deliver the last wills of a killed one once, and continue', async () => {
    const devices = await register('willing', 6, { interval_s: 0 })
    for (const device of devices) await connectTo(a, device, { will: willOf(device), reconnectPeriod: 0 })
    for (const { id } of devices) await expect.poll(() => isOnline(id), long).toBe(true)
    const others = await register('others', 3)
    const driving = drive(b.mqtt_url, others)
    await a.end('SIGKILL')
    // One of them finds another gateway.
    const moved = devices.pop()!
    const elsewhere = await connectTo(b, moved, { will: willOf(moved) })
    for (const { id } of devices) await expect.poll(() => isOnline(id), long).toBe(false)
    expect(await isOnline(moved.id)).toBe(true)
    for (const { id } of devices) expect(await eventsOf(id)).toEqual(['offline'])

    await a.start()
    await seconds(9)
    expect([people, a, b].map((each) => each.running)).toEqual([true, true, true])
    await driving.stop()
    for (const [i, { id }] of others.entries()) await expectStored(id, driving.acknowledged[i]!)
    const [first] = devices
    const back = await connectTo(a, first!, {})
    await expect.poll(() => isOnline(first!.id), long).toBe(true)
    expect(await eventsOf(first!.id)).toEqual(['offline', 'online'])
    await Promise.all([back.endAsync(true), elsewhere.endAsync(true)])
  })
})

type Tracker = { id: number; number: string; token: string }

async function register(name: string, count: number, settings = {}): Promise<Tracker[]> {
  const trackers: Tracker[] = []
  for (let i = 0; i < count; i++) {
    const { data } = await admin.create('tracker', { number: `${name}-${i}`, ...settings })
    trackers.push({ id: data.id, number: data.number, token: data.device_token as string })
  }
  return trackers
}

const signInOf = ({ number, token }: Tracker) => ({ username: number, password: token })
const willOf = ({ number }: Tracker) => ({
  topic: `trackers/${number}/status`,
  payload: Buffer.from('offline'),
  qos: 1 as const,
  retain: true,
})

async function connectTo(server: ServerProcess, tracker: Tracker, options: IClientOptions) {
  const client = await mqtt.connectAsync(server.mqtt_url, { ...signInOf(tracker), reconnectPeriod: 0, ...options })
  client.on('error', () => {})
  return client
}

async function connectLiveTo(server: ServerProcess): Promise<LiveSocket> {
  const token = await signIn(server.url, ADMIN.email, ADMIN.password)
  return connectLive({ url: server.url, token } as Parameters<typeof connectLive>[0])
}

const isOnline = async (id: number) => (await admin.read('tracker', id)).data.online

const eventsOf = async (tracker_id: number) =>
  (await admin.list('trackerevent', { tracker_id, limit: 100, sort: 'id' })).data.map((event) => event.event)

async function storedTimes(tracker_id: number): Promise<number[]> {
  const times: number[] = []
  for (let offset = 0; ; offset += 1000) {
    const { data } = await admin.list('trackerevent', { tracker_id, sort: 'fix_at', limit: 1000, offset })
    times.push(...data.filter(({ event }) => event === 'position').map((event) => Date.parse(event.fix_at)))
    if (data.length < 1000) return times
  }
}

async function expectStored(tracker_id: number, acknowledged: number[]): Promise<void> {
  const stored = await storedTimes(tracker_id)
  expect(new Set(stored).size).toBe(stored.length)
  const there = new Set(stored)
  expect(acknowledged.filter((n) => !there.has(Date.UTC(2026, 10, 1) + n * 1000))).toEqual([])
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))
