import { beforeAll, expect, it } from 'vitest'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import { aboutOneself } from '../../api/access/own_account.table.ts'
import { followAll } from '../../gateway/movement/truth.ts'
import { type Device, type Network, startTracker } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { pick, randomRequest, routesOf } from '../../seeds/random_requests.ts'
import { sharedNetwork } from '../../shared_network.ts'

/** More with `RANDOM_REQUESTS`. */
const REQUESTS = Number(process.env.RANDOM_REQUESTS ?? 2400)
const AT_ONCE = 20
/** Requests that would end the sessions of the test, or the membership. */
const left_out = new Set([...Object.keys(aboutOneself), 'DELETE session', 'DELETE membership', 'POST membership/leave'])

let network: Network
let ours: Organisation
/** Staff of North, and of a group two levels below it. */
let dispatchers: Person[]
/** In the group three levels below South, North, and one that changes between them. */
let bus: Device
let truck: Device
let moving: Device
let groups: { north: number; depot: number; yard: number }
let ids: number[]
/** Routes of features that the organisation does not have. */
const switched_off = new Set<string>()

/** All that is text of what is about South has its mark; of the tracker that moves another. */
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  const { client } = ours.administrator
  const make = async (name: string, parent_id: number | null) =>
    (await client.create('trackergroup', { organisation_id: ours.id, name, parent_id })).data.id
  const north = await makePerson(network, 'north', ours.id, 'Staff')
  const depot_staff = await makePerson(network, 'depot', ours.id, 'Staff')
  const north_id = await limitToGroup(network, north.id, ours.id, 'North')
  const depot_id = await limitToGroup(network, depot_staff.id, ours.id, 'Depot')
  dispatchers = [north, depot_staff]
  const whangarei = await make('Whangārei', north_id)
  await client.update('trackergroup', { id: depot_id, parent_id: whangarei })
  const south_id = await make('Zuid', null)
  const yard_id = await make('Zuider yard', await make('Zuider city', south_id))
  groups = { north: north_id, depot: depot_id, yard: yard_id }
  truck = await start('truck', 'Truck', depot_id)
  bus = await start('zuid-1', 'Zuider bus', yard_id)
  moving = await start('wander-1', 'Wanderer', yard_id)
  ids = [...Object.values(groups), whangarei, south_id, truck.id, bus.id, moving.id, ...(await furnish(south_id))]
})

const start = (number: string, name: string, group_id: number) =>
  startTracker(network, number, { organisation_id: ours.id, name, group_id })

/** What a fleet has beside its trackers, of the bus and its group, and of the truck. */
async function furnish(south_id: number): Promise<number[]> {
  const { client } = ours.administrator
  const of = { organisation_id: ours.id }
  const created: number[] = []
  for (const [device, mark, plan, group_id] of [
    [bus, 'Zuider', 'Southern', south_id],
    [truck, 'Noorder', 'Northern', groups.north],
  ] as const) {
    const tracker_id = device.id
    const make = async (...[resource, body]: Parameters<typeof client.create>) =>
      created.push((await client.create(resource, body)).data.id)
    await make('driver', { ...of, name: `${mark} driver`, phone: '', group_id })
    await make('sensor', { ...of, name: `${mark} tank`, tracker_id, path: 'fuel' } as never)
    await make('maintenanceplan', { ...of, name: `${plan} service`, group_id, every_days: 1, starts_on: '2026-01-01' })
    await make('maintenancedone', { tracker_id, odometer_m: 1000, note: `${mark} reading` })
    const expires_at = new Date(Date.now() + 3600_000).toISOString()
    await make('sharelink', { tracker_ids: [tracker_id], name: `${mark} share`, expires_at } as never)
    const { lon, lat } = { lon: mark === 'Zuider' ? 170 : 175, lat: -40 }
    for (let minute = 40; minute > 0; minute--) {
      const ts = new Date(Date.now() - minute * 60_000).toISOString()
      const attributes = { fuel: minute, ignition: minute > 10, note: mark }
      const speed = minute > 10 ? 15 : 0
      await device.report({
        lat: lat - Math.max(0, minute - 10) / 100,
        lon,
        speed,
        ts,
        attributes,
        event: `${mark} event`,
      })
    }
    await device.report({ lat, lon, alarm: 'sos' })
  }
  await moving.report({ lat: -40, lon: 170.5, alarm: 'sos' })
  await followAll(network)
  for (const resource of ['alert', 'segment', 'trackerevent', 'trackerday'] as const) {
    const { data } = await client.list(resource, { ...of, limit: 100 } as never)
    created.push(...(data as { id: number }[]).map(({ id }) => id))
  }
  return created
}

/** Sends random requests of the dispatchers. @returns how many of each status, and what said a word of South */
async function send(requests: number, seed: number, forbidden: RegExp): Promise<Sent> {
  const random = makeRandom(seed)
  const routes = routesOf(network.server.api.app.swagger(), left_out)
  const of = { organisation_ids: [ours.id], user_ids: [ours.user.id, ours.staff.id, dispatchers[0]!.id], ids }
  const sent: Sent = { statuses: new Map(), leaks: [], names: new Set() }
  for (let n = 0; n < requests; n += AT_ONCE) {
    const served = routes.filter(({ method, path }) => !switched_off.has(`${method} ${path}`))
    const reads = served.filter(({ method }) => method === 'GET')
    const batch = Array.from({ length: AT_ONCE }, () =>
      randomRequest(random, random() < 0.7 ? reads : served, of, pick(random, dispatchers).token),
    )
    const answers = await Promise.all(batch.map((request) => network.server.api.app.inject(request)))
    for (const [i, { statusCode, body }] of answers.entries()) {
      sent.statuses.set(statusCode, (sent.statuses.get(statusCode) ?? 0) + 1)
      const exchange = `${JSON.stringify({ ...batch[i], headers: undefined })} → ${statusCode} ${body.slice(0, 1000)}`
      if (statusCode === 501) switched_off.add(`${batch[i]!.method} ${batch[i]!.url}`)
      if (statusCode === 500) throw new Error(exchange)
      if (statusCode < 300 && forbidden.test(body)) sent.leaks.push(exchange)
      for (const [name] of body.matchAll(/Wanderer|Truck|Noorder|Northern/g)) sent.names.add(name)
    }
  }
  for (const person of dispatchers) {
    const { data } = await person.client.list('tracker', { organisation_id: ours.id })
    for (const { name, number } of data) sent.names.add(name ?? number)
  }
  return sent
}

it('Staff limited to groups three levels deep see nothing of others in random requests, before and after a move', async () => {
  const { client } = ours.administrator
  const of_south = `zuid|"tracker_id":"?${bus.id}\\b`
  // Alerts of the tracker that was moved, which go with it, may say which plan of the group it came from was due.
  const inside = new RegExp(`${of_south}|name":"southern`, 'i')
  // Settings of their own for a tracker that they saw stay, and say its id.
  const outside = new RegExp(`${of_south}|southern|wander`, 'i')

  const first = await send(REQUESTS / 3, 1, outside)
  expect(first.leaks).toEqual([])
  await client.update('tracker', { id: moving.id, group_id: groups.depot })
  const second = await send(REQUESTS / 3, 2, inside)
  expect(second.leaks).toEqual([])
  expect(second.names).toContain('Wanderer')
  await client.update('tracker', { id: moving.id, group_id: groups.yard })
  const third = await send(REQUESTS / 3, 3, outside)
  expect(third.leaks).toEqual([])
  // Guards against a test in which every request is refused.
  const names = [first, second, third].flatMap((sent) => [...sent.names])
  expect(names).toEqual(expect.arrayContaining(['Noorder', 'Northern']))
  for (const { statuses } of [first, second, third]) {
    for (const status of [200, 404]) expect(statuses.get(status), `${status}`).toBeGreaterThan(REQUESTS / 100)
  }
}, 300_000)

type Sent = { statuses: Map<number, number>; leaks: string[]; names: Set<string> }
