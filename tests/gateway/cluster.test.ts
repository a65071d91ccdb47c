import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/postgres.ts'
import { connectDevice, connectLive, copyTemplate, type Network, startNetwork } from '../network.ts'

const canRun = process.env.DATABASE === 'server' && existsSync('/usr/bin/redis-server')

describe.runIf(canRun)('several processes on one database', () => {
  let redis: ChildProcess
  let database: Awaited<ReturnType<typeof copyTemplate>>
  let people: Network
  let devices: Network
  beforeAll(async () => {
    const port = await freePort()
    redis = spawn('/usr/bin/redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
      stdio: 'ignore',
    })
    database = await copyTemplate()
    const shared = { DATABASE_URL: database.url, REDIS_URL: `redis://127.0.0.1:${port}`, JWT_SECRET: 'x'.repeat(40) }
    people = await startNetwork({ ...shared, ROLE: 'api' })
    devices = await startNetwork({ ...shared, ROLE: 'gateway' })
  })
  afterAll(async () => {
    await people?.stop()
    await devices?.stop()
    await database?.drop()
    redis?.kill()
  })

  it('shows on the map of one what a device tells the other', async () => {
    expect(people.server.mqtt_port).toBe(null)
    const { data } = await people.admin.create('tracker', { number: 'far' })
    const live = await connectLive(people)
    await live.hear('snapshot')
    const device = await connectDevice(devices, 'far', data.device_token as string)
    await device.publishAsync('trackers/far/position', '{"lat":1,"lon":2}', { qos: 1 })
    const [event] = await live.hear('positions')
    expect(event).toMatchObject({ tracker_id: data.id, position: { coordinates: [2, 1] } })
    live.stop()

    const part = await connectLive(people, { token: people.token, by_view: true })
    part.socket.emit('view', { west: 1.5, south: 0.5, east: 2.5, north: 1.5, zoom: 9 })
    expect((await part.hear('scene')).events).toMatchObject([{ tracker_id: data.id }])
    // The other process hears over Redis that somebody looks, and says from then on what it commits.
    const moved = part.hear('positions')
    const moving = setInterval(() => device.publish('trackers/far/position', '{"lat":1.1,"lon":2}', { qos: 1 }), 500)
    expect(await moved).toMatchObject([{ tracker_id: data.id, position: { coordinates: [2, 1.1] } }])
    clearInterval(moving)
    part.stop()
    await device.endAsync()
  })
})
