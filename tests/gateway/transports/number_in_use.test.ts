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

  it('is not taken over within its network while it is in use: both live, and the older gets the commands', async () => {
    const { id, number } = await register({ transports: ['gt06'] })
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    const next = signIn(number, '127.0.0.77')
    await next.receives(gt06.answer(1, 1))
    next.send(gt06.position(1))
    await next.receives(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    device.send(gt06.position(2))
    await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, 2))
    next.send(gt06.position(3))
    await next.receives(gt06.answer(1, 1) + gt06.answer(0x10, 1) + gt06.answer(0x10, 3))
    const before = [device.received().length, next.received().length]
    await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'STATUS#' })
    await expect.poll(() => device.received().length, pollOptions).toBeGreaterThan(before[0]!)
    expect(next.received().length).toBe(before[1]!)
    expect(await stored(id)).toBe(3)
    next.end()
    device.end()
  })

  it('is closed by a newer connection of its network after a minute of silence', async () => {
    const { id, number } = await register({ transports: ['gt06'] })
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    for (const link of network.server.gateway.phones!.context.connected.of(id)) link.last_contact_at -= 61_000
    const next = signIn(number, '127.0.0.77')
    await next.receives(gt06.answer(1, 1))
    await device.closed
    next.end()
  })

  it.each(['tcp', 'mqtt', 'http'] as const)(
    'is not moved by datagrams of another network while %s is used',
    async (by) => {
      const { id, number, token } = await register({ transports: ['gps103', 'gps103_udp', 'mqtt', 'osmand_token'] })
      const ends = await useBy[by](number, token)
      const in_use = await stored(id)
      const [impostor, neighbour] = await Promise.all([bound('127.0.7.1'), bound('127.0.0.9')])
      const counted = () =>
        metric('ringfence_sign_in_refusals_total', 'transport="gps103_udp",reason="another network"')
      const before = await counted()
      sendPosition(impostor, number, 1)
      await expect.poll(counted, pollOptions).toBe(before + 1)
      // Of the same network they are stored, and end no connection.
      sendPosition(neighbour, number, 2)
      await expect.poll(() => stored(id), pollOptions).toBe(in_use + 1)
      expect(impostor.received).toEqual([])
      await ends()
      for (const socket of [impostor, neighbour]) socket.close()
    },
  )

  it('is not shut out of a connection by a datagram of another network', async () => {
    const { id, number } = await register({ transports: ['gps103', 'gps103_udp'] })
    const impostor = await bound('127.0.7.1')
    sendPosition(impostor, number, 1)
    await expect.poll(() => stored(id), pollOptions).toBe(1)
    const device = connectTcp(network.server.tcp_ports.gps103!)
    device.send(Buffer.from(`##,imei:${number},A;`))
    await device.receives(Buffer.from('LOAD').toString('hex'))
    device.end()
    impostor.close()
  })

  it('gets its commands at the port of its datagrams, not at a newer one of its address', async () => {
    const { id, number } = await register({ transports: ['gps103_udp'] })
    const [device, other] = await Promise.all([bound('127.0.0.1'), bound('127.0.0.1')])
    sendPosition(device, number, 1)
    await expect.poll(() => stored(id), pollOptions).toBe(1)
    sendPosition(other, number, 2)
    await expect.poll(() => stored(id), pollOptions).toBe(2)
    await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text: 'tracker,fix' })
    await expect.poll(() => device.received.length, pollOptions).toBeGreaterThan(0)
    expect(other.received.join()).not.toContain('fix')
    for (const socket of [device, other]) socket.close()
  })

  it('gets its commands on its connection, not at the source address of datagrams', async () => {
    const { id, number } = await register({ transports: ['gps103_udp', 'mqtt'] })
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
      await metric('ringfence_sign_in_refusals_total', 'transport="gps103_udp",reason="another network"'),
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

  it('gets commands on a connection with its token before one by its number, and on the last of those', async () => {
    const { id, number, token } = await register({ transports: ['gt06', 'mqtt', 'websocket'] })
    const device = signIn(number)
    await device.receives(gt06.answer(1, 1))
    const client = await connectDevice(network, number, token)
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    await client.subscribeAsync(`trackers/${number}/command`)
    const order = (text: string) => network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text })
    device.send(gt06.position(1))
    await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    await order('ONE#')
    await expect.poll(() => commands.length, pollOptions).toBe(1)
    await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, 1))

    await client.endAsync()
    await order('TWO#')
    await expect.poll(() => device.received(), pollOptions).not.toBe(gt06.answer(1, 1) + gt06.answer(0x10, 1))
    device.end()
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

/** Ways to use a tracker's number from 127.0.0.1; each ends what it began. */
const useBy = {
  async tcp(number: string) {
    const device = connectTcp(network.server.tcp_ports.gps103!)
    device.send(Buffer.from(`##,imei:${number},A;`))
    await device.receives(Buffer.from('LOAD').toString('hex'))
    return async () => {
      expect(device.socket.destroyed).toBe(false)
      device.end()
    }
  },
  async mqtt(number: string, token: string) {
    const client = await connectDevice(network, number, token)
    return () => client.endAsync()
  },
  async http(number: string, token: string) {
    expect(await post('127.0.0.1', body(number, token).body)).toMatch(/^200/)
    return async () => {}
  },
}

/** A socket for datagrams at an address of this machine, and what it has received. */
async function bound(address: string) {
  const socket = Object.assign(createSocket('udp4'), { received: [] as string[] })
  socket.on('message', (bytes) => socket.received.push(bytes.toString()))
  await new Promise<void>((resolve) => socket.bind(0, address, resolve))
  return socket
}
