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

async function trackerOf(number: string): Promise<number> {
  const { data } = await network.admin.list('tracker', { number })
  return (
    data[0]?.id ??
    (await network.admin.create('tracker', { number, transports: [...DEVICE_PROTOCOLS, ...UDP_TRANSPORTS] })).data.id
  )
}

const eventsOf = async (tracker_id: number) =>
  (await network.admin.list('trackerevent', { tracker_id, limit: 1000, sort: 'id' })).data

const say = (protocol: string, bytes: Buffer) => exchange(network, protocol, bytes, 7)

describe.each(['h02', 'tk103', 'gps103', 'totem'])('a device that speaks %s', (protocol) => {
  // A message without a number says nothing on a connection of its own.
  const rows = framesOf(protocol).filter((row) => row.expect.number !== undefined)

  it.each(rows)('has $name stored and answered', async ({ wire_hex, expect: wanted }) => {
    const tracker_id = await trackerOf(wanted.number!)
    const before = (await eventsOf(tracker_id)).length
    const answer = await say(protocol, Buffer.from(wire_hex, 'hex'))
    const events = (await eventsOf(tracker_id)).slice(before)
    expect(events.length).toBe(wanted.positions.length)
    for (const [i, position] of wanted.positions.entries()) {
      const event = events[i]!
      const { fix_at, valid, lat, lon, speed, alarm, attributes } = position
      expect(event.valid).toBe(valid)
      if (fix_at) expect(new Date(event.fix_at).toISOString()).toBe(fix_at)
      if (lat === null) expect(event.position).toBeNull()
      else if (lon !== null) {
        expect(event.position!.coordinates[0]).toBeCloseTo(lon, 5)
        expect(event.position!.coordinates[1]).toBeCloseTo(lat, 5)
      }
      if (speed !== undefined) expect(event.speed).toBeCloseTo(speed, 3)
      if (alarm !== undefined) expect(event.alarm).toBe(alarm)
      if (attributes !== undefined) expect(event.attributes).toMatchObject(attributes)
    }
    if (wanted.ack_hex !== undefined) expect(answer.toString('hex')).toBe(wanted.ack_hex)
    if (wanted.ack_regex !== undefined) expect(answer.toString('latin1')).toMatch(new RegExp(wanted.ack_regex))
  })
})

describe('a device that sends datagrams without a line’s end', () => {
  it.each([
    // Lines of an AVL901, whose number stands in one of its own.
    [
      't55',
      '358244017671308',
      'No#200\r\n358244017671308\r\n$GPRMC,161223.000,A,2517.0545,S,05739.1788,W,0.0,0.0,170616,,,A*68',
    ],
    [
      'gps103',
      '868683025138441',
      'imei:868683025138441,tracker,160929120948,,F,160944.000,A,3645.9892,S,07304.8775,W,0.00,0',
    ],
  ])('has what it says in %s stored', async (protocol, number, text) => {
    const tracker_id = await trackerOf(number)
    const socket = createSocket('udp4')
    socket.send(text, network.server.gateway.tcp_ports[protocol]!, '127.0.0.1')
    await expect.poll(() => eventsOf(tracker_id)).toMatchObject([{ valid: true }])
    socket.close()
  })
})
