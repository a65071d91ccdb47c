import bindings from 'gtfs-realtime-bindings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, type Network, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let bus: Device
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'buses')
  bus = await startTracker(network, 'bus-7', { organisation_id: ours.id, name: 'Bus 7', owner_user_id: ours.user.id })
})
afterAll(async () => {
  await bus?.stop()
})

async function share(more: object = {}) {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const { data } = await ours.user.client.create('sharelink', { tracker_id: bus.id, expires_at, ...more })
  return { id: data.id, token: String(data.token) }
}

const get = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${network.url}/gtfs-rt/${token}`, { headers })

async function vehiclesOf(token: string) {
  const answer = await get(token)
  expect(answer.headers.get('content-type')).toBe('application/x-protobuf')
  const feed = bindings.transit_realtime.FeedMessage.decode(new Uint8Array(await answer.arrayBuffer()))
  return feed.entity.map(({ vehicle }) => vehicle!)
}

it('a share link is a feed of the vehicles that it shows, until it is taken back', async () => {
  const { id, token } = await share()
  await bus.report({ lat: -36.85, lon: 174.75, ts: new Date(Date.now() - 2 * 3_600_000).toISOString() })
  expect(await vehiclesOf(token)).toEqual([])
  await bus.report({ lat: -36.86, lon: 174.76, ts: new Date().toISOString(), speed: 10, heading: 90 })
  const [vehicle, ...others] = await vehiclesOf(token)
  expect(others).toEqual([])
  expect(vehicle).toMatchObject({
    position: { latitude: expect.closeTo(-36.86, 4), bearing: 90, speed: 10 },
    vehicle: { id: expect.stringMatching(/^[\w-]{16}$/), label: 'Bus 7' },
  })
  const nameless = await share({ shows_names: false, shows_speed: false })
  const [hidden] = await vehiclesOf(nameless.token)
  expect(JSON.parse(JSON.stringify(hidden))).toMatchObject({ vehicle: { id: expect.any(String) } })
  expect(JSON.stringify(hidden)).not.toMatch(/Bus 7|bus-7|speed/)
  await ours.user.client.remove('sharelink', id)
  expect((await get(token)).status).toBe(404)
})

it('asks for the password of a link as HTTP does', async () => {
  const { token } = await share({ password: 'kea and tui' })
  const refused = await get(token)
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')])
  const basic = (password: string) => ({ authorization: `Basic ${btoa(`feed:${password}`)}` })
  expect((await get(token, basic('wrong'))).status).toBe(401)
  expect((await get(token, basic('kea and tui'))).status).toBe(200)
})
