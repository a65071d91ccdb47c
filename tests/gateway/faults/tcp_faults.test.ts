import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { startNetwork } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import { connectTcp, gt06 } from '../device.ts'

describe('a gateway that is stopped', () => {
  it('has stored what it acknowledged, and acknowledges what it read', async () => {
    const network = await startNetwork({ TCP_PORT_GT06: 'any' })
    const { data } = await network.admin.create('tracker', { number: '700000000000002', transports: ['gt06'] })
    const device = connectTcp(network.server.tcp_ports.gt06!)
    device.send(gt06.login('700000000000002'))
    await device.receives(gt06.answer(1, 1))
    let sent = 0
    const sending = setInterval(() => device.send(gt06.position(sent++)), 1)
    await expect.poll(() => device.received().length).toBeGreaterThan(2_000)
    await network.server.gateway.drain()
    clearInterval(sending)
    await device.closed

    const events = await network.db
      .selectFrom('tracker_event')
      .select('id')
      .where('tracker_id', '=', data.id)
      .where('event', '=', 'position')
      .execute()
    const acknowledged = device.received().length / gt06.answer(1, 1).length - 1
    expect(acknowledged).toBeGreaterThan(90)
    // The connection was not cut: exactly what was stored was acknowledged.
    expect(events).toHaveLength(acknowledged)
    await network.stop()
  })
})

// The embedded database cannot be away: it is in the process.
describe.runIf(process.env.DATABASE === 'server')('an outage of PostgreSQL with devices over TCP', () => {
  let postgres: Postgres
  let server: ServerProcess
  let port: number
  beforeAll(async () => {
    const started = await startPostgres({ fsync: false })
    if ('missing' in started) throw new Error(started.missing)
    postgres = started
    port = await freePort()
    server = await makeProcess({ DATABASE_URL: postgres.url, TCP_PORT_GT06: String(port) })
    await server.start()
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await postgres.remove()
    server.remove()
  })

  it('acknowledges nothing to connected and new devices, and everything after it', async () => {
    const admin = await server.admin()
    const numbers = ['800000000000001', '800000000000002']
    const ids: number[] = []
    for (const number of numbers) ids.push((await admin.create('tracker', { number, transports: ['gt06'] })).data.id)
    const connected = connectTcp(port)
    connected.send(gt06.login(numbers[0]!))
    await connected.receives(gt06.answer(1, 1))

    await postgres.stop()
    const count = 3_000
    const positions = Array.from({ length: count }, (_, i) => gt06.position(i))
    connected.send(Buffer.concat(positions))
    const late = connectTcp(port)
    late.send(Buffer.concat([gt06.login(numbers[1]!), ...positions]))
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(connected.received()).toBe(gt06.answer(1, 1))
    expect(late.received()).toBe('')
    await postgres.start()

    const all = gt06.answer(1, 1) + Array.from({ length: count }, (_, i) => gt06.answer(0x10, i)).join('')
    for (const device of [connected, late]) {
      await expect.poll(() => device.received().length, { timeout: 40_000 }).toBe(all.length)
      expect(device.received() === all).toBe(true)
      device.end()
    }
    for (const tracker_id of ids) {
      expect((await admin.list('trackerevent', { tracker_id, limit: 1 })).info.total).toBe(count)
    }
  })
})
