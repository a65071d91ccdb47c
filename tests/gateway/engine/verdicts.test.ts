import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

/** Each story has an organisation of its own, so that no other story's boundaries apply. */
let stories = 0
async function organisation(): Promise<number> {
  const row = await network.db
    .insertInto('organisation')
    .values({ name: `Story ${++stories}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function eventsOf(tracker: Device) {
  return (await network.admin.list('trackerevent', { tracker_id: tracker.id, sort: 'fix_at', limit: 1000 })).data
}

const depot = box(174.7, -36.9, 174.8, -36.8)
const inside = { lat: -36.85, lon: 174.75 }
const outside = { lat: -36.85, lon: 174.95 }

describe('a tracker and its boundary', () => {
  it('leaves, stays out and comes back: four events, one alert, closed', async () => {
    const organisation_id = await organisation()
    const { data: boundary } = await network.admin.create('boundary', {
      organisation_id,
      name: 'Depot',
      geometry: depot,
    })
    const tracker = await startTracker(network, 'story-1', { organisation_id })
    for (const position of [inside, outside, outside, inside]) await tracker.report(position)
    await tracker.stop()

    const events = await eventsOf(tracker)
    expect(events.map((e) => e.outside_boundary)).toEqual([false, true, true, false])
    expect(events.map((e) => e.repeated)).toEqual([false, false, true, false])
    expect(events.map((e) => e.boundary_id)).toEqual([boundary.id, null, null, boundary.id])
    const { data: alerts } = await network.admin.list('alert', { tracker_id: tracker.id })
    expect(alerts).toHaveLength(1)
    expect(alerts[0]).toMatchObject({
      kind: 'left_boundary',
      boundary_id: boundary.id,
      event_id: events[1]!.id,
      started_at: events[1]!.fix_at,
      ended_at: events[3]!.fix_at,
    })
  })

  it('is judged the same in one batch', async () => {
    const organisation_id = await organisation()
    await network.admin.create('boundary', { organisation_id, name: 'Depot', geometry: depot })
    const tracker = await startTracker(network, 'story-2', { organisation_id })
    const at = (position: object, minute: number) => ({ ...position, ts: `2026-11-20T10:0${minute}:00Z` })
    // The newest first, as some devices send their buffer.
    await tracker.report([at(outside, 4), at(inside, 3), at(outside, 2), at(outside, 1), at(inside, 0)])
    await tracker.stop()

    const events = await eventsOf(tracker)
    expect(events.map((e) => e.outside_boundary)).toEqual([false, true, true, false, true])
    expect(events.map((e) => e.repeated)).toEqual([false, false, true, false, false])
    const { data: alerts } = await network.admin.list('alert', { tracker_id: tracker.id, sort: 'started_at' })
    expect(alerts.map((a) => [a.started_at, a.ended_at])).toEqual([
      ['2026-11-20T10:01:00Z', '2026-11-20T10:03:00Z'],
      ['2026-11-20T10:04:00Z', null],
    ])
  })

  it('gets no verdict without a boundary, and none without a fix', async () => {
    const organisation_id = await organisation()
    const tracker = await startTracker(network, 'story-3', { organisation_id })
    await tracker.report(outside)
    await network.admin.create('boundary', { organisation_id, name: 'Off', geometry: depot, active: false })
    await tracker.report(outside)
    await network.admin.create('boundary', { organisation_id, name: 'On', geometry: depot })
    await tracker.report({ ...outside, valid: false })
    await tracker.report(outside)
    await tracker.stop()
    expect((await eventsOf(tracker)).map((e) => e.outside_boundary)).toEqual([null, null, null, true])
  })

  it('is not judged by boundaries of other trackers and people', async () => {
    const organisation_id = await organisation()
    const other = await organisation()
    const linked = await startTracker(network, 'story-linked', { organisation_id })
    const free = await startTracker(network, 'story-free', { organisation_id })
    const foreign = await startTracker(network, 'story-foreign', { organisation_id: other })
    await network.admin.create('boundary', { organisation_id, name: 'Some', geometry: depot, tracker_ids: [linked.id] })
    for (const tracker of [linked, free, foreign]) {
      await tracker.report(outside)
      await tracker.stop()
    }
    expect((await eventsOf(linked))[0]!.outside_boundary).toBe(true)
    expect((await eventsOf(free))[0]!.outside_boundary).toBe(null)
    expect((await eventsOf(foreign))[0]!.outside_boundary).toBe(null)
  })

  it("applies an owner's boundary to the owner's trackers only", async () => {
    const organisation_id = await organisation()
    const user = await network.db
      .insertInto('user_account')
      .values({ username: 'owner', email: 'owner@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await network.db.insertInto('membership').values({ organisation_id, user_id: user.id, role_name: 'User' }).execute()
    const theirs = await startTracker(network, 'story-theirs', { organisation_id, owner_user_id: user.id })
    const nobodys = await startTracker(network, 'story-nobodys', { organisation_id })
    await network.admin.create('boundary', { organisation_id, name: 'Home', geometry: depot, owner_user_id: user.id })
    for (const tracker of [theirs, nobodys]) {
      await tracker.report(outside)
      await tracker.stop()
    }
    expect((await eventsOf(theirs))[0]!.outside_boundary).toBe(true)
    expect((await eventsOf(nobodys))[0]!.outside_boundary).toBe(null)
  })
})

describe('where the edge is', () => {
  const hole = {
    type: 'Polygon' as const,
    coordinates: [depot.coordinates[0]!, box(174.74, -36.86, 174.76, -36.84).coordinates[0]!.toReversed()],
  }
  const east = { lat: -36.85, lon: 174.8 + 50 / 89_200 } // 50 m beyond the depot's eastern edge
  it.each<[string, object, object, boolean]>([
    ['in a hole', { geometry: hole }, { lat: -36.85, lon: 174.75 }, true],
    ['beside the hole', { geometry: hole }, { lat: -36.85, lon: 174.73 }, false],
    ['on the edge', { geometry: depot }, { lat: -36.85, lon: 174.8 }, false],
    ['50 m outside', { geometry: depot }, east, true],
    ['50 m outside, with 60 m of buffer', { geometry: depot, buffer_m: 60 }, east, false],
    ['50 m outside, with 40 m of buffer', { geometry: depot, buffer_m: 40 }, east, true],
    ['50 m outside, known to 60 m', { geometry: depot }, { ...east, accuracy: 60 }, false],
    ['60 km outside, known to 1000 km', { geometry: depot }, { ...east, lon: east.lon + 0.7, accuracy: 1e6 }, true],
    ['50 m outside, known to 40 m', { geometry: depot }, { ...east, accuracy: 40 }, true],
    [
      '50 m outside, known to 60 m, which does not count',
      { geometry: depot, use_accuracy: false },
      { ...east, accuracy: 60 },
      true,
    ],
    [
      'within a circle of 1 km',
      { circle: { center: [174.75, -36.85], radius_m: 1000 } },
      { lat: -36.85 + 995 / 110_960, lon: 174.75 },
      false,
    ],
    [
      'beyond a circle of 1 km',
      { circle: { center: [174.75, -36.85], radius_m: 1000 } },
      { lat: -36.85 + 1005 / 110_960, lon: 174.75 },
      true,
    ],
    ['in a box across 180°, at 179.9', { geometry: box(179, -37, 181, -36) }, { lat: -36.5, lon: 179.9 }, false],
    ['in a box across 180°, at -179.5', { geometry: box(179, -37, 181, -36) }, { lat: -36.5, lon: -179.5 }, false],
    ['in a box across 180°, at 180', { geometry: box(179, -37, 181, -36) }, { lat: -36.5, lon: 180 }, false],
    ['west of a box across 180°', { geometry: box(179, -37, 181, -36) }, { lat: -36.5, lon: 178.5 }, true],
    ['east of a box across 180°', { geometry: box(179, -37, 181, -36) }, { lat: -36.5, lon: -178.5 }, true],
    ['in a box drawn from 179 to -179', { geometry: box(179, -37, -179, -36) }, { lat: -36.5, lon: -179.5 }, false],
    ['far from a box drawn from 179 to -179', { geometry: box(179, -37, -179, -36) }, { lat: -36.5, lon: 0 }, true],
    ['in a box drawn from -181 to -179', { geometry: box(-181, -37, -179, -36) }, { lat: -36.5, lon: 179.5 }, false],
    [
      'across 180° by 20 m of accuracy',
      { geometry: box(179, -37, 180, -36) },
      { lat: -36.5, lon: -179.9999, accuracy: 20 },
      false,
    ],
    [
      'across 180° by 20 m of buffer',
      { geometry: box(-180, -37, -179, -36), buffer_m: 20 },
      { lat: -36.5, lon: 179.9999 },
      false,
    ],
    [
      'in a circle across 180°',
      { circle: { center: [179.99, -36.5], radius_m: 5000 } },
      { lat: -36.5, lon: -179.98 },
      false,
    ],
    [
      'just south of a wide box, known to 100 m',
      { geometry: box(160, -44, 175, -40) },
      { lat: -44.01, lon: 167, accuracy: 100 },
      true,
    ],
    ['within the northern edge of a wide box', { geometry: box(160, -44, 175, -40) }, { lat: -40.01, lon: 167 }, false],
  ])('%s', async (name, shape, position, expected) => {
    const organisation_id = await organisation()
    // biome-ignore lint/suspicious/noExplicitAny: the table holds both kinds of shape
    await network.admin.create('boundary', { organisation_id, name, ...shape } as any)
    const tracker = await startTracker(network, `edge-${organisation_id}`, { organisation_id })
    await tracker.report(position)
    await tracker.stop()
    expect((await eventsOf(tracker))[0]!.outside_boundary).toBe(expected)
  })
})

describe('time', () => {
  it('stores a late report with its own verdict, and leaves the state unchanged', async () => {
    const organisation_id = await organisation()
    await network.admin.create('boundary', { organisation_id, name: 'Depot', geometry: depot })
    const tracker = await startTracker(network, 'late', { organisation_id })
    await tracker.report({ ...inside, ts: '2026-11-20T12:00:00Z' })
    await tracker.report({ ...outside, ts: '2026-11-20T11:00:00Z' })
    await tracker.stop()
    expect((await eventsOf(tracker)).map((e) => [e.outside_boundary, e.late])).toEqual([
      [true, true],
      [false, false],
    ])
    expect((await network.admin.list('alert', { tracker_id: tracker.id })).data).toEqual([])
  })

  it('does not follow a device clock that runs years ahead', async () => {
    const organisation_id = await organisation()
    await network.admin.create('boundary', { organisation_id, name: 'Depot', geometry: depot })
    const tracker = await startTracker(network, 'ahead', { organisation_id })
    await tracker.report({ ...inside, ts: '2095-01-01T00:00:00Z' })
    await tracker.report(outside)
    await tracker.stop()
    expect((await eventsOf(tracker)).map((e) => [e.outside_boundary, e.late])).toEqual([
      [true, false],
      [false, false],
    ])
    expect((await network.admin.list('alert', { tracker_id: tracker.id })).data).toHaveLength(1)
  })

  it('accepts reports again after the server’s clock was ahead', async () => {
    const organisation_id = await organisation()
    await network.admin.create('boundary', { organisation_id, name: 'Depot', geometry: depot })
    const tracker = await startTracker(network, 'server-ahead', { organisation_id })
    await tracker.report(inside)
    await sql`
      update tracker_state set judged_at = judged_at + interval '1 hour', received = received + interval '1 hour',
        fix_at = fix_at + interval '1 hour', latest_fix_at = latest_fix_at + interval '1 hour'
      where tracker_id = ${tracker.id}`.execute(network.db)
    await tracker.report(outside)
    await tracker.report({ ...inside, ts: new Date(Date.now() - 60_000).toISOString() })
    await tracker.report(inside)
    await tracker.stop()
    const events = (await eventsOf(tracker)).toSorted((a, b) => a.id - b.id)
    expect(events.map((e) => [e.outside_boundary, e.late])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ])
    const { data } = await network.admin.list('alert', { tracker_id: tracker.id })
    expect(data).toHaveLength(1)
    expect(data[0]!.ended_at).not.toBeNull()
  })

  it('raises an alert when the exit delay expires without a report', async () => {
    const organisation_id = await organisation()
    await network.admin.create('boundary', { organisation_id, name: 'Depot', geometry: depot })
    const tracker = await startTracker(network, 'silent', { organisation_id, exit_delay_s: 1 })
    await tracker.report(inside)
    await tracker.report(outside)
    await tracker.stop()
    const alerts = async () => (await network.admin.list('alert', { tracker_id: tracker.id })).data
    expect(await alerts()).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await network.server.gateway.upkeep.overdue()
    await network.server.gateway.upkeep.overdue()
    expect(await alerts()).toMatchObject([{ kind: 'left_boundary', event_id: null, ended_at: null }])
  })
})
