import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectDevice, type Network } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let phone: { id: number; device_token: string }
beforeAll(async () => {
  network = await sharedNetwork()
  phone = await register('jane')
})

const rows = readFileSync(new URL('../protocols/frames/owntracks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

async function register(number: string) {
  const { data } = await network.admin.create('tracker', { number, type: 'phone' })
  return { id: data.id, device_token: data.device_token as string }
}

function post(body: string, headers: Record<string, string> = basic('jane', phone.device_token)) {
  return fetch(`${network.url}/gateway/owntracks`, { method: 'POST', headers, body })
}

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

const location = (tst: number, more = {}) => JSON.stringify({ _type: 'location', lat: 1, lon: 2, tst, ...more })

async function eventsOf(tracker_id: number) {
  return (await network.admin.list('trackerevent', { tracker_id, limit: 1000, sort: 'id' })).data
}

describe('OwnTracks over HTTP', () => {
  it.each(rows)('answers $name', async ({ body, expect: wanted }) => {
    const before = (await eventsOf(phone.id)).length
    const answer = await post(body)
    expect(answer.status).toBe(wanted.status)
    expect(await answer.json()).toBeInstanceOf(Array)
    const events = (await eventsOf(phone.id)).slice(before)
    expect(events).toHaveLength(wanted.positions.length)
    for (const [i, { fix_at, lat, lon, attributes = {}, ...rest }] of wanted.positions.entries()) {
      expect(events[i]).toMatchObject({ ...rest, position: { coordinates: [lon, lat] } })
      expect(Date.parse(events[i]!.fix_at)).toBe(Date.parse(fix_at))
      expect(events[i]!.attributes ?? {}).toMatchObject(attributes)
    }
  })

  it('sends the app the tracker’s interval once and when it changes', async () => {
    const { id, device_token } = await register('interval')
    const send = async (tst: number, m?: number) =>
      (await post(location(tst, { m }), basic('interval', device_token))).json()
    const command = (configuration: object) => [
      { _type: 'cmd', action: 'setConfiguration', configuration: { _type: 'configuration', ...configuration } },
    ]
    expect(await send(1_790_000_000)).toEqual(command({ locatorInterval: 60, moveModeLocatorInterval: 60 }))
    expect(await send(1_790_000_001)).toEqual([])
    await network.admin.update('tracker', { id, interval_s: 0 })
    expect(await send(1_790_000_002, 1)).toEqual(command({ monitoring: 0 }))
    await network.admin.update('tracker', { id, interval_s: 10 })
    expect(await send(1_790_000_003, 0)).toEqual(
      command({ locatorInterval: 10, moveModeLocatorInterval: 10, monitoring: 1 }),
    )
  })

  it('sends commands once with the answer to a report, and reports those it cannot encode', async () => {
    const { id, device_token } = await register('settings')
    const send = async (tst: number) => (await post(location(tst), basic('settings', device_token))).json()
    await send(1_790_000_000)
    const order = async (text: string) =>
      (await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text })).data.id
    const ids = [await order('reportLocation'), await order('{"_type":"cmd","action":"dump"}'), await order('report!')]
    await network.admin.create('trackercommand', { tracker_id: id, type: 'interval', interval_s: 30 })
    expect(await send(1_790_000_001)).toEqual([
      { _type: 'cmd', action: 'reportLocation' },
      { _type: 'cmd', action: 'dump' },
      expect.objectContaining({
        action: 'setConfiguration',
        configuration: expect.objectContaining({ locatorInterval: 30 }),
      }),
    ])
    expect(await send(1_790_000_002)).toEqual([])
    const read = async (command: number) => (await network.admin.read('trackercommand', command)).data
    expect(await read(ids[0]!)).toMatchObject({ state: 'sent' })
    await expect.poll(() => read(ids[2]!)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^text: /) })
  })

  it('reads the number from X-Limit-D if the user name is a person’s', async () => {
    const answer = await post(location(1_790_000_010), {
      ...basic('Jane Doe', phone.device_token),
      'x-limit-u': 'Jane Doe',
      'x-limit-d': 'jane',
    })
    expect(answer.status).toBe(200)
  })

  it('ignores a request without a body', async () => {
    const answer = await post('')
    expect([answer.status, await answer.text()]).toEqual([200, '[]'])
  })

  it.each([
    ['no sign-in', () => ({}), location(1), 401, 'Sign in with the tracker'],
    ['a wrong token', () => basic('jane', 'wrong'), location(1), 401, 'There is no such tracker'],
    ['another’s token', () => basic('nobody', phone.device_token), location(1), 401, 'There is no such tracker'],
    ['a place off the planet', undefined, location(1, { lat: 91 }), 400, 'lat: 91 is not between -90 and 90'],
    ['what is encrypted', undefined, '{"_type":"encrypted","data":"AAAA"}', 400, 'the message is encrypted'],
    ['what is no JSON', undefined, 'lat=1', 400, 'payload: is not JSON'],
  ])('refuses %s', async (_name, headers, body, status, reason) => {
    const answer = await post(body, headers?.())
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(reason)
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
  })
})

describe('OwnTracks over MQTT', () => {
  it('stores what the app publishes before it is acknowledged, and sends it its settings', async () => {
    const { id, device_token } = await register('ot')
    const client = await connectDevice(network, 'ot', device_token)
    const received: { topic: string; body: { configuration: object } }[] = []
    client.on('message', (topic, payload) => received.push({ topic, body: JSON.parse(payload.toString()) }))
    await client.subscribeAsync('owntracks/ot/phone/cmd')
    for (const tst of [1_790_000_000, 1_790_000_001, 1_790_000_001]) {
      await client.publishAsync('owntracks/ot/phone', location(tst, { vel: 36 }), { qos: 1, retain: true })
    }
    const events = await eventsOf(id)
    expect(events.map((event) => event.speed)).toEqual([10, 10])
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]).toMatchObject({
      topic: 'owntracks/ot/phone/cmd',
      body: { configuration: { locatorInterval: 60 } },
    })
    await network.admin.update('tracker', { id, interval_s: 15 })
    await expect.poll(() => received[1]?.body.configuration).toMatchObject({ locatorInterval: 15 })
    const order = { tracker_id: id, type: 'custom', text: 'reportLocation' } as const
    const { data } = await network.admin.create('trackercommand', order)
    await expect.poll(() => received[2]?.body).toEqual({ _type: 'cmd', action: 'reportLocation' })
    await expect
      .poll(async () => (await network.admin.read('trackercommand', data.id)).data)
      .toMatchObject({ state: 'sent' })

    const leave = JSON.stringify({ _type: 'transition', event: 'leave', lat: 1, lon: 2, tst: 1_790_000_009 })
    await client.publishAsync('owntracks/ot/phone/event', leave, { qos: 1 })
    await client.publishAsync('owntracks/ot/phone/info', '{"_type":"card","name":"Jane"}', { qos: 1 })
    expect((await eventsOf(id)).map((event) => event.event)).toEqual(['position', 'position', 'geofence_exit'])
    await client.endAsync()
  })

  it('forwards nothing, allows no subscriptions to others, and closes on invalid messages', async () => {
    const { device_token } = await register('spy')
    const client = await connectDevice(network, 'spy', device_token)
    for (const topic of ['owntracks/+/+', 'owntracks/#', 'owntracks/ot/phone/cmd', 'owntracks/spy/+/cmd']) {
      expect((await client.subscribeAsync(topic).catch(() => [{ qos: 128 }]))[0]?.qos).toBe(128)
    }
    const closed = new Promise((resolve) => client.on('close', () => resolve('closed')))
    client.publish('owntracks/spy/phone', '{"_type":"encrypted"}', { qos: 1 })
    expect(await closed).toBe('closed')
  })
})
