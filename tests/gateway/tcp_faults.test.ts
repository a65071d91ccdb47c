import { copyFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import { certificates } from './certificates.ts'
import { connectTcp, gt06 } from './device.ts'

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringfence-tls-'))
  const paths = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  let network: Network
  let port: number
  let token: string
  beforeAll(async () => {
    install(0)
    network = await startNetwork({ TCP_PORTS: 'off', TCP_PORT_GT06: 'any', ...paths })
    port = network.server.tcp_ports.gt06!
    token = (await network.admin.create('tracker', { number: '700000000000001' })).data.device_token as string
  })
  afterAll(async () => {
    await network.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function install(which: 0 | 1): void {
    writeFileSync(paths.TLS_CERT, certificates[which].cert)
    writeFileSync(paths.TLS_KEY, certificates[which].key)
    const time = new Date(Date.UTC(2026, 0, 1 + which))
    for (const path of Object.values(paths)) utimesSync(path, time, time)
  }

  async function report(tls: boolean): Promise<string | undefined> {
    const device = connectTcp(port, { tls })
    device.send(Buffer.concat([gt06.login('700000000000001'), gt06.position(1)]))
    await device.hears(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    const name = tls ? String((device.socket as TLSSocket).getPeerCertificate().subject.CN) : undefined
    device.end()
    await device.closed
    return name
  }

  it('is spoken on the same port as plain TCP', async () => {
    expect(await report(true)).toBe('localhost 1')
    expect(await report(false)).toBeUndefined()
  })

  it('is spoken by MQTT on a port of its own', async () => {
    const url = `mqtts://127.0.0.1:${network.server.mqtts_port}`
    const options = { username: '700000000000001', password: token, reconnectPeriod: 0, rejectUnauthorized: false }
    const client = await mqtt.connectAsync(url, options)
    await client.publishAsync('trackers/700000000000001/position', '{"lat":1,"lon":2}', { qos: 1 })
    await client.endAsync()
  })

  it('takes a renewed certificate, and keeps the old one where the new one is none', async () => {
    install(1)
    network.server.gateway.certificate!.reload()
    expect(await report(true)).toBe('localhost 2')
    copyFileSync(paths.TLS_KEY, paths.TLS_CERT)
    network.server.gateway.certificate!.reload()
    expect(await report(true)).toBe('localhost 2')
  })

  it('leaves no connection counted when it has ended', async () => {
    const open = async () => {
      const metrics = await (await fetch(`${network.url}/metrics`)).text()
      return /ringfence_device_connections\{transport="gt06"\} (\d+)/.exec(metrics)?.[1]
    }
    await expect.poll(open).toBe('0')
  })
})

describe('a gateway that is stopped', () => {
  it('has stored what it acknowledged, and acknowledges what it has read', async () => {
    const network = await startNetwork({ TCP_PORT_GT06: 'any' })
    const { data } = await network.admin.create('tracker', { number: '700000000000002' })
    const device = connectTcp(network.server.tcp_ports.gt06!)
    device.send(gt06.login('700000000000002'))
    await device.hears(gt06.answer(1, 1))
    let sent = 0
    const sending = setInterval(() => device.send(gt06.position(sent++)), 1)
    await expect.poll(() => device.heard().length, { timeout: 20_000 }).toBeGreaterThan(2_000)
    await network.server.gateway.stop()
    clearInterval(sending)
    await device.closed

    const events = await network.db
      .selectFrom('tracker_event')
      .select('id')
      .where('tracker_id', '=', data.id)
      .where('event', '=', 'position')
      .execute()
    const acknowledged = device.heard().length / gt06.answer(1, 1).length - 1
    expect(acknowledged).toBeGreaterThan(90)
    // Nobody has cut the connection: whatever was stored was acknowledged, and the other way round.
    expect(events).toHaveLength(acknowledged)
    await network.stop()
  })
})

// The embedded database cannot be away: it is in the process.
describe.runIf(process.env.DATABASE === 'server')('PostgreSQL away from devices over TCP', () => {
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

  it('acknowledges nothing, neither those that are connected nor those that come, and then all', async () => {
    const admin = await server.admin()
    const numbers = ['800000000000001', '800000000000002']
    const ids: number[] = []
    for (const number of numbers) ids.push((await admin.create('tracker', { number })).data.id)
    const connected = connectTcp(port)
    connected.send(gt06.login(numbers[0]!))
    await connected.hears(gt06.answer(1, 1))

    await postgres.stop()
    const count = 3_000
    const positions = Array.from({ length: count }, (_, i) => gt06.position(i))
    connected.send(Buffer.concat(positions))
    const late = connectTcp(port)
    late.send(Buffer.concat([gt06.login(numbers[1]!), ...positions]))
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(connected.heard()).toBe(gt06.answer(1, 1))
    expect(late.heard()).toBe('')
    await postgres.start()

    const all = gt06.answer(1, 1) + Array.from({ length: count }, (_, i) => gt06.answer(0x10, i)).join('')
    for (const device of [connected, late]) {
      await expect.poll(() => device.heard().length, { timeout: 40_000 }).toBe(all.length)
      expect(device.heard() === all).toBe(true)
      device.end()
    }
    for (const tracker_id of ids) {
      expect((await admin.list('trackerevent', { tracker_id, limit: 1 })).info.total).toBe(count)
    }
  })
})
