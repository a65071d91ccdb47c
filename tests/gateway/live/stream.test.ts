import { connect } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

/** Sends a stream in chunks of these sizes, cyclically, and collects the packets received. */
async function converse(
  number: string,
  token: string,
  packets: Packet[],
  sizes: number[],
  until: (got: Packet[]) => boolean,
) {
  const socket = connect({ port: network.server.mqtt_port!, host: '127.0.0.1', noDelay: true })
  const got: Packet[] = []
  const reader = parser()
  reader.on('packet', (packet) => got.push({ ...packet }))
  socket.on('data', (bytes) => reader.parse(bytes))
  const hello = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: 'c',
    clean: true,
    keepalive: 60,
  } as const
  socket.write(generate({ ...hello, username: number, password: Buffer.from(token) }))
  await expect.poll(() => got[0]?.cmd).toBe('connack')
  const stream = Buffer.concat(packets.map((packet) => generate(packet)))
  for (let at = 0, i = 0; at < stream.length; i++) {
    const size = sizes[i % sizes.length]!
    socket.write(stream.subarray(at, at + size))
    at += size
    if (size < 100) await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => until(got)).toBe(true)
  socket.destroy()
  return got
}

const publish = (number: string, i: number, more = {}): Packet => ({
  cmd: 'publish',
  topic: `trackers/${number}/position`,
  payload: JSON.stringify({ lat: 1, lon: 2, ts: 1_790_000_000 + i }),
  qos: 1,
  messageId: i + 1,
  dup: false,
  retain: false,
  ...more,
})

describe('a stream cut anywhere', () => {
  it.each<[string, number[]]>([
    ['at every byte', [1]],
    ['into threes', [3]],
    ['at odd places', [5, 300, 17, 1000, 2, 64]],
    ['nowhere', [1_000_000]],
  ])('%s is stored and acknowledged whole', async (name, sizes) => {
    const number = `cut-${name.replaceAll(' ', '-')}`
    const { data } = await network.admin.create('tracker', { number })
    const count = sizes[0] === 1 ? 20 : 300
    const packets = Array.from({ length: count }, (_, i) => publish(number, i))
    const got = await converse(number, data.device_token as string, packets, sizes, (all) => all.length > count)
    const ids = got.filter((p) => p.cmd === 'puback').map((p) => p.messageId)
    expect(ids.sort((a, b) => a! - b!)).toEqual(packets.map((p) => p.messageId))
    expect((await network.admin.list('trackerevent', { tracker_id: data.id, limit: 1 })).info.total).toBe(count)
  })

  it('keeps other packets between the positions in their places', async () => {
    const { data } = await network.admin.create('tracker', { number: 'mixed' })
    const packets: Packet[] = [
      publish('mixed', 0),
      { cmd: 'pingreq' },
      publish('mixed', 1, { qos: 0, messageId: undefined }),
      publish('mixed', 2, { dup: true }),
      { cmd: 'subscribe', messageId: 77, subscriptions: [{ topic: 'trackers/mixed/config', qos: 0 }] },
      publish('mixed', 3, { qos: 2 }),
      publish('mixed', 4, { retain: true }),
    ]
    // Subscribing to the settings publishes them.
    const expected = ['connack', 'pingresp', 'puback', 'puback', 'puback', 'publish', 'pubrec', 'suback']
    const got = await converse(
      'mixed',
      data.device_token as string,
      packets,
      [1_000_000],
      (all) => all.length >= expected.length,
    )
    expect(got.map((p) => p.cmd).sort()).toEqual(expected)
    await expect
      .poll(async () => (await network.admin.list('trackerevent', { tracker_id: data.id, limit: 1 })).info.total)
      .toBe(5)
  })

  it('closes on a bad position in the middle', async () => {
    const { data } = await network.admin.create('tracker', { number: 'poison' })
    const packets = [publish('poison', 0), publish('poison', 1, { payload: '{"lat":"x"}' }), publish('poison', 2)]
    const socket = connect(network.server.mqtt_port!, '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', () => resolve('closed')))
    socket.on('error', () => {})
    const hello = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'c',
      clean: true,
      keepalive: 0,
    } as const
    socket.write(generate({ ...hello, username: 'poison', password: Buffer.from(data.device_token as string) }))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write(Buffer.concat(packets.map((packet) => generate(packet))))
    expect(await closed).toBe('closed')
  })
})
