import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { ADMIN, connectLive, type Network, signIn, startNetwork } from '../../network.ts'
import { openPhone } from '../phone.ts'

let network: Network
let tracker: { id: number; token: string }
beforeAll(async () => {
  network = await startNetwork()
  tracker = await register('walker')
})
afterAll(() => network.stop())

async function register(number: string) {
  const { data } = await network.admin.create('tracker', { number, type: 'phone' })
  return { id: data.id, token: data.device_token as string }
}

async function eventsOf(tracker_id: number) {
  return (await network.admin.list('trackerevent', { tracker_id, limit: 1000, sort: 'id' })).data
}

const position = (i: number) => ({ lat: 1, lon: i / 1000, ts: 1_790_000_000 + i, seq: i })
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('a phone on a WebSocket', () => {
  it('gets its settings, and each report is acknowledged when it is stored', async () => {
    const { id, token } = await register('one')
    const phone = openPhone(network.url, { query: `?token=${token}` })
    await phone.opened
    phone.send(position(7))
    await expect.poll(phone.acks).toEqual([7])
    expect(phone.received[0]).toEqual({
      config: { number: 'one', interval_s: 60, interval_charging_s: 30, pause_after_still_s: 0 },
    })
    expect(await eventsOf(id)).toMatchObject([{ position: { coordinates: [0.007, 1] } }])

    phone.send({ lat: 1, lon: 2 })
    await expect.poll(phone.acks).toEqual([7, null])
    phone.socket.close()
  })

  it.each<[string, () => Parameters<typeof openPhone>[1], object | null]>([
    ['in the address', () => ({ query: `?token=${tracker.token}&number=walker` }), null],
    ['as a header', () => ({ headers: { authorization: `Bearer ${tracker.token}` } }), null],
    [
      'with its number',
      () => ({ headers: { authorization: `Basic ${Buffer.from(`walker:${tracker.token}`).toString('base64')}` } }),
      null,
    ],
    ['in the first message', () => ({}), {}],
  ])('signs in with the device token %s', async (_name, options, first) => {
    const phone = openPhone(network.url, options())
    await phone.opened
    if (first) phone.send({ token: tracker.token })
    phone.send({ lat: 1, lon: 2, seq: 1 })
    await expect.poll(phone.acks).toEqual([1])
    phone.socket.close()
  })

  it('loses and duplicates no buffered reports over broken connections', async () => {
    const { id, token } = await register('buffer')
    const acknowledged = new Set<unknown>()
    for (let turn = 0; acknowledged.size < 600; turn++) {
      const phone = openPhone(network.url, { query: `?token=${token}` })
      await phone.opened
      const open = numbers(600).filter((i) => !acknowledged.has(i))
      for (let at = 0; at < open.length; at += 50) phone.send(open.slice(at, at + 50).map(position))
      await expect.poll(() => phone.acks().length >= Math.min(open.length, 150)).toBe(true)
      for (const seq of phone.acks()) acknowledged.add(seq)
      phone.socket.close()
      expect(turn).toBeLessThan(10)
    }
    const stored = (await eventsOf(id)).map((event) => Date.parse(event.fix_at) / 1000 - 1_790_000_000)
    expect(stored.sort((a, b) => a - b)).toEqual(numbers(600))
  })

  it('refuses invalid reports by their number, and stores the others', async () => {
    const phone = openPhone(network.url, { query: `?token=${tracker.token}` })
    await phone.opened
    phone.send([position(1), { lat: 91, lon: 0, seq: 2 }, { lon: 1 }, position(3)])
    phone.send('{')
    phone.send([])
    phone.send('['.repeat(1000))
    await expect.poll(phone.acks).toEqual([1, 3])
    await expect.poll(phone.errors).toEqual([
      ['lat: 91 is not between -90 and 90', 2],
      ['lat: is missing', null],
      ['payload: is not JSON', null],
      ['payload: is an empty array', null],
      ['payload: is nested deeper than 20 levels', null],
    ])
    phone.socket.close()
  })

  it('is closed when it sends only invalid messages, or far too much', async () => {
    const rubbish = openPhone(network.url, { query: `?token=${tracker.token}` })
    await rubbish.opened
    for (let i = 0; i < 100; i++) rubbish.send('{')
    expect(await rubbish.closed).toBe(1008)
    const flood = openPhone(network.url, { query: `?token=${tracker.token}` })
    await flood.opened
    flood.send('x'.repeat(2 * 1024 * 1024))
    expect([1006, 1009]).toContain(await flood.closed)
  })

  it.each<[string, object, string]>([
    ['a wrong token', { token: 'wrong' }, 'token: belongs to no tracker, or not to this one'],
    ['another tracker’s number', { number: 'buffer' }, 'token: belongs to no tracker'],
    ['an invalid session', { token: 'a.b.c' }, 'token: the session has ended'],
    ['no token', { lat: 1, lon: 2 }, 'token: is missing'],
  ])('is refused with %s', async (_name, first, reason) => {
    const phone = openPhone(network.url)
    await phone.opened
    phone.send('number' in first ? { token: tracker.token, ...first } : first)
    expect(await phone.closed).toBe(1008)
    expect(phone.errors()).toEqual([[expect.stringContaining(reason), null]])
  })

  it('gets changed settings, and is closed when the token is replaced', async () => {
    const { id, token } = await register('settings')
    const phone = openPhone(network.url, { query: `?token=${token}` })
    await expect.poll(phone.configs).toHaveLength(1)
    await network.admin.update('tracker', { id, interval_s: 5, pause_after_still_s: 120 })
    await expect.poll(() => phone.configs()[1]).toMatchObject({ interval_s: 5, pause_after_still_s: 120 })
    await network.admin.call('POST', 'tracker/token', { id })
    expect(await phone.closed).toBe(1008)
  })
})

async function openPersonsPhone(token: string, more: object = {}) {
  const phone = openPhone(network.url)
  await phone.opened
  phone.send({ token, ...more })
  return phone
}

describe('a person’s phone', () => {
  it('reports as its own tracker, which is created at the first time', async () => {
    const first = await openPersonsPhone(network.token)
    await expect.poll(first.configs).toHaveLength(1)
    first.send({ lat: -36.8, lon: 174.7, seq: 1 })
    await expect.poll(first.acks).toEqual([1])
    const { data } = await network.admin.list('tracker', { type: 'phone', search: 'phone-' })
    expect(data).toHaveLength(1)
    expect(first.configs()).toMatchObject([{ number: data[0]!.number }])
    const again = await openPersonsPhone(network.token)
    await expect.poll(again.configs).toMatchObject([{ number: data[0]!.number }])
    first.socket.close()
    again.socket.close()
  })

  it('reports as the tracker it names, if that is the person’s', async () => {
    const user = (await network.admin.call('GET', 'user/token')) as { data: { user: { id: number } } }
    const mine = await register('mine')
    await network.admin.update('tracker', { id: mine.id, owner_user_id: user.data.user.id })
    const phone = await openPersonsPhone(network.token, { number: 'mine' })
    await expect.poll(phone.configs).toMatchObject([{ number: 'mine' }])
    phone.socket.close()
    const foreign = await openPersonsPhone(network.token, { number: 'walker' })
    expect(await foreign.closed).toBe(1008)
    expect(foreign.errors()).toEqual([['number: you have no tracker with this number', null]])
  })

  it('is refused with the session token in the address, and accepted with it in a header', async () => {
    const logged = openPhone(network.url, { query: `?token=${network.token}` })
    expect(await logged.closed).toBe(1008)
    expect(logged.errors()).toEqual([[expect.stringContaining('goes into the first message'), null]])
    const phone = openPhone(network.url, { headers: { authorization: `Bearer ${network.token}` } })
    await expect.poll(phone.configs).toHaveLength(1)
    phone.socket.close()
  })

  it('is closed when the session ends', async () => {
    const token = await signIn(network.url, ADMIN.email, ADMIN.password)
    const phone = await openPersonsPhone(token)
    await expect.poll(phone.configs).toHaveLength(1)
    await createClient({ base: network.url, token: () => token, retries: 0 }).call('POST', 'user/signout')
    expect(await phone.closed).toBe(1008)
  })
})

describe('the server', () => {
  it('keeps the live map’s connections, and refuses other upgrades', async () => {
    const live = await connectLive(network)
    const phone = openPhone(network.url, { query: `?token=${tracker.token}` })
    await phone.opened
    phone.send({ lat: 5, lon: 6, seq: 9 })
    const seen = await live.receive('positions', (events) =>
      events.some((e: { tracker_id: number }) => e.tracker_id === tracker.id),
    )
    expect(seen).toBeTruthy()
    live.stop()
    phone.socket.close()

    const socket = connect(network.server.http_port, '127.0.0.1')
    const answer = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (bytes) => {
        text += bytes
      })
      socket.on('close', () => resolve(text))
    })
    socket.write('GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1.1 404/)
  })

  it('commits and acknowledges what it has accepted before it stops', async () => {
    const other = await startNetwork()
    const { data } = await other.admin.create('tracker', { number: 'stopping' })
    const phone = openPhone(other.url, { query: `?token=${data.device_token}` })
    await expect.poll(phone.configs).toHaveLength(1)
    phone.send(numbers(500).map(position))
    await expect.poll(() => phone.acks().length).toBeGreaterThan(0)
    const stopped = other.stop()
    expect(await phone.closed).toBe(1001)
    expect(phone.acks()).toEqual(numbers(500))
    await stopped
  })
})
