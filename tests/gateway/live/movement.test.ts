import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TrackerMovement, ViewportUpdate } from '#gateway/live/messages.ts'
import { connectLive, type LiveSocket, type Network, startNetwork, startTracker } from '../../network.ts'
import { makePerson } from '../../seeds/people.ts'
import { followAll } from '../movement/truth.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
})
afterAll(() => network.stop())

const home = { lat: -36.85, lon: 174.76 }
const minute = 60_000

/** Reports each 30 s: at rest, then a drive to the east at 12 m/s, then at rest again. */
function journey(began: number, { rest = 0, drive = 0, stay = 0 }: { rest?: number; drive?: number; stay?: number }) {
  const reports: { lat: number; lon: number; speed: number; ts: string }[] = []
  let lon = home.lon
  for (let at = 0; at < (rest + drive + stay) * minute; at += minute / 2) {
    const moves = at >= rest * minute && at < (rest + drive) * minute
    if (moves) lon += (12 * 30) / (111_320 * Math.cos((home.lat * Math.PI) / 180))
    reports.push({ lat: home.lat, lon, speed: moves ? 12 : 0, ts: new Date(began + at).toISOString() })
  }
  return reports
}

const changesOf = (live: LiveSocket, tracker_id: number) =>
  live.received
    .filter(({ name }) => name === 'movement')
    .flatMap(({ body }) => body as TrackerMovement[])
    .filter((each) => each.tracker_id === tracker_id)

describe('the live connection', () => {
  it('says what a tracker does on connecting, and when it does something else, with the report the metres', async () => {
    const van = await startTracker(network, 'van')
    const began = Date.now() - 22 * minute
    const [rest, drive] = [journey(began, { rest: 10 }), journey(began, { rest: 10, drive: 11 }).slice(20)]
    await van.report(rest)
    await followAll(network)
    const live = await connectLive(network)
    await live.receive('movement', (all: TrackerMovement[]) => all.some(({ state }) => state === 'parked'))
    expect(changesOf(live, van.id)).toMatchObject([{ state: 'parked', distance_m: null, since: rest[0]!.ts }])

    await van.report(drive.slice(0, 12))
    await followAll(network)
    await live.receive('movement', (all: TrackerMovement[]) => all.some(({ state }) => state === 'moving'))
    const moving = changesOf(live, van.id).at(-1)!
    expect(moving.place).toMatch(/ of /)
    expect(moving.distance_m).toBeGreaterThan(1000)
    const { data } = await network.admin.read('tracker', van.id)
    expect(data.movement).toMatchObject({ state: 'moving', place: moving.place })
    expect(data.movement!.since).toBe(moving.since)
    const listed = async (movement: 'moving' | 'no_data') =>
      (await network.admin.list('tracker', { movement })).data.map(({ id }) => id)
    expect(await listed('moving')).toEqual([van.id])
    const quiet = await network.admin.create('tracker', { number: 'quiet' })
    expect(await listed('no_data')).toEqual([quiet.data.id])

    const before = changesOf(live, van.id).length
    await van.report(drive.slice(12))
    const [event] = await live.receive('positions', ([one]) => one.fix_at === drive.at(-1)!.ts)
    expect(event.distance_m).toBeGreaterThanOrEqual(Math.floor(moving.distance_m!))
    await followAll(network)
    expect(changesOf(live, van.id)).toHaveLength(before)
    live.stop()
    await van.stop()
  })

  it('says that a tracker is silent without a report of it', async () => {
    const van = await startTracker(network, 'silent-van')
    const live = await connectLive(network)
    await van.report(journey(Date.now() - 60 * minute, { rest: 10, drive: 15 }))
    await followAll(network)
    await expect.poll(() => changesOf(live, van.id).at(-1)).toMatchObject({ state: 'no_data' })
    live.stop()
    await van.stop()
  })

  it('is not sent to others than who may see the tracker, also with a viewport', async () => {
    const owner = await makePerson(network, 'owner', 1, 'User')
    const other = await makePerson(network, 'other', 1, 'User')
    const van = await startTracker(network, 'owned-van', { owner_user_id: owner.id })
    const auth = { organisation_id: 1 }
    const [own, foreign, staff, own_view, foreign_view] = await Promise.all([
      connectLive(network, { ...auth, token: owner.token }),
      connectLive(network, { ...auth, token: other.token }),
      connectLive(network, { ...auth, token: network.token }),
      connectLive(network, { ...auth, token: owner.token, by_view: true }),
      connectLive(network, { ...auth, token: other.token, by_view: true }),
    ])
    const view = { west: 174, south: -37.5, east: 175.5, north: -36, zoom: 9 }
    await van.report(journey(Date.now() - 20 * minute, { rest: 10 }))
    await followAll(network)
    for (const socket of [own_view, foreign_view]) socket.socket.emit('view', view)
    const update: ViewportUpdate = await own_view.receive('viewport_update', ({ trackers }: ViewportUpdate) =>
      trackers.some(({ id }) => id === van.id),
    )
    expect(update.movement).toMatchObject([{ tracker_id: van.id, state: 'parked' }])
    expect(update.movements).toMatchObject({ parked: 1 })
    expect(((await foreign_view.receive('viewport_update')) as ViewportUpdate).movements).toMatchObject({ parked: 0 })

    await van.report(journey(Date.now() - 20 * minute, { rest: 10, drive: 9 }).slice(20))
    await followAll(network)
    for (const socket of [own, staff, own_view])
      await expect.poll(() => changesOf(socket, van.id).at(-1)).toMatchObject({ state: 'moving' })
    expect(changesOf(foreign, van.id)).toEqual([])
    expect(JSON.stringify(foreign_view.received)).not.toContain(`"tracker_id":${van.id}`)
    for (const socket of [own, foreign, staff, own_view, foreign_view]) socket.stop()
    await van.stop()
  })
})
