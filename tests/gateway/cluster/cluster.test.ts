import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDevice, connectLive, copyTemplate, type Network, startNetwork } from '../../network.ts'
import { hasRedis, makeRedis, type OwnRedis } from '../faults/redis.ts'

const canRun = process.env.DATABASE === 'server' && hasRedis

describe.runIf(canRun)('several processes on one database', () => {
  let redis: OwnRedis
  let database: Awaited<ReturnType<typeof copyTemplate>>
  let people: Network
  let devices: Network
  let shared: Record<string, string>
  beforeAll(async () => {
    redis = await makeRedis()
    await redis.start()
    database = await copyTemplate()
    const secrets = { JWT_SECRET: 'x'.repeat(40), FILE_KEYS: `k1:${'A'.repeat(43)}=` }
    shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, ...secrets }
    people = await startNetwork({ ...shared, ROLE: 'api' })
    devices = await startNetwork({ ...shared, ROLE: 'gateway' })
  })
  afterAll(async () => {
    await people?.stop()
    await devices?.stop()
    await database?.drop()
    await redis?.stop()
  })

  it('shows on the map of one what a device reports to the other', async () => {
    expect(people.server.mqtt_port).toBe(null)
    const { data } = await people.admin.create('tracker', { number: 'far' })
    const live = await connectLive(people)
    await live.receive('snapshot')
    const device = await connectDevice(devices, 'far', data.device_token as string)
    await device.publishAsync('trackers/far/position', '{"lat":1,"lon":2}', { qos: 1 })
    const [event] = await live.receive('positions')
    expect(event).toMatchObject({ tracker_id: data.id, position: { coordinates: [2, 1] } })
    live.stop()

    const part = await connectLive(people, { token: people.token, by_view: true })
    part.socket.emit('view', { west: 1.5, south: 0.5, east: 2.5, north: 1.5, zoom: 9 })
    expect((await part.receive('viewport_update')).events).toMatchObject([{ tracker_id: data.id }])
    // The other process learns over Redis of the viewport, and forwards its commits from then on.
    const moved = part.receive('positions')
    const moving = setInterval(() => device.publish('trackers/far/position', '{"lat":1.1,"lon":2}', { qos: 1 }), 500)
    expect(await moved).toMatchObject([{ tracker_id: data.id, position: { coordinates: [2, 1.1] } }])
    clearInterval(moving)
    part.stop()
    await device.endAsync()
  })

  it('lets programs of one follow what a device reports to the other, which can end them', async () => {
    const { data } = await people.admin.create('tracker', { number: 'followed' })
    const [first] = await people.db.selectFrom('membership').selectAll().orderBy('id').limit(1).execute()
    const { organisation_id, user_id } = first!
    const viewer = { organisation_id, user_id, session_id: null, sees_all: true, group_ids: [] }
    const seen: number[] = []
    let has_ended = false
    const end = people.server.api.context.followLive(viewer, {
      positions: (reports) => seen.push(...reports.map(({ tracker_id }) => tracker_id)),
      presence: () => {},
      movement: () => {},
      alert: () => {},
      end: () => {
        has_ended = true
      },
    })
    const device = await connectDevice(devices, 'followed', data.device_token as string)
    const moving = setInterval(() => device.publish('trackers/followed/position', '{"lat":1,"lon":2}', { qos: 1 }), 500)
    await expect.poll(() => seen).toContain(data.id)
    clearInterval(moving)
    devices.server.gateway.live.close(`user:${user_id}`)
    await expect.poll(() => has_ended).toBe(true)
    end()
    await device.endAsync()
  })

  it('disconnects only its own live clients when it stops', async () => {
    const third = await startNetwork({ ...shared, ROLE: 'api' })
    const [own, other] = [await connectLive(third, { token: people.token }), await connectLive(people)]
    await Promise.all([own.receive('snapshot'), other.receive('snapshot')])
    const ends: string[] = []
    other.socket.on('disconnect', (reason) => ends.push(reason))
    const dropped = new Promise((resolve) => own.socket.once('disconnect', resolve))
    await third.stop()
    expect(await dropped).toBe('io server disconnect')
    // Redis delivers in order: this comes after what the stop has sent.
    const arrived = other.receive('message')
    devices.server.gateway.live.emit('everybody', 'message', { unread: 1, message_id: 1, subject: 'after it' })
    expect(await arrived).toMatchObject({ subject: 'after it' })
    expect(ends).toEqual([])
    other.stop()
    own.stop()
  })

  it('closes signed-out and revoked connections during an outage of Redis', async () => {
    const { data } = await people.admin.create('tracker', { number: 'revoked' })
    const device = await connectDevice(devices, 'revoked', data.device_token as string)
    const live = await connectLive(people)
    await redis.stop()
    await expect.poll(() => people.server.cluster!.connected).toBe(false)
    const dropped = new Promise((resolve) => live.socket.once('disconnect', resolve))
    people.server.gateway.live.close('everybody')
    expect(await dropped).toBe('io server disconnect')

    await people.admin.call('POST', 'tracker/token', { id: data.id })
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
    await redis.start()
    await closed
  })
})

describe.runIf(canRun)('a start without Redis', () => {
  it('serves devices and people, and connects with the others when Redis is available', async () => {
    const redis = await makeRedis()
    const network = await startNetwork({ REDIS_URL: redis.url })
    const { data } = await network.admin.create('tracker', { number: 'alone' })
    const live = await connectLive(network)
    const device = await connectDevice(network, 'alone', data.device_token as string, { clean: false, clientId: 'a' })
    await device.subscribeAsync('trackers/alone/config', { qos: 1 })
    await device.publishAsync('trackers/alone/position', '{"lat":1,"lon":2}', { qos: 1 })
    expect(await live.receive('positions')).toMatchObject([{ tracker_id: data.id }])
    const dropped = new Promise((resolve) => live.socket.once('disconnect', resolve))

    await redis.start()
    await dropped // it reconnects for events missed from other processes
    await expect.poll(() => network.server.cluster!.connected).toBe(true)
    await device.endAsync()
    await network.stop()
    await redis.stop()
  })

  it('fails if Redis refuses the sign-in', async () => {
    const redis = await makeRedis()
    await redis.start('--requirepass', 'a-password')
    const wrong = redis.url.replace('//', '//:another@')
    await expect(startNetwork({ REDIS_URL: wrong })).rejects.toThrow(/^REDIS_URL: Redis at .* refuses the sign-in/)
    await redis.stop()
  })
})
