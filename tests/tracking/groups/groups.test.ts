import { beforeAll, describe, expect, it } from 'vitest'
import { addEvents, archiveOf, atOnce } from '../../db/history/days.ts'
import { followAll } from '../../gateway/movement/truth.ts'
import { connectLive, type Device, type Network, startTracker } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
/** Staff of North, and below it of Whangārei and its depot. */
let north: Person
let groups: Record<'north' | 'whangarei' | 'depot' | 'south', number>
let truck: Device
let bus: Device

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  north = await makePerson(network, 'north', ours.id, 'Staff')
  const north_id = await limitToGroup(network, north.id, ours.id, 'North')
  const whangarei = await make('Whangārei', north_id)
  groups = { north: north_id, whangarei, depot: await make('Depot', whangarei), south: await make('South') }
  truck = await startTracker(network, 'truck', { organisation_id: ours.id, group_id: groups.depot })
  bus = await startTracker(network, 'bus', { organisation_id: ours.id, group_id: groups.south })
  await startTracker(network, 'van', { organisation_id: ours.id }).then((van) => van.stop())
  for (const [device, lon] of [
    [truck, 174],
    [bus, 172],
  ] as const)
    await device.report({ lat: -36.8, lon, alarm: 'sos' })
})

const make = async (name: string, parent_id: number | null = null) =>
  (await ours.administrator.client.create('trackergroup', { organisation_id: ours.id, name, parent_id })).data.id

describe('Staff who are limited to a group', () => {
  it('see its trackers and those of all groups below, and nothing of others', async () => {
    const { data, info } = await north.client.list('tracker', { organisation_id: ours.id })
    expect(data.map(({ number, group_name }) => [number, group_name])).toEqual([['truck', 'Depot']])
    expect(info.total).toBe(1)
    await expect(north.client.read('tracker', bus.id)).rejects.toMatchObject({ code: 'not_found' })
    const events = await north.client.list('trackerevent', { organisation_id: ours.id })
    expect(new Set(events.data.map(({ tracker_id }) => tracker_id))).toEqual(new Set([truck.id]))
    const alerts = await north.client.list('alert', { organisation_id: ours.id })
    expect(alerts.data.map(({ tracker_id }) => tracker_id)).toEqual([truck.id])
    const seen = await north.client.list('trackergroup', { organisation_id: ours.id })
    expect(seen.data.map(({ path }) => path)).toEqual(['North / Whangārei / Depot', 'North', 'North / Whangārei'])
  })

  it('see of the boundaries of all which of their trackers they apply to', async () => {
    const ring = [[170, -37], [171, -37], [171, -36], [170, -37]] // biome-ignore format: a ring
    const { data } = await ours.administrator.client.create('boundary', {
      organisation_id: ours.id,
      name: 'Far away',
      geometry: { type: 'Polygon', coordinates: [ring] },
      tracker_ids: [truck.id, bus.id],
    })
    expect(data.tracker_ids).toEqual([truck.id, bus.id])
    expect((await north.client.read('boundary', data.id)).data.tracker_ids).toEqual([truck.id])
    const listed = await north.client.list('boundary', { organisation_id: ours.id })
    expect(listed.data.find(({ id }) => id === data.id)!.tracker_ids).toEqual([truck.id])
    // Who saves what they see takes it from no other tracker.
    const { administrator } = ours
    const owned = { id: data.id, owner_user_id: north.id }
    await administrator.client.update('boundary', owned)
    await north.client.update('boundary', { id: data.id, tracker_ids: [] })
    expect((await administrator.client.read('boundary', data.id)).data.tracker_ids).toEqual([bus.id])
    await north.client.update('boundary', { id: data.id, tracker_ids: [truck.id] })
    expect((await administrator.client.read('boundary', data.id)).data.tracker_ids).toEqual([truck.id, bus.id])
    await ours.administrator.client.remove('boundary', data.id)
  })

  it('see of closed days the events of its trackers only', async () => {
    await addEvents(network.db, { organisation_id: ours.id, tracker_ids: [truck.id, bus.id] }, '2027-03-01', 20)
    await archiveOf(network.db, network.server.history).run(new Date('2027-03-10T00:00:00Z'), { policy: atOnce })
    const day = { organisation_id: ours.id, from: '2027-03-01T00:00:00Z', to: '2027-03-04T00:00:00Z', limit: 100 }
    const { data } = await north.client.list('trackerevent', day)
    expect(data).toHaveLength(20)
    expect(new Set(data.map(({ tracker_id }) => tracker_id))).toEqual(new Set([truck.id]))
    const csv = await fetch(`${network.url}/api/v1/trackerevents?organisation_id=${ours.id}&format=csv`, {
      headers: { authorization: `Bearer ${north.token}` },
    }).then((response) => response.text())
    const lines = csv.split('\n').filter((line) => /^\d/.test(line))
    expect(lines.length).toBeGreaterThan(20)
    expect(new Set(lines.map((line) => line.split(',')[2]))).toEqual(new Set([String(truck.id)]))
  })

  it('see its movement only, in lists, reports and the day of the fleet', async () => {
    await followAll(network)
    const { data } = await north.client.list('segment', { organisation_id: ours.id })
    expect(new Set(data.map(({ tracker_id }) => tracker_id))).toEqual(new Set([truck.id]))
    const { client } = ours.administrator
    const of_south = { organisation_id: ours.id, group_id: groups.south }
    for (const name of ['segment', 'alert', 'tracker'] as const) {
      const rows = (await client.list(name, of_south)).data as { id: number; tracker_id?: number }[]
      expect(new Set(rows.map((row) => row.tracker_id ?? row.id))).toEqual(new Set([bus.id]))
    }
    const today = new Date().toISOString().slice(0, 10)
    const day = await north.client.call('GET', 'movement/activity', { organisation_id: ours.id, day: today })
    expect(JSON.stringify(day.data)).not.toContain('bus')
  })

  it('follow it alone on the live map, and lose and gain trackers at once as these change groups', async () => {
    const auth = { token: north.token, organisation_id: ours.id }
    const live = await connectLive(network, auth)
    const snapshot = await live.receive('snapshot')
    expect(snapshot.map(({ tracker_id }: { tracker_id: number }) => tracker_id)).toEqual([truck.id])
    await bus.report({ lat: -36.8, lon: 172.1 })
    await truck.report({ lat: -36.8, lon: 174.1 })
    await live.receive('positions', (events) => events[0].tracker_id === truck.id)
    expect(JSON.stringify(live.received)).not.toContain(`"tracker_id":${bus.id}`)

    const closed = new Promise((resolve) => live.socket.on('disconnect', resolve))
    const { client } = ours.administrator
    await client.update('tracker', { id: truck.id, group_id: groups.south })
    await closed
    const again = await connectLive(network, auth)
    expect(await again.receive('snapshot')).toEqual([])
    await truck.report({ lat: -36.8, lon: 174.2 })
    await client.update('tracker', { id: bus.id, group_id: groups.whangarei })
    const third = await connectLive(network, auth)
    expect((await third.receive('snapshot'))[0].tracker_id).toBe(bus.id)
    await bus.report({ lat: -36.8, lon: 172.2 })
    await third.receive('positions', (events) => events[0].position.coordinates[0] === 172.2)
    expect(JSON.stringify([again.received, third.received])).not.toContain(`"tracker_id":${truck.id}`)
    again.stop()
    third.stop()
    await client.update('tracker', { id: truck.id, group_id: groups.depot })
    await client.update('tracker', { id: bus.id, group_id: groups.south })
  })

  it('get no alerts of others on a map that sends what is in view', async () => {
    const live = await connectLive(network, { token: north.token, organisation_id: ours.id, by_view: true })
    const world = { west: -180, south: -85, east: 180, north: 85, zoom: 1 }
    await live.socket.emitWithAck('view', world)
    const view = await live.receive('viewport_update')
    expect(view.trackers.map(({ number }: { number: string }) => number)).toEqual(['truck'])
    expect(Object.values(view.counts as Record<string, number>).reduce((sum, count) => sum + count)).toBe(1)
    await bus.report({ lat: -36.8, lon: 172, alarm: 'power_cut' })
    await truck.report({ lat: -36.8, lon: 174, alarm: 'power_cut' })
    await live.receive('alert', (alert) => alert.tracker_id === truck.id && alert.alarm === 'power_cut')
    expect(live.received.filter(({ name, body }) => name === 'alert' && body.tracker_id === bus.id)).toEqual([])
    live.stop()
  })

  it('see all again when an administrator ends the limit, and less when their role changes', async () => {
    const { client } = ours.administrator
    const { data } = await client.list('membership', { organisation_id: ours.id, user_id: north.id })
    const { id, group_ids } = data[0]!
    expect(group_ids).toEqual([groups.north])
    await client.update('membership', { id, role_name: 'Staff', group_ids: null })
    expect((await north.client.list('tracker', { organisation_id: ours.id })).info.total).toBe(3)
    await client.update('membership', { id, role_name: 'Staff', group_ids: [groups.south] })
    expect((await north.client.list('tracker', { organisation_id: ours.id })).data[0]!.number).toBe('bus')
    await client.update('membership', { id, role_name: 'Staff' })
    expect((await north.client.list('tracker', { organisation_id: ours.id })).info.total).toBe(1)
    for (const role_name of ['User', 'Administrator'] as const)
      await expect(client.update('membership', { id, role_name, group_ids: [groups.south] })).rejects.toMatchObject({
        code: 'bad_request',
        field: 'group_ids',
      })
    await client.update('membership', { id, role_name: 'User' })
    expect((await north.client.list('tracker', { organisation_id: ours.id })).info.total).toBe(0)
    await client.update('membership', { id, role_name: 'Staff', group_ids: [groups.north] })
  })
})

describe('a group of trackers', () => {
  it('is in no circle, and at most ten levels deep', async () => {
    const { client } = ours.administrator
    const within = (id: number, parent_id: number) => client.update('trackergroup', { id, parent_id })
    await expect(within(groups.north, groups.depot)).rejects.toMatchObject({ code: 'bad_request', field: 'parent_id' })
    await expect(within(groups.north, groups.north)).rejects.toMatchObject({ code: 'bad_request', field: 'parent_id' })
    let deepest = await make('1')
    for (let level = 2; level <= 10; level++) deepest = await make(`${level}`, deepest)
    await expect(make('11', deepest)).rejects.toMatchObject({ code: 'bad_request', field: 'parent_id' })
    await expect(make('North')).rejects.toMatchObject({ code: 'name_conflict', field: 'name' })
  })

  it('stays while trackers, groups or members are in it', async () => {
    const { client } = ours.administrator
    for (const [id, reason] of [
      [groups.depot, /1 tracker/],
      [groups.whangarei, /1 group/],
      [groups.north, /1 group/],
    ] as const)
      await expect(client.remove('trackergroup', id)).rejects.toThrow(reason)
    const empty = await make('Empty')
    await client.remove('trackergroup', empty)
  })

  it('is set by administrators of its organisation only', async () => {
    const theirs = await makeOrganisation(network, 'theirs')
    const create = (person: Person, organisation_id: number) =>
      person.client.create('tracker', { organisation_id, number: `own ${person.id}`, group_id: groups.north })
    await expect(create(ours.user, ours.id)).rejects.toMatchObject({ code: 'forbidden', field: 'group_id' })
    await expect(create(theirs.administrator, theirs.id)).rejects.toMatchObject({
      code: 'bad_request',
      field: 'group_id',
    })
    const { data: own } = await ours.user.client.create('tracker', { organisation_id: ours.id, number: 'own' })
    await expect(ours.user.client.update('tracker', { id: own.id, group_id: groups.north })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('comes to a new member by their invitation', async () => {
    const invited = await makePerson(network, 'invited', (await makeOrganisation(network, 'elsewhere')).id, 'User')
    const invitation = { organisation_id: ours.id, email: 'invited@example.com', role_name: 'Staff' as const }
    const { data } = await ours.administrator.client.create('invitation', {
      ...invitation,
      group_ids: [groups.south],
      by_link: true,
    })
    expect(data.group_ids).toEqual([groups.south])
    await invited.client.call('POST', 'invitation/accept', { token: data.token })
    const { data: seen } = await invited.client.list('tracker', { organisation_id: ours.id })
    expect(seen.map(({ number }) => number)).toEqual(['bus'])
  })
})
