import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { compareSegments, followAll } from './truth.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
})
afterAll(() => network.stop())

const day = [park(60), driveAt(12, 25), park(30), driveAt(9, 20, { lights: true }), park(90), driveAt(20, 30), park(40)]

/** A simulated day that ends now, as a device reports it. */
function reportsOf(seed: number, every_s = 30): object[] {
  const { fixes } = simulate(day, { every_s, seed })
  const shift = Date.now() - 60_000 - fixes.at(-1)!.at
  return fixes.map(({ at, lat, lon, speed, ignition, odometer }) => ({
    lat,
    lon,
    speed,
    ts: new Date(at + shift).toISOString(),
    attributes: { ignition, odometer },
  }))
}

async function send(device: Device, reports: object[], size = 50): Promise<void> {
  for (let at = 0; at < reports.length; at += size) await device.report(reports.slice(at, at + size) as never)
}

const keyOf = ({ id }: Device) => ({ organisation_id: 1, tracker_id: id })
const idsOf = async ({ id }: Device) => {
  const { rows } = await sql<{ id: number; began_at: string; revised: boolean }>`
    select id, began_at::text as began_at, revised_at is not null as revised from segment
    where organisation_id = 1 and tracker_id = ${id} and kind in ('trip', 'stop') order by began_at`.execute(network.db)
  return rows
}

describe('a tracker that is followed', () => {
  it('has the segments of its reports, and days that are their sum', async () => {
    const van = await startTracker(network, 'van')
    await send(van, reportsOf(1))
    await followAll(network)
    const { stored, truth } = await compareSegments(network, keyOf(van))
    expect(stored).toEqual(truth)
    expect(truth.filter((line) => line.includes(' trip '))).toHaveLength(3)
    const { rows } = await sql<{ days: number; segments: number }>`
      select (select sum(distance_m) from tracker_day where tracker_id = ${van.id})::float8 as days,
        (select sum(distance_m) from segment where tracker_id = ${van.id} and kind in ('trip', 'gap'))::float8 as segments`.execute(
      network.db,
    )
    expect(rows[0]!.days).toBeCloseTo(rows[0]!.segments, 3)
    expect(rows[0]!.days).toBeGreaterThan(10_000)
    await van.stop()
  })

  it('has the same after late reports, which keep ids and mark what they have changed', async () => {
    const van = await startTracker(network, 'late-van')
    const reports = reportsOf(2)
    const is_late = (_: object, i: number) => i > 200 && i < 260
    await send(
      van,
      reports.filter((report, i) => !is_late(report, i)),
    )
    await followAll(network)
    const before = await idsOf(van)
    await send(van, reports.filter(is_late))
    await followAll(network)
    const { stored, truth } = await compareSegments(network, keyOf(van))
    expect(stored).toEqual(truth)
    const after = await idsOf(van)
    const kept = after.filter(({ began_at }) => before.some((one) => one.began_at === began_at))
    expect(kept.length).toBeGreaterThan(2)
    for (const { id, began_at } of kept) expect(before.find((one) => one.began_at === began_at)!.id).toBe(id)
    expect(after[0]!.revised).toBe(false)
    await van.stop()
  })

  it('has the same in any order and with repetitions', async () => {
    const van = await startTracker(network, 'wild-van')
    const reports = reportsOf(3)
    const parts = Array.from({ length: 10 }, (_, i) => reports.slice(i * 60, i * 60 + 70))
    for (const i of [0, 3, 1, 2, 6, 4, 4, 9, 5, 8, 7]) {
      await send(van, parts[i]!)
      await followAll(network)
    }
    const { stored, truth } = await compareSegments(network, keyOf(van))
    expect(stored).toEqual(truth)
    await van.stop()
  })

  it('follows corrections of events', async () => {
    const van = await startTracker(network, 'corrected-van')
    await send(van, reportsOf(4))
    await followAll(network)
    const { data } = await network.admin.list('trackerevent', { tracker_id: van.id, sort: 'fix_at', limit: 1000 })
    for (const { id } of data.slice(130, 150)) await network.admin.call('DELETE', 'trackerevent', { id })
    await followAll(network)
    const { stored, truth } = await compareSegments(network, keyOf(van))
    expect(stored).toEqual(truth)
    await van.stop()
  })

  it('visits every boundary of the organisation, and passes through others', async () => {
    const { fixes } = simulate(day, { every_s: 30, seed: 5 })
    const { lon, lat } = fixes[0]!
    const { data } = await network.admin.create('boundary', {
      organisation_id: 1,
      name: 'Home',
      active: true,
      circle: { center: [lon!, lat!], radius_m: 300 },
    } as never)
    const van = await startTracker(network, 'visiting-van')
    await send(van, reportsOf(5))
    await followAll(network)
    const { rows } = await sql<{ boundary_id: number; attributes: object }>`select boundary_id, attributes from segment
      where tracker_id = ${van.id} and kind = 'visit' order by began_at limit 1`.execute(network.db)
    expect(rows).toMatchObject([{ boundary_id: data.id, attributes: { stopped: true } }])
    await network.admin.remove('boundary', data.id)
    await van.stop()
  })

  it('has days of another time zone when the organisation moves to one, and is found again when asked to', async () => {
    const van = await startTracker(network, 'travelling-van')
    await send(van, reportsOf(8))
    await followAll(network)
    const daysOf = async () => {
      const { rows } = await sql<{
        first_start: string
      }>`select day::text, distance_m, first_start::text from tracker_day
        where tracker_id = ${van.id} order by day`.execute(network.db)
      return rows
    }
    const before = await daysOf()
    const { data } = await network.admin.read('organisation', 1)
    await network.admin.update('organisation', {
      id: 1,
      timezone: 'America/Los_Angeles',
      modified_at: data.modified_at,
    } as never)
    await followAll(network)
    const { rows } = await sql<{ days: number; trips: number }>`
      select (select sum(distance_m) from tracker_day where tracker_id = ${van.id})::float8 as days,
        (select sum(distance_m) from segment where tracker_id = ${van.id} and kind in ('trip', 'gap'))::float8 as trips`.execute(
      network.db,
    )
    expect(rows[0]!.days).toBeCloseTo(rows[0]!.trips, 3)
    const { data: now } = await network.admin.read('organisation', 1)
    await network.admin.update('organisation', {
      id: 1,
      timezone: data.timezone,
      modified_at: now.modified_at,
    } as never)
    await followAll(network)
    expect(await daysOf()).toEqual(before)
    await sql`update segment set distance_m = 1 where tracker_id = ${van.id} and kind = 'trip'`.execute(network.db)
    const [from, to] = [Date.now() - 86_400_000, Date.now()].map((at) => new Date(at).toISOString()) as [string, string]
    await network.admin.act('POST movement/recompute', { tracker_id: van.id, from, to })
    await followAll(network)
    const { stored, truth } = await compareSegments(network, keyOf(van))
    expect(stored).toEqual(truth)
    await van.stop()
  })

  it('leaves nothing when it is deleted, and its process continues', async () => {
    const van = await startTracker(network, 'deleted-van')
    await send(van, reportsOf(6).slice(0, 300))
    await followAll(network)
    await van.stop()
    await network.admin.remove('tracker', van.id)
    await followAll(network)
    const left = await network.db.selectFrom('segment').select('id').where('tracker_id', '=', van.id).execute()
    expect(left).toEqual([])
  })
})

describe('an installation before it had segments', () => {
  it('gets them from its history', async () => {
    const van = await startTracker(network, 'old-van')
    await send(van, reportsOf(7))
    await followAll(network)
    for (const table of ['segment', 'tracker_day', 'movement_checkpoint', 'movement_mark'] as const) {
      await network.db.deleteFrom(table).where('tracker_id', '=', van.id).execute()
    }
    network.server.gateway.movement.forget()
    await followAll(network)
    const { stored, truth } = await compareSegments(network, keyOf(van))
    expect(stored).toEqual(truth)
    expect(stored.length).toBeGreaterThan(5)
    await van.stop()
  })
})
