import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'
import { connectTcp, gt06 } from '../device.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ TCP_PORTS: 'off', TCP_PORT_ANY: 'any', TCP_SIGN_IN_S: '2' })
})
afterAll(() => network.stop())

const register = async (number: string, settings: { transports: ('gt06' | 't55')[] }): Promise<number> =>
  (await network.admin.create('tracker', { number, ...settings })).data.id

const stored = async (tracker_id: number): Promise<number> =>
  (await network.admin.list('trackerevent', { tracker_id, limit: 1 })).info.total

const unknown = async (number: string) => (await network.admin.list('unknowndevice', { search: number })).data[0]

describe('the port for all protocols', () => {
  const knock = () => connectTcp(network.server.tcp_ports.any!)

  it.each([0, 1])('serves a device as the port of its protocol does, in pieces of %i bytes too', async (size) => {
    const imei = `70000000000000${size}`
    const id = await register(imei, { transports: ['gt06'] })
    const device = knock()
    const login = gt06.login(imei)
    for (let at = 0; at < login.length; at += size || login.length) {
      device.send(login.subarray(at, at + (size || login.length)))
      await new Promise((resolve) => setTimeout(resolve, size))
    }
    await device.receives(gt06.answer(1, 1))
    device.send(gt06.position(7))
    await device.receives(gt06.answer(1, 1) + gt06.answer(0x10, 7))
    expect(await stored(id)).toBe(1)
    device.end()
  })

  it('finds by the tracker which of two protocols a number alone is', async () => {
    const id = await register('700000000000003', { transports: ['t55'] })
    const device = knock()
    device.send(Buffer.from('700000000000003\r\n$GPRMC,130305,A,3648.0000,S,17442.0000,E,0.0,0.0,011126,,*0C\r\n'))
    device.socket.end()
    await device.closed
    expect(await stored(id)).toBe(1)
  })

  it('lists a stranger by the protocol that was recognised', async () => {
    const number = '700000000000004'
    const device = knock()
    device.send(Buffer.concat([gt06.login(number), gt06.position(1)]))
    await device.closed
    expect(device.received()).toBe('')
    await expect.poll(() => unknown(number)).toMatchObject({ protocol: 'gt06', readable_by: ['gt06'] })
  })

  it.each([
    ['what ends', true],
    ['what waits', false],
  ])('closes on %s without being recognised, and shows its bytes', async (_name, ends) => {
    const request = Buffer.from('GET / HTTP/1.1\r\n\r\n')
    const device = knock()
    device.send(request)
    if (ends) device.socket.end()
    expect(await device.closed).toBe('closed')
    const unread = () => network.admin.list('unknowndevice', { protocol: 'any' }).then(({ data }) => data[0])
    await expect.poll(unread).toMatchObject({ number: null, bytes: request.toString('hex'), status: 'unreadable' })
  })

  it.each([
    ['more bytes than a first message has', Buffer.alloc(5_000, 'a'), 5_000],
    ['very small pieces', Buffer.alloc(70, 'a'), 1],
  ])('closes on %s', async (_name, bytes, size) => {
    const device = knock()
    for (let at = 0; at < bytes.length; at += size) {
      device.send(bytes.subarray(at, at + size))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(await device.closed).toBe('closed')
  })
})
