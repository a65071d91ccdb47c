import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { compareSegments, followAll } from './truth.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
})
afterAll(() => network.stop())

/** A drive of two hours that ends now; begins where all of them begin. */
const { fixes } = simulate([park(20), driveAt(20, 40), park(30), driveAt(20, 30), park(20)], { every_s: 30, seed: 11 })

async function startDriven(number: string): Promise<Device> {
  const van = await startTracker(network, number)
  const shift = Date.now() - 60_000 - fixes.at(-1)!.at
  const reports = fixes.map(({ at, lat, lon, speed }) => ({ lat, lon, speed, ts: new Date(at + shift).toISOString() }))
  for (let at = 0; at < reports.length; at += 50) await van.report(reports.slice(at, at + 50) as never)
  await followAll(network)
  return van
}

const runJobs = () => network.server.tasks.api.find(({ name }) => name === 'jobs of movement')!.run()
const listJobs = async () => (await network.admin.list('job', { kind: 'movement', sort: 'id' })).data

async function segmentsOf(tracker_id: number, kind: string) {
  const { rows } = await sql<{ boundary_id: number }>`select boundary_id from segment
    where tracker_id = ${tracker_id} and kind = ${kind} order by began_at`.execute(network.db)
  return rows
}

async function makeBoundary(name: string, center: [number, number]): Promise<number> {
  const { data } = await network.admin.create('boundary', {
    organisation_id: 1,
    name,
    active: true,
    circle: { center, radius_m: 200 },
  } as never)
  return data.id
}

it('a new boundary gets the visits before it by a job, and keeps them when it is deleted', async () => {
  const van = await startDriven('visited-van')
  const stop = fixes.find(({ at }) => at >= fixes[0]!.at + 75 * 60_000)!
  const id = await makeBoundary('Customer', [stop.lon!, stop.lat!])
  expect(await segmentsOf(van.id, 'visit')).toEqual([])
  await followAll(network)
  expect(await segmentsOf(van.id, 'visit')).toEqual([{ boundary_id: id }])
  const [job] = await listJobs()
  expect(job).toMatchObject({ kind: 'movement', state: 'done', source: 'Customer' })
  expect(job!.done_entries).toBe(job!.total_entries)

  const moved = await network.admin.read('boundary', id)
  await network.admin.update('boundary', {
    id,
    modified_at: moved.data.modified_at,
    circle: { center: [0, 10], radius_m: 200 },
  } as never)
  await followAll(network)
  expect(await segmentsOf(van.id, 'visit')).toEqual([])
  const far = await network.admin.read('boundary', id)
  await network.admin.update('boundary', {
    id,
    modified_at: far.data.modified_at,
    circle: { center: [stop.lon!, stop.lat!], radius_m: 200 },
  } as never)
  await followAll(network)
  await network.admin.remove('boundary', id)
  const [from, to] = [Date.now() - 86_400_000, Date.now()].map((at) => new Date(at).toISOString()) as [string, string]
  await network.admin.act('POST movement/recompute', { tracker_id: van.id, from, to })
  await followAll(network)
  expect(await segmentsOf(van.id, 'visit')).toEqual([{ boundary_id: id }])
  await van.stop()
})

it('a boundary that nobody has come near is no job', async () => {
  const before = await listJobs()
  const id = await makeBoundary('Far away', [10, 50])
  await followAll(network)
  expect(await listJobs()).toEqual(before)
  await network.admin.remove('boundary', id)
})

it('jobs of an organisation come one after the other, with progress, and can be cancelled', async () => {
  const vans = [await startDriven('first-van'), await startDriven('second-van'), await startDriven('third-van')]
  const [from, to] = [Date.now() - 10 * 86_400_000, Date.now()].map((at) => new Date(at).toISOString())
  const asked: { id: number; state: string }[] = []
  for (const { id } of vans) {
    asked.push((await network.admin.act('POST movement/recompute', { tracker_id: id, from: from!, to: to! })).data)
  }
  expect(asked.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  const again = await network.admin.act('POST movement/recompute', { tracker_id: vans[2]!.id, from: from!, to: to! })
  expect(again.data.id).toBe(asked[2]!.id)
  await runJobs()
  const states = async () => {
    const jobs = await listJobs()
    return asked.map(({ id }) => jobs.find((job) => job.id === id)!.state)
  }
  expect((await states()).slice(1)).toEqual(['queued', 'queued'])
  await network.admin.call('DELETE', 'job', { id: asked[2]!.id })
  await followAll(network)
  expect(await states()).toEqual(['done', 'done', 'cancelled'])
  for (const van of vans) {
    const { stored, truth } = await compareSegments(network, { organisation_id: 1, tracker_id: van.id })
    expect(stored).toEqual(truth)
    await van.stop()
  }
})

it('another speed limit holds for the past, too', async () => {
  const van = await startDriven('fast-van')
  expect(await segmentsOf(van.id, 'speeding')).toEqual([])
  const { data } = await network.admin.read('tracker', van.id)
  await network.admin.update('tracker', { id: van.id, speed_limit: 15, modified_at: data.modified_at } as never)
  await followAll(network)
  expect((await segmentsOf(van.id, 'speeding')).length).toBeGreaterThan(0)
  await van.stop()
})

it('a profile holds for all of a type, a group and those below, or one tracker: the nearest counts, for the past, too', async () => {
  const van = await startDriven('profiled-van')
  const { admin } = network
  const profile = async (name: string, speed_limit: number | null, more = {}) =>
    (
      await admin.create('movementprofile', {
        organisation_id: 1,
        name,
        kind: 'car',
        settings: { speed_limit },
        ...more,
      })
    ).data.id
  const speeding = async () => {
    await followAll(network)
    return (await segmentsOf(van.id, 'speeding')).length > 0
  }
  const slow = await profile('Slow', 5, { default_for: 'gps' })
  expect(await speeding()).toBe(true)
  const free = await profile('Free', null)
  const { data: top } = await admin.create('trackergroup', { organisation_id: 1, name: 'Top' })
  const { data: below } = await admin.create('trackergroup', { organisation_id: 1, name: 'Below', parent_id: top.id })
  await admin.update('tracker', { id: van.id, group_id: below.id })
  await admin.update('trackergroup', { id: top.id, movement_profile_id: free })
  expect(await speeding()).toBe(false)
  await admin.update('tracker', { id: van.id, movement_profile_id: slow })
  expect(await speeding()).toBe(true)
  await admin.update('tracker', { id: van.id, movement_profile_id: null })
  await admin.update('trackergroup', { id: below.id, movement_profile_id: slow })
  expect(await speeding()).toBe(true)
  await admin.remove('movementprofile', slow)
  expect(await speeding()).toBe(false)
  const first = await profile('First', 5, { default_for: 'phone' })
  await profile('Second', 5, { default_for: 'phone' })
  expect((await admin.read('movementprofile', first)).data.default_for).toBeNull()
  const { data: stranger } = await admin.create('organisation', { name: 'Strangers' })
  await expect(
    admin.create('trackergroup', { organisation_id: stranger.id, name: 'Theirs', movement_profile_id: first }),
  ).rejects.toMatchObject({ status: 400, field: 'movement_profile_id' })
  await van.stop()
})

it('says of how many trackers the history has been read', async () => {
  const { data } = await network.admin.act('GET devinfo')
  expect(data.movement.trackers).toBeGreaterThan(0)
  expect(data.movement.unread).toBe(0)
  await sql`delete from movement_checkpoint`.execute(network.db)
  expect((await network.admin.act('GET devinfo')).data.movement.unread).toBe(data.movement.trackers)
})
