import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transport } from '#db/transports.ts'
import { freePort } from '../../../scripts/postgres.ts'
import { copyTemplate, type Network, startNetwork } from '../../network.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'
import { certificates } from '../certificates.ts'
import { connectTcp, gt06 } from '../device.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringfence-tls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Paths of a certificate and its key, and a way to put others there. */
function makeFiles(name: string) {
  const paths = { TLS_CERT: join(folder, `${name}.cert.pem`), TLS_KEY: join(folder, `${name}.key.pem`) }
  let time = Date.UTC(2026, 0, 1)
  const install = (cert: string, key: string) => {
    writeFileSync(paths.TLS_CERT, cert)
    writeFileSync(paths.TLS_KEY, key)
    time += 1000
    for (const path of Object.values(paths)) utimesSync(path, new Date(time), new Date(time))
  }
  install(certificates[0].cert, certificates[0].key)
  return { paths, install }
}

const nameOf = (socket: unknown) => String((socket as TLSSocket).getPeerCertificate().subject.CN)

describe('TLS', () => {
  const { paths, install } = makeFiles('network')
  let network: Network
  let port: number
  let token: string
  beforeAll(async () => {
    network = await startNetwork({ TCP_PORTS: 'off', TCP_PORT_GT06: 'any', TCP_PORT_ANY: 'any', ...paths })
    port = network.server.tcp_ports.gt06!
    const transports: Transport[] = ['mqtt', 'gt06']
    const { data } = await network.admin.create('tracker', { number: '700000000000001', transports })
    token = data.device_token as string
    await network.admin.create('tracker', { number: '700000000000003', transports })
  })
  afterAll(() => network.stop())

  async function reportOverTcp(tls: boolean, to = port): Promise<string | undefined> {
    const device = connectTcp(to, { tls })
    device.send(Buffer.concat([gt06.login('700000000000001'), gt06.position(1)]))
    await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    const name = tls ? nameOf(device.socket) : undefined
    device.end()
    await device.closed
    return name
  }

  async function connectMqtts() {
    const url = `mqtts://127.0.0.1:${network.server.mqtts_port}`
    const options = { username: '700000000000001', password: token, reconnectPeriod: 0, rejectUnauthorized: false }
    const client = await mqtt.connectAsync(url, options)
    const report = () => client.publishAsync('trackers/700000000000001/position', '{"lat":1,"lon":2}', { qos: 1 })
    return { client, report, name: nameOf(client.stream) }
  }

  it('is accepted on the same port as plain TCP', async () => {
    expect(await reportOverTcp(true)).toBe('localhost 1')
    expect(await reportOverTcp(false)).toBeUndefined()
  })

  it('is accepted on the port for all protocols, which are recognised inside it', async () => {
    expect(await reportOverTcp(true, network.server.tcp_ports.any)).toBe('localhost 1')
    expect(await reportOverTcp(false, network.server.tcp_ports.any)).toBeUndefined()
  })

  it('is accepted by MQTT on its own port', async () => {
    const { client, report, name } = await connectMqtts()
    expect(name).toBe('localhost 1')
    await report()
    await client.endAsync()
  })

  it('uses a renewed certificate for new connections, and keeps the others open', async () => {
    const before = connectTcp(port, { tls: true })
    before.send(gt06.login('700000000000003'))
    await before.receives(gt06.answer(1, 1))
    const old = await connectMqtts()
    install(certificates[1].cert, certificates[1].key)
    network.server.gateway.certificate!.reload()
    const renewed = await connectMqtts()
    expect(renewed.name).toBe('localhost 2')
    expect(await reportOverTcp(true)).toBe('localhost 2')

    await old.report()
    before.send(gt06.position(2))
    await before.receives(gt06.answer(1, 1) + gt06.answer(0x10, 2))
    before.end()
    await Promise.all([old.client.endAsync(), renewed.client.endAsync()])
  })

  it('counts no closed connections', async () => {
    const open = async () => {
      const metrics = await (await fetch(`${network.url}/metrics`)).text()
      return /ringfence_device_connections\{transport="gt06"\} (\d+)/.exec(metrics)?.[1]
    }
    await expect.poll(open).toBe('0')
  })
})

describe('a server that reloads its certificate on SIGHUP', () => {
  const { paths, install } = makeFiles('process')
  let server: ServerProcess
  let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
  let mqtts_port: number
  beforeAll(async () => {
    if (process.env.DATABASE === 'server') database = await copyTemplate()
    mqtts_port = await freePort()
    const settings = { MQTTS_PORT: String(mqtts_port), LOG_LEVEL: 'warn', ...paths }
    server = await makeProcess({ ...settings, ...(database && { DATABASE_URL: database.url }) })
    await server.start()
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await database?.drop()
    server.remove()
  })

  async function shown(): Promise<string> {
    const device = connectTcp(mqtts_port, { tls: true })
    await new Promise((resolve) => device.socket.once('secureConnect', resolve))
    const name = nameOf(device.socket)
    device.end()
    return name
  }

  it.each([
    ['that is invalid', 'nothing', certificates[1].key, /cannot be used; the old ones stay/],
    ['of another key', certificates[1].cert, certificates[0].key, /key values mismatch.*the old ones stay/],
  ])('keeps the old one instead of one %s, and logs it', async (_name, cert, key, words) => {
    const before = server.output.length
    install(cert, key)
    server.signal('SIGHUP')
    await expect.poll(() => server.output.slice(before)).toMatch(words)
    expect(await shown()).toBe('localhost 1')
  })

  it('uses the new one', async () => {
    install(certificates[1].cert, certificates[1].key)
    server.signal('SIGHUP')
    await expect.poll(shown).toBe('localhost 2')
    await expect.poll(() => server.output).toContain('the certificate was renewed')
  })
})
