import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ViewportUpdate } from '#gateway/live/messages.ts'
import { box, connectLive, type LiveSocket, type Network, startNetwork, startTracker } from '../../network.ts'
import { scatter } from '../../seeds/fleet.ts'
import { makePerson } from '../../seeds/people.ts'

const auckland = { west: 174, south: -37.5, east: 175.5, north: -36, zoom: 9 }
const nowhere = { west: 10, south: 0, east: 11, north: 1, zoom: 9 }
let network: Network
beforeAll(async () => {
  network = await startNetwork({ QUOTAS: 'trackers=10000' })
  await network.admin.create('boundary', { name: 'Auckland', geometry: box(174, -37.5, 175.5, -36) })
  await scatter(network, { count: 6000, west: 174.5, south: -37, size: 0.5 })
})
afterAll(() => network.stop())

describe('a client with a viewport', () => {
  it('gets counts of many trackers, and single ones of few', async () => {
    const live = await lookAt(auckland)
    const dense: ViewportUpdate = await live.receive('viewport_update')
    expect(dense).toMatchObject({ whole: true, extent: [174.5, -37, 174.99, -36.51] })
    expect(dense.events.length).toBeLessThan(100)
    const counted = dense.cells.reduce((sum, { counts }) => sum + (counts.inside ?? 0), 0)
    expect(counted + dense.events.length).toBe(6000)
    expect(dense.counts).toMatchObject({ inside: 6000, outside: 0 })

    live.socket.emit('view', { west: 174.5, south: -37, east: 174.55, north: -36.95, zoom: 13 })
    const close: ViewportUpdate = await live.receive(
      'viewport_update',
      ({ whole, cells }: ViewportUpdate) => !whole && cells.length === 0,
    )
    expect(close.events.length).toBeGreaterThan(0)
    expect(close.trackers).toHaveLength(close.events.length)
    expect(close.trackers[0]).toMatchObject({ name: expect.stringMatching(/^Van/) })
    expect(close.events.every(({ position }) => position!.coordinates[0] < 174.6)).toBe(true)

    live.socket.emit('view', nowhere)
    const empty: ViewportUpdate = await live.receive(
      'viewport_update',
      ({ gone }: ViewportUpdate) => gone.length > 0 && gone.includes(close.trackers[0]!.id),
    )
    expect(new Set(empty.gone)).toEqual(new Set(close.trackers.map(({ id }) => id)))
    expect(live.received.map(({ name }) => name)).not.toContain('snapshot')
    live.stop()
  })

  it('gets movements in its view immediately, and only alerts from elsewhere', async () => {
    const near = await startTracker(network, 'near', { name: 'Near' })
    const far = await startTracker(network, 'far', { name: 'Far' })
    await near.report({ lat: -36.1, lon: 175.2 })
    const live = await lookAt({ ...auckland, west: 175.15, east: 175.25, south: -36.15, north: -36.05, zoom: 12 })
    expect((await live.receive('viewport_update')).events).toMatchObject([{ tracker_id: near.id }])

    await far.report({ lat: 50, lon: 8 })
    await near.report({ lat: -36.1, lon: 175.21 })
    const [moved] = await live.receive('positions')
    expect(moved).toMatchObject({ tracker_id: near.id, position: { coordinates: [175.21, -36.1] } })
    expect(await live.receive('alert')).toMatchObject({ tracker_id: far.id, kind: 'left_boundary' })
    const positions = live.received.filter(({ name }) => name === 'positions').flatMap(({ body }) => body)
    expect(positions.map((event: { tracker_id: number }) => event.tracker_id)).not.toContain(far.id)
    live.stop()

    const asking = await lookAt({ ...auckland, tracker_id: far.id })
    expect((await asking.receive('viewport_update')).events).toContainEqual(
      expect.objectContaining({ tracker_id: far.id }),
    )
    asking.stop()
    await Promise.all([near.stop(), far.stop()])
  })

  it('gets a tracker that leaves its boundary as a single one immediately', async () => {
    const truck = await startTracker(network, 'truck')
    await truck.report({ lat: -36.75, lon: 174.75 })
    const live = await lookAt({ ...auckland, east: 177 })
    await live.receive('viewport_update', (update: ViewportUpdate) => update.cells.length > 0)
    await truck.report({ lat: -36.75, lon: 176 })
    const isTruck = ({ tracker_id }: { tracker_id: number }) => tracker_id === truck.id
    const update: ViewportUpdate = await live.receive('viewport_update', ({ events }: ViewportUpdate) =>
      events.some(isTruck),
    )
    expect(update.events.find(isTruck)).toMatchObject({ outside_boundary: true })
    expect(update).toMatchObject({ outside_in_cells: 0, counts: { outside: 2 } })
    live.stop()
    await truck.stop()
  })

  it('gets only trackers that it may see, in counts as well', async () => {
    const person = await makePerson(network, 'owner', 1, 'User')
    const other = await startTracker(network, 'other', { name: 'Another’s' })
    const own = await startTracker(network, 'own', { name: 'Own', owner_user_id: person.id })
    await own.report({ lat: -36.7, lon: 174.7 })
    const live = await lookAt(auckland, { token: person.token })
    const update: ViewportUpdate = await live.receive('viewport_update')
    expect(update).toMatchObject({ trackers: [{ id: own.id }], cells: [], counts: { inside: 1, outside: 0 } })

    await other.report({ lat: -36.7, lon: 174.71 })
    await own.report({ lat: -36.7, lon: 174.72 })
    await live.receive('positions', (events) => events[0].position.coordinates[0] === 174.72)
    live.socket.emit('view', { ...auckland, tracker_id: other.id })
    live.socket.emit('view', { ...nowhere, tracker_id: other.id })
    await live.receive('viewport_update', (update: ViewportUpdate) => update.gone.includes(own.id))
    expect(JSON.stringify(live.received)).not.toContain(`"tracker_id":${other.id}`)
    live.stop()
    await Promise.all([own.stop(), other.stop()])
  })

  it('gets an error for an invalid view', async () => {
    const live = await connectLive(network, { token: network.token, by_view: true })
    const answer = await live.socket.emitWithAck('view', { ...auckland, north: 'up' })
    expect(answer).toEqual({ field: 'north', message: 'north: a number from -90 to 90 is wanted, in degrees.' })
    expect(await live.socket.emitWithAck('view', auckland)).toEqual({})
    const many = await Promise.all(Array.from({ length: 100 }, () => live.socket.emitWithAck('view', auckland)))
    expect(many.at(-1)).toEqual({ field: null, message: 'At most 40 views a second are taken.' })
    live.stop()
  })
})

it('the list of trackers shows and filters their status', async () => {
  const { data, info } = await network.admin.list('tracker', { state: 'inside', search: 'Van 59', limit: 5 })
  expect(info.total).toBeGreaterThan(10)
  expect(data[0]).toMatchObject({ name: expect.stringMatching(/^Van 59/), state: 'inside' })
  const { data: quiet } = await network.admin.create('tracker', { number: 'quiet' })
  expect((await network.admin.list('tracker', { state: 'never' })).data.map(({ id }) => id)).toContain(quiet.id)
})

async function lookAt(view: object, auth: { token: string } = { token: network.token }): Promise<LiveSocket> {
  const live = await connectLive(network, { ...auth, organisation_id: 1, by_view: true })
  live.socket.emit('view', view)
  return live
}
