import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'
import { connectTcp } from '../device.ts'
import { framesOf } from '../protocols/frames/read.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ TCP_PORTS: 'off', TCP_PORT_AIS: 'any', TCP_PORT_ANY: 'any' })
})
afterAll(() => network.stop())

const rows = framesOf('ais')
const heard = (name: string) => Buffer.from(rows.find((row) => row.name === name)!.wire_hex, 'hex')
/** What a harbour says: many ships, some sentences of the receiver, and noise. */
const harbour = Buffer.concat([
  ...rows.map(({ wire_hex }) => Buffer.from(wire_hex, 'hex')),
  Buffer.from('$AIALR,000000,01,A,V,Tx malfunction*03\r\n'),
  Buffer.from('!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*00\r\n'),
])

/** Numbers that are not trackers are remembered for a while, by the receiver's address: each test has its own. */
let receivers = 1
const connectReceiver = (port = 'ais') =>
  connectTcp(network.server.tcp_ports[port]!, { from: `127.0.0.${++receivers}` })

const register = async (number: string, settings: object = {}): Promise<number> =>
  (await network.admin.create('tracker', { number, transports: ['ais', 'ais_udp'], ...settings })).data.id

async function reports(tracker_id: number) {
  const { data } = await network.admin.list('trackerevent', { tracker_id, limit: 100, sort: 'id' })
  return data.filter(({ event }) => event !== 'online' && event !== 'offline')
}

describe('a receiver of AIS', () => {
  it.each(['ais', 'any'])(
    'has its registered ships stored over TCP, port %s, and passes over all others',
    async (port) => {
      const id = await register('477553000')
      const receiver = connectTcp(network.server.tcp_ports[port]!)
      receiver.send(harbour)
      receiver.socket.end()
      await receiver.closed
      expect(receiver.received()).toBe('')
      expect(await reports(id)).toMatchObject([{ valid: true, attributes: { navigation_status: 'moored' } }])
      expect((await network.admin.list('unknowndevice', {})).info.total).toBe(0)
      await network.admin.remove('tracker', id)
    },
  )

  it('has a voyage stored whose parts come in two datagrams', async () => {
    const id = await register('351759000')
    const socket = createSocket('udp4')
    for (const part of ['type 1, moored', 'type 5, first sentence', 'type 2', 'type 5, second sentence']) {
      socket.send(heard(part), network.server.tcp_ports.ais!, '127.0.0.1')
    }
    await expect.poll(() => reports(id)).toMatchObject([{ attributes: { ship_name: 'EVER DIADEM' } }])
    socket.close()
  })

  it('stays connected while one of its ships is switched off, moved to other networks or deleted', async () => {
    const [id, other] = [await register('338087471'), await register('367430530')]
    const receiver = connectReceiver()
    const say = () => receiver.send(Buffer.concat([heard('type 18'), heard('type 18, other')]))
    say()
    await expect.poll(() => reports(id)).toHaveLength(1)
    await network.admin.update('tracker', { id, source_networks: ['192.0.2.0/24'] })
    await network.admin.remove('tracker', other)
    say()
    // The voyage of a third ship comes behind them.
    const third = await register('367059850')
    receiver.send(heard('type 19'))
    await expect.poll(() => reports(third)).toHaveLength(1)
    expect(await reports(id)).toHaveLength(1)
    receiver.end()
  })

  it('is listed with a ship that exists and may not report by AIS', async () => {
    const id = await register('541255006', { transports: ['mqtt'] })
    const receiver = connectReceiver()
    receiver.send(heard('type 2'))
    const unknown = async () => (await network.admin.list('unknowndevice', { search: '541255006' })).data
    await expect.poll(unknown).toMatchObject([{ protocol: 'ais' }])
    expect(await reports(id)).toEqual([])
    receiver.end()
  })

  it('is disconnected after nothing but nonsense', async () => {
    const receiver = connectReceiver()
    receiver.send(Buffer.from('GET / HTTP/1.1\r\n'.repeat(30)))
    expect(await receiver.closed).toBe('closed')
  })
})
