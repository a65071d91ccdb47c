import { connect } from 'node:net'
import type mqtt from 'mqtt'
import { generate } from 'mqtt-packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDevice, type Device, type Network, startNetwork, startTracker } from '../../network.ts'

let network: Network
let tracker: Device
beforeAll(async () => {
  network = await startNetwork({ MQTT_MAX_PACKET: '4096', MQTT_MAX_CONNECTIONS: '20' })
  tracker = await startTracker(network, 'honest')
})
afterAll(async () => {
  await tracker.stop()
  await network.stop()
})

/** The code with which CONNECT is refused. */
async function codeFor(number: string, token: string): Promise<unknown> {
  return connectDevice(network, number, token).then(
    () => 'connected',
    (error) => error.code,
  )
}

const closes = (client: mqtt.MqttClient) =>
  new Promise<string>((resolve) => client.on('close', () => resolve('closed')))

describe('signing in', () => {
  it('refuses a wrong token and an unknown number alike (4), and a deactivated tracker (5)', async () => {
    expect(await codeFor('honest', 'wrong')).toBe(4)
    expect(await codeFor('honest', '')).toBe(4)
    expect(await codeFor('nobody', tracker.token)).toBe(4)
    expect(await codeFor('nobody\u0000', tracker.token)).not.toBe('connected')
    const off = await network.admin.create('tracker', { number: 'off', active: false })
    expect(await codeFor('off', off.data.device_token as string)).toBe(5)
  })

  it('replaces a token, and invalidates the old one', async () => {
    const { data } = await network.admin.create('tracker', { number: 'renewed' })
    const renewed = await network.admin.call('POST', 'tracker/token', { id: data.id })
    expect(await codeFor('renewed', data.device_token as string)).toBe(4)
    const client = await connectDevice(network, 'renewed', renewed.data.device_token)
    await client.endAsync()
  })

  it('restricts a tracker to its own topics', async () => {
    const client = await connectDevice(network, 'honest', tracker.token)
    const granted = async (topic: string) => (await client.subscribeAsync(topic).catch(() => [{ qos: 128 }]))[0]?.qos
    expect(await granted('trackers/honest/config')).toBe(0)
    expect(await granted('trackers/honest/#')).toBe(0)
    for (const topic of [
      '#',
      'trackers/#',
      'trackers/+/config',
      'trackers/other/config',
      '$SYS/#',
      'trackers/honest',
    ]) {
      expect([topic, await granted(topic)]).toEqual([topic, 128])
    }
    const closed = closes(client)
    client.publish('trackers/other/position', '{"lat":1,"lon":1}', { qos: 1 })
    expect(await closed).toBe('closed')
  })

  it("does not let a tracker take over another's session by its client id", async () => {
    const first = await connectDevice(network, 'honest', tracker.token, { clientId: 'same' })
    const other = await startTracker(network, 'other')
    const second = await connectDevice(network, 'other', other.token, { clientId: 'same' })
    await first.publishAsync('trackers/honest/position', '{"lat":1,"lon":1}', { qos: 1 })
    expect(first.connected).toBe(true)
    await Promise.all([first.endAsync(), second.endAsync(), other.stop()])
  })
})

describe('bad input', () => {
  it('closes the connection on an invalid position, counts it, and affects no others', async () => {
    const client = await connectDevice(network, 'honest', tracker.token)
    const closed = closes(client)
    client.publish('trackers/honest/position', '{"lat":"north"}', { qos: 1 })
    expect(await closed).toBe('closed')
    await tracker.report({ lat: 2, lon: 2 })
    const metrics = await (await fetch(`${network.url}/metrics`)).text()
    expect(metrics).toMatch(/ringfence_reports_total\{outcome="refused"\} [1-9]/)
  })

  it('closes on a packet that announces too many bytes, before they arrive', async () => {
    const client = await connectDevice(network, 'honest', tracker.token)
    const closed = closes(client)
    client.publish(
      'trackers/honest/position',
      JSON.stringify({ lat: 1, lon: 1, attributes: { big: 'x'.repeat(5000) } }),
      { qos: 1 },
    )
    expect(await closed).toBe('closed')

    const hostile = connect(network.server.mqtt_port!, '127.0.0.1')
    const ended = new Promise((resolve) => hostile.on('close', () => resolve('closed')))
    hostile.on('error', () => {})
    hostile.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])) // CONNECT with 256 MB to come
    expect(await ended).toBe('closed')
  })

  it.each([
    ['rubbish', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    [
      'a publish before CONNECT',
      generate({ cmd: 'publish', topic: 'a', payload: 'b', qos: 0, dup: false, retain: false }),
    ],
    [
      'MQTT 5',
      generate({ cmd: 'connect', protocolVersion: 5, protocolId: 'MQTT', clientId: 'x', clean: true, keepalive: 0 }),
    ],
  ])('closes on %s', async (_name, bytes) => {
    const socket = connect(network.server.mqtt_port!, '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', () => resolve('closed')))
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.write(bytes)
    expect(await closed).toBe('closed')
  })

  it('refuses connections over the limit, and accepts new ones below it', async () => {
    const sockets = Array.from({ length: 40 }, () =>
      connect(network.server.mqtt_port!, '127.0.0.1').on('error', () => {}),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    await tracker.report({ lat: 3, lon: 3 })
    for (const socket of sockets) socket.destroy()
    // A connection that is dropped is never answered.
    const answered = () =>
      Promise.race([codeFor('honest', 'wrong'), new Promise((no) => setTimeout(no, 1_000, 'none'))])
    await expect.poll(answered).toBe(4)
  })
})
