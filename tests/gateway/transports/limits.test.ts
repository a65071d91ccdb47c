import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRANSPORTS } from '#db/transports.ts'
import { connectDevice, type Network, startNetwork } from '../../network.ts'
import { certificates } from '../certificates.ts'

const listeners = ['mqtt', 'mqtts', 'gt06', 'osmand', 'websocket'] as const
type Listener = (typeof listeners)[number]

const folder = mkdtempSync(join(tmpdir(), 'ringfence-limits-'))
const tls = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
const settings = { TCP_PORT_GT06: 'any', OSMAND_PORT: 'any', TCP_SIGN_IN_S: '10', ...tls }
writeFileSync(tls.TLS_CERT, certificates[0].cert)
writeFileSync(tls.TLS_KEY, certificates[0].key)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const upgrade =
  'GET /gateway/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'

function portOf({ server, url }: Network, listener: Listener): number {
  if (listener === 'websocket') return Number(new URL(url).port)
  return {
    mqtt: server.mqtt_port,
    mqtts: server.mqtts_port,
    gt06: server.tcp_ports.gt06,
    osmand: server.gateway.osmand_port,
  }[listener]!
}

/** A connection that has sent these bytes, and a promise of its end. */
function open(network: Network, listener: Listener, bytes = '', { handshake = false } = {}) {
  const port = portOf(network, listener)
  const socket: Socket = handshake
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect(port, '127.0.0.1')
  const closed = new Promise<'closed'>((resolve) => socket.on('close', () => resolve('closed')))
  socket.on('error', () => {}).on('data', () => {})
  if (bytes) socket.write(bytes, 'latin1')
  return { socket, closed }
}

/** Sends a byte a second, without an end. */
function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte, 'latin1'), 1_000)
  socket.on('close', () => clearInterval(timer))
}

describe('a listener', () => {
  let network: Network
  let token: string
  beforeAll(async () => {
    network = await startNetwork(settings)
    token = (await network.admin.create('tracker', { number: 'honest', transports: [...TRANSPORTS] })).data
      .device_token as string
  })
  afterAll(() => network.stop())

  it('closes silent connections and those with incomplete messages, and serves the others', async () => {
    const slow: [Listener, string, { handshake?: boolean; more?: string }?][] = [
      ['mqtt', ''],
      ['mqtt', '\x10\x40\0\x04', { more: 'M' }],
      ['mqtts', ''],
      ['mqtts', '\x16\x03\x01\x02\0', { more: '\x01' }],
      ['mqtts', '', { handshake: true }],
      ['mqtts', '\x10\x40\0\x04', { handshake: true, more: 'M' }],
      ['gt06', ''],
      ['gt06', '\x79\x79\x02\0', { more: '\x01' }],
      ['gt06', '\x16\x03\x01\x02\0', { more: '\x01' }],
      ['gt06', '', { handshake: true }],
      ['osmand', ''],
      ['osmand', 'GET / HTTP/1.1\r\n', { more: 'A' }],
      ['osmand', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n', { more: 'a' }],
      ['websocket', upgrade],
      ['websocket', `${upgrade}\x81\xfe`, { more: '\x01' }],
    ]
    const waiting = slow.map(([listener, bytes, { handshake = false, more } = {}]) => {
      const { socket, closed } = open(network, listener, bytes, { handshake })
      if (more) drip(socket, more)
      return closed
    })
    const client = await connectDevice(network, 'honest', token)
    await client.publishAsync('trackers/honest/position', '{"lat":1,"lon":2}', { qos: 1 })
    await Promise.all(waiting)
    await client.publishAsync('trackers/honest/position', '{"lat":1,"lon":2}', { qos: 1 })
    await client.endAsync()
  }, 180_000)

  it('keeps two thousand silent connections, and serves a device among them', async () => {
    const silent = Array.from({ length: 2_000 }, (_, i) => open(network, i % 2 ? 'mqtt' : 'gt06'))
    await Promise.all(silent.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    const client = await connectDevice(network, 'honest', token)
    await client.publishAsync('trackers/honest/position', '{"lat":1,"lon":2}', { qos: 1 })
    await client.endAsync()
    await Promise.all(silent.map(({ closed }) => closed))
  }, 180_000)
})

describe('one address', () => {
  const MOST = 30
  let network: Network
  beforeAll(async () => {
    const limits = { MQTT_MAX_PER_ADDRESS: `${MOST}`, TCP_MAX_PER_ADDRESS: `${MOST}`, PHONE_MAX_PER_ADDRESS: `${MOST}` }
    network = await startNetwork({ ...settings, TCP_SIGN_IN_S: '60', ...limits })
  })
  afterAll(() => network.stop())

  it.each(listeners)(
    'is limited in its connections to %s, and gets new ones when some have closed',
    async (listener) => {
      let closed = 0
      const sockets = Array.from({ length: MOST + 20 }, () => {
        const one = open(network, listener, listener === 'websocket' ? upgrade : '')
        one.closed.then(() => closed++)
        return one
      })
      await expect.poll(() => closed).toBe(20)
      for (const { socket } of sockets) socket.destroy()
      const staysOpen = async () => {
        const one = open(network, listener, listener === 'websocket' ? upgrade : '')
        const ended = await Promise.race([one.closed, new Promise((resolve) => setTimeout(resolve, 500, 'open'))])
        one.socket.destroy()
        return ended
      }
      await expect.poll(staysOpen).toBe('open')
    },
  )
})
