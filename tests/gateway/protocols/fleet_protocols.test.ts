import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVICE_PROTOCOLS, UDP_TRANSPORTS } from '#db/transports.ts'
import { type Network, startNetwork } from '../../network.ts'
import { exchange } from './device.ts'
import { framesOf } from './frames/read.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ TCP_PORTS: 'any' })
})
afterAll(() => network.stop())

/** A new one each time, since many messages are the same but for their names, and what is said twice is stored once. */
async function trackerOf(number: string): Promise<number> {
  const { data } = await network.admin.list('tracker', { number })
  for (const { id } of data) await network.admin.remove('tracker', id)
  return (await network.admin.create('tracker', { number, transports: [...DEVICE_PROTOCOLS, ...UDP_TRANSPORTS] })).data
    .id
}

const byTime = (a: { fix_at?: string | null }, b: { fix_at?: string | null }) =>
  Date.parse(a.fix_at ?? '') - Date.parse(b.fix_at ?? '')

const eventsOf = async (tracker_id: number) =>
  (await network.admin.list('trackerevent', { tracker_id, limit: 1000 })).data.sort(byTime)

const say = async (protocol: string, bytes: Buffer) => (await exchange(network, protocol, bytes, 11)).toString('hex')

const login = { number: '123456789012345', hex: '000f313233343536373839303132333435' }
const signsIn = { teltonika: login, gl200: null }

describe.each(['teltonika', 'gl200'] as const)('a device that speaks %s', (protocol) => {
  it.each(framesOf(protocol))('has $name stored and answered', async ({ wire_hex, expect: wanted }) => {
    const first = wire_hex === login.hex ? null : signsIn[protocol]
    const tracker_id = await trackerOf(wanted.number ?? login.number)
    const answer = await say(protocol, Buffer.from((first?.hex ?? '') + wire_hex, 'hex'))
    const events = await eventsOf(tracker_id)
    const positions = wanted.positions.toSorted(byTime)
    expect(events.length).toBe(positions.length)
    for (const [i, { fix_at, valid, lat, lon, speed, alarm, attributes }] of positions.entries()) {
      const event = events[i]!
      expect(event.valid).toBe(valid)
      if (fix_at) expect(new Date(event.fix_at).toISOString()).toBe(fix_at)
      if (lat === null) expect(event.position).toBeNull()
      else {
        expect(event.position!.coordinates[0]).toBeCloseTo(lon!, 5)
        expect(event.position!.coordinates[1]).toBeCloseTo(lat, 5)
      }
      if (typeof speed === 'number') expect(event.speed).toBeCloseTo(speed, 3)
      if (alarm !== undefined) expect(event.alarm).toBe(alarm)
      if (attributes !== undefined) expect(event.attributes).toMatchObject(attributes)
    }
    expect(answer).toBe((first ? '01' : '') + (wanted.ack_hex ?? ''))
  })
})

describe('a Teltonika', () => {
  it('that is not known receives 00', async () => {
    expect(await say('teltonika', Buffer.from('000f393939393939393939393939393939', 'hex'))).toBe('00')
  })

  it('has its datagrams stored and answered', async () => {
    const number = '357454072713975'
    const tracker_id = await trackerOf(number)
    const data = framesOf('teltonika')
      .find(({ name }) => name.startsWith('codec 8,'))!
      .wire_hex.slice(16, -8)
    const body = `cafe0122000f${Buffer.from(number).toString('hex')}${data}`
    const socket = createSocket('udp4')
    const received = new Promise<Buffer>((resolve) => socket.on('message', resolve))
    socket.send(
      Buffer.from(`00${(body.length / 2).toString(16)}${body}`, 'hex'),
      network.server.gateway.tcp_ports.teltonika!,
      '127.0.0.1',
    )
    expect((await received).toString('hex')).toBe('0005cafe012201')
    socket.close()
    expect(await eventsOf(tracker_id)).toHaveLength(1)
  })
})
