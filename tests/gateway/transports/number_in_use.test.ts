import { createSocket } from 'node:dgram'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { DEVICE_PROTOCOLS } from '#db/transports.ts'
import { connectDevice } from '../../network.ts'
import { connectTcp, gt06 } from '../device.ts'
import {
  body,
  metric,
  network,
  pollOptions,
  register,
  sendPosition,
  signIn,
  startForTests,
  stored,
} from './transport_devices.ts'

startForTests()

describe('a number in use', () => {
  it('is refused to another network, in every protocol', async () => {
    const { id, number } = await register({ transports: [...DEVICE_PROTOCOLS] })
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    const before = await metric('ringfence_sign_in_refusals_total', 'transport="gt06",reason="another network"')
    const impostor = signIn(number, '127.0.7.1')
    await impostor.closed
    expect(impostor.received()).toBe('')
    const other = connectTcp(network.server.tcp_ports.gps103!, { from: '127.0.7.1' })
    other.send(Buffer.from(`##,imei:${number},A;`))
    await other.closed
    expect(await metric('ringfence_sign_in_refusals_total', 'transport="gt06",reason="another network"')).toBe(
      before + 1,
    )

    await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'STATUS#' })
    await expect.poll(() => device.received().length, pollOptions).toBeGreaterThan(gt06.answer(1, 1).length)
    expect([impostor.received(), other.received()]).toEqual(['', ''])
    device.end()
    await device.closed
    // A closed connection does not block others.
    await expect
      .poll(async () => {
        const again = signIn(number, '127.0.7.1')
        const answer = await Promise.race([again.closed, again.receives(gt06.answer(1, 1)).then(() => 'taken')])
        again.end()
        return answer
      }, pollOptions)
      .toBe('taken')
  })

  it('can be taken over within its network', async () => {
    const { number } = await register({ transports: ['gt06'] })
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    const next = signIn(number, '127.0.0.77')
    await next.receives(gt06.answer(1, 1))
    await device.closed
    next.end()
  })

  it('gets its commands on its connection, not at the source address of datagrams', async () => {
    const { id, number } = await register({ transports: ['gps103', 'mqtt'] })
    const [device, impostor] = [createSocket('udp4'), createSocket('udp4')]
    const received: string[] = []
    device.on('message', (bytes) => received.push(`device ${bytes}`))
    impostor.on('message', (bytes) => received.push(`impostor ${bytes}`))
    await new Promise<void>((resolve) => impostor.bind(0, '127.0.7.1', resolve))
    sendPosition(device, number, 1)
    await expect.poll(() => stored(id), pollOptions).toBe(1)
    sendPosition(impostor, number, 2)
    await expect.poll(() => stored(id), pollOptions).toBe(2)
    await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'tracker,fix' })
    await expect.poll(() => received.some((one) => one.startsWith('device')), pollOptions).toBe(true)
    expect(received.filter((one) => one.startsWith('impostor'))).toEqual([])
    expect(
      await metric('ringfence_sign_in_refusals_total', 'transport="gps103",reason="another network"'),
    ).toBeGreaterThan(0)
    device.close()
    impostor.close()
  })

  it('sends an app’s commands only to the network in use, unless its token is sent', async () => {
    const { id, number, token } = await register({ transports: ['osmand'] })
    const order = () => network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'stop' })
    const from = (localAddress: string, with_token?: string) => post(localAddress, body(number, with_token).body)
    expect(await from('127.0.0.1')).toBe('200 ')
    await order()
    expect(await from('127.0.7.1')).toBe('200 ')
    expect(await from('127.0.0.9')).toContain('"stop"')
    await order()
    expect(await from('127.0.7.1', token)).toContain('"stop"')
    expect(await stored(id)).toBeGreaterThan(0)
  })

  it('gets commands on the connection with the last contact', async () => {
    const { id, number, token } = await register({ transports: ['gt06', 'mqtt'] })
    const client = await connectDevice(network, number, token)
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    await client.subscribeAsync(`trackers/${number}/command`)
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    await client.publishAsync(`trackers/${number}/position`, '{"lat":1,"lon":2}', { qos: 1 })
    await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'ONE#' })
    await expect.poll(() => commands.length, pollOptions).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    device.send(gt06.position(1))
    await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'TWO#' })
    await expect.poll(() => device.received(), pollOptions).not.toBe(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    expect(commands).toHaveLength(1)
    device.end()
    await client.endAsync()
  })
})

/** Posts JSON to OsmAnd's port from an address of this machine. */
function post(localAddress: string, json: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const to = { host: '127.0.0.1', port: network.server.gateway.osmand_port!, method: 'POST', headers, localAddress }
    const asking = request(to, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve(`${answer.statusCode} ${text}`)
    })
    asking.on('error', reject).end(json)
  })
}
