import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'

let network: Network
let own_port: string
beforeAll(async () => {
  network = await startNetwork({ OSMAND_PORT: 'any', PHONE_MAX_PER_ADDRESS: '40' })
  own_port = `http://127.0.0.1:${network.server.gateway.osmand_port}`
})
afterAll(() => network.stop())

const rows = readFileSync(new URL('../protocols/frames/osmand.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

async function register(number: string, settings = {}) {
  return (await network.admin.create('tracker', { number, type: 'phone', transports: ['osmand'], ...settings })).data
}

async function eventsOf(tracker_id: number) {
  return (await network.admin.list('trackerevent', { tracker_id, limit: 1000, sort: 'id' })).data
}

describe('OsmAnd', () => {
  it.each(rows)('stores $name, on its own port', async ({ method, url, headers, body, expect: wanted }) => {
    const registered = await network.admin.list('tracker', { number: wanted.number })
    const { id } = registered.data[0] ?? (await register(wanted.number))
    const before = (await eventsOf(id)).length
    const answer = await fetch(own_port + url, { method, headers, body })
    expect([answer.status, await answer.text()]).toEqual([wanted.status, ''])
    const [event] = (await eventsOf(id)).slice(before)
    const { fix_at, lat, lon, attributes = {}, speed, ...rest } = wanted.positions[0]
    expect(event).toMatchObject({ ...rest, position: lat === null ? null : { coordinates: [lon, lat] } })
    if (fix_at) expect(Date.parse(event!.fix_at)).toBe(Date.parse(fix_at))
    if (speed !== undefined) expect(event!.speed?.toFixed(4)).toBe(speed?.toFixed(4))
    for (const [name, value] of Object.entries(attributes)) {
      expect([name, event!.attributes?.[name] ?? null]).toEqual([name, value])
    }
  })

  it('accepts the same at the HTTP port, where a token is optional and must be right', async () => {
    const { id, device_token } = await register('with-token')
    const send = (query: string, headers = {}) =>
      fetch(`${network.url}/gateway/osmand?id=with-token&lat=1&lon=2&${query}`, { headers }).then((a) => a.status)
    expect(await send('timestamp=1790000000')).toBe(200)
    expect(await send(`timestamp=1790000001&token=${device_token}`)).toBe(200)
    expect(await send('timestamp=1790000002', { authorization: `Bearer ${device_token}` })).toBe(200)
    expect(await send('timestamp=1790000003&token=wrong')).toBe(401)
    const events = await eventsOf(id)
    expect(events).toHaveLength(3)
    expect(JSON.stringify(events)).not.toContain(device_token)
  })

  it.each([
    ['an unknown number', '?id=stranger&lat=1&lon=2', 400, 'id: there is no such tracker'],
    ['no number', '?lat=1&lon=2', 400, 'id: is missing'],
    ['an impossible latitude', '?id=refused&lat=95&lon=2', 400, 'lat: 95 is not between -90 and 90'],
    ['half a position', '?id=refused&lat=1', 400, 'lon: is missing'],
    ['no time at all', '?id=refused&lat=1&lon=2&timestamp=soon', 400, 'timestamp: is not a time'],
    ['a tracker that is switched off', '?id=refused-off&lat=1&lon=2', 400, 'switched off'],
    ['a tracker tied to another network', '?id=refused-elsewhere&lat=1&lon=2', 400, 'no such tracker'],
  ])('refuses %s, with the reason', async (_name, query, status, reason) => {
    await register('refused').catch(() => {})
    await register('refused-off', { active: false }).catch(() => {})
    await register('refused-elsewhere', { source_networks: ['203.0.113.0/24'] }).catch(() => {})
    const answer = await fetch(`${own_port}/${query}`)
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(reason)
  })

  it('answers JSON of an unknown device with 404, and shows its number to the administrator', async () => {
    const body = JSON.stringify({ device_id: 'stranger-json', location: { coords: { latitude: 1, longitude: 2 } } })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(own_port, { method: 'POST', headers, body })).status).toBe(404)
    await expect
      .poll(() =>
        network.db.selectFrom('unknown_device').select('protocol').where('number', '=', 'stranger-json').execute(),
      )
      .toEqual([{ protocol: 'osmand' }])
  })

  it('refuses a body that is too large or too deep', async () => {
    const headers = { 'content-type': 'application/json' }
    const send = (body: string) => fetch(own_port, { method: 'POST', headers, body }).then((a) => a.status)
    expect(await send('x'.repeat(1024 * 1024 + 1))).toBe(413)
    expect(await send('['.repeat(100_000))).toBe(400)
  })

  it('stores the buffer of an offline phone once, of which a part is sent twice', async () => {
    const { id } = await register('offline')
    const start = 1_790_000_000
    const send = (i: number) => fetch(`${own_port}/?id=offline&lat=1&lon=${i / 1000}&timestamp=${start + i}`)
    const first = Array.from({ length: 200 }, (_, i) => i)
    for (let at = 0; at < first.length; at += 5) {
      const answers = await Promise.all(first.slice(at, at + 5).map(send))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    for (const i of first.slice(150)) expect((await send(i)).status).toBe(200)
    const events = await eventsOf(id)
    expect(events.map((event) => Date.parse(event.fix_at) / 1000 - start).sort((a, b) => a - b)).toEqual(first)
  })

  it('sends changed settings to an app that supports them', async () => {
    const { id } = await register('configured')
    const body = JSON.stringify({ device_id: 'configured', location: { coords: { latitude: 1, longitude: 2 } } })
    const headers = { 'content-type': 'application/json' }
    const send = () => fetch(own_port, { method: 'POST', headers, body }).then((answer) => answer.text())
    expect(await send()).toBe('')
    await network.admin.update('tracker', { id, interval_s: 20, pause_after_still_s: 300 })
    expect(JSON.parse(await send())).toEqual({
      background_geolocation: [
        [
          'setConfig',
          {
            distanceFilter: 0,
            locationUpdateInterval: 20_000,
            heartbeatInterval: 60,
            disableStopDetection: false,
            stopTimeout: 5,
          },
        ],
      ],
    })
    expect(await send()).toBe('')
  })

  it('sends commands to an app that supports them, and fails them for others', async () => {
    const { id } = await register('obeys')
    const order = async (text: string) =>
      (await network.admin.create('trackercommand', { tracker_id: id, type: 'custom', text })).data.id
    const body = JSON.stringify({ device_id: 'obeys', location: { coords: { latitude: 1, longitude: 2 } } })
    const headers = { 'content-type': 'application/json' }
    await order('stop')
    await order('["playSound", 7]')
    const answer = await fetch(own_port, { method: 'POST', headers, body })
    expect(await answer.json()).toEqual({ background_geolocation: [['stop'], ['playSound', 7]] })

    const refused = await order('stop')
    expect(await (await fetch(`${own_port}/?id=obeys&lat=1&lon=2`)).text()).toBe('')
    await expect
      .poll(async () => (await network.admin.read('trackercommand', refused)).data)
      .toMatchObject({
        state: 'failed',
        reason: 'text: the app takes no commands, since it reports in the way of OsmAnd',
      })
  })

  it('limits the connections of one address, and accepts new ones when they have closed', async () => {
    await register('burst')
    const port = network.server.gateway.osmand_port!
    let closed = 0
    const sockets = Array.from({ length: 60 }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      return socket.on('close', () => closed++)
    })
    await expect.poll(() => closed).toBeGreaterThanOrEqual(20)
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(() =>
        fetch(`${own_port}/?id=burst&lat=1&lon=1`).then(
          (a) => a.status,
          () => 0,
        ),
      )
      .toBe(200)
  })
})
