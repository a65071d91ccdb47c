import { copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAll } from '#api/crud/lists.ts'
import { loadViewer, type Viewer } from '#api/crud/viewer.ts'
import { resources } from '#api/domains.ts'
import { cancelledBy } from '#db/cancelling.ts'
import { historyOf } from '#db/history/of.ts'
import { readPlaces } from '#gateway/alerts/places.ts'
import { readItems } from '#gateway/forwards/store.ts'
import { type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { closeThrough } from './closing.ts'
import { dayOf, makeEvents, makeTracker, store, timeOn } from './events.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
/** A tracker of the User, and one of another organisation; 2500 events on three days that are closed, and one that is not. */
let ute: number
let van: number
const PER_DAY = 2500
const trackerevent = resources.trackerevent

beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0', HISTORY_MEMORY_MB: '0' })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  ute = await makeTracker(network, ours, 'ute', ours.user.id)
  van = await makeTracker(network, theirs, 'van', theirs.user.id)
  const events = [
    { organisation_id: ours.id, tracker_id: ute, boundary_ids: [] },
    { organisation_id: theirs.id, tracker_id: van, boundary_ids: [] },
  ]
  await store(network, makeEvents(events, [6, 5, 4, 1], PER_DAY))
})
afterAll(() => network.stop())

const usage = async () => (await ours.administrator.client.call('GET', 'usage/days', { timezone: 'UTC' })).data
async function idsOf(rows: AsyncGenerator<Record<string, unknown>>): Promise<unknown[]> {
  const ids: unknown[] = []
  for await (const { id } of rows) ids.push(id)
  return ids
}
const viewerOf = async ({ user }: Organisation): Promise<Viewer> =>
  (await loadViewer(network.db, { user_id: user.id }))!
const export_ = (viewer: Viewer, sort: string, more = {}) =>
  listAll(network.server.database.people, trackerevent, viewer, { sort, ...more })

describe('while days are closed', () => {
  it.each([
    ['fix_at', 6],
    ['-id', 5],
    ['-fix_at', 4],
  ])('an export by %s that has begun neither loses nor repeats an event', async (sort, days_ago) => {
    const viewer = await viewerOf(ours)
    const expected = await idsOf(export_(viewer, sort))
    expect(expected).toHaveLength(4 * PER_DAY)
    const before = await usage()
    const rows = export_(viewer, sort)
    const exported: unknown[] = []
    for (let i = 0; i < PER_DAY / 2; i++) exported.push((await rows.next()).value!.id)
    await closeThrough(network, days_ago)
    for await (const { id } of rows) exported.push(id)
    expect(exported).toEqual(expected)
    expect(await usage()).toEqual(before)
  })
})

describe('with closed days', () => {
  it('an export ends where its limit says, and begins behind its offset', async () => {
    const viewer = await viewerOf(ours)
    const all = await idsOf(export_(viewer, 'fix_at'))
    expect(await idsOf(export_(viewer, 'fix_at', { offset: 2400, limit: 2700 }))).toEqual(all.slice(2400, 5100))
  })

  it('the end of a long list is found by its offset', async () => {
    const { data, info } = await ours.user.client.list('trackerevent', { sort: 'id', offset: 9990, limit: 100 })
    expect(data).toHaveLength(10)
    expect(info.total).toBe(4 * PER_DAY)
  })

  it('a reading stops when the client has left', async () => {
    const viewer = await viewerOf(ours)
    const left = new AbortController()
    const reading = cancelledBy(left.signal, async () => {
      const rows = export_(viewer, 'fix_at')
      await rows.next()
      left.abort()
      for await (const _ of rows);
    })
    await expect(reading).rejects.toMatchObject({ code: '57014' })
  })

  it('an account downloads its own events', async () => {
    const response = await fetch(`${network.url}/api/v1/user/data`, {
      headers: { authorization: `Bearer ${ours.user.token}` },
    })
    const { trackerevents } = (await response.json()) as Record<string, { tracker_id: number }[]>
    expect(trackerevents).toHaveLength(4 * PER_DAY)
    expect(new Set(trackerevents!.map(({ tracker_id }) => tracker_id))).toEqual(new Set([ute]))
  })

  it('reports are forwarded, and the place of an alert is that of its event', async () => {
    const { db } = network
    const { data } = await ours.user.client.list('trackerevent', {
      tracker_id: ute,
      sort: 'fix_at',
      to: timeOn(3, 0),
      limit: 50,
    })
    const event = data.find(({ position, altitude }) => position && altitude !== null)!
    const { organisation_id, id: event_id, fix_at } = event
    const forward = { id: 1, organisation_id } as Parameters<typeof readItems>[1]
    await db
      .insertInto('report_forward')
      .values({ organisation_id, name: 'other', host: 'localhost', port: 1, protocol: 'wialon' } as never)
      .execute()
    const { id: report_forward_id } = await db.selectFrom('report_forward').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('report_forward_item')
      .values({ report_forward_id, organisation_id, tracker_id: ute, event_id, fix_at })
      .execute()
    const [item] = await readItems(db, { ...forward, id: report_forward_id }, ute, 10)
    const [lon, lat] = event.position!.coordinates
    const { altitude, attributes, alarm, speed } = event
    expect(item).toMatchObject({
      stored: true,
      fix_at,
      lon,
      lat,
      altitude,
      attributes,
      alarm,
      speed,
      event: event.event,
    })
    const job = { organisation_id, tracker_id: ute, event_id, raised_at: fix_at, occasion: 'left_boundary' } as never
    const places = await readPlaces(db, [job], historyOf(db))
    expect(places.get(job)).toEqual({ position: { lon, lat }, speed })
  })

  it('a shared link shows the last fix', async () => {
    const { data } = await ours.user.client.call('PUT', 'sharelink', {
      tracker_id: ute,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    } as never)
    const { token } = data as { token: string }
    const last = await ours.user.client.list('trackerevent', { tracker_id: ute, limit: 100 })
    const shown = async () => (await ours.user.client.call('POST', 'share/position', { token })).data.trackers[0]
    const fix = last.data.find(({ valid, position }) => valid && position)!
    expect(await shown()).toMatchObject({ fix_at: fix.fix_at, position: fix.position })
    await network.db.deleteFrom('tracker_event').where('tracker_id', '=', ute).execute()
    const { data: closed } = await ours.user.client.list('trackerevent', { tracker_id: ute, limit: 100 })
    const archived = closed.find(({ valid, position }) => valid && position)!
    expect(archived.fix_at).toMatch(dayOf(4))
    expect(await shown()).toMatchObject({ fix_at: archived.fix_at, position: archived.position, speed: archived.speed })
  })
})

describe('access to closed days', () => {
  const counts = async () => {
    const people = { user: ours.user, customer: ours.customer, staff: ours.staff, administrator: ours.administrator }
    const entries = Object.entries({ ...people, stranger: theirs.administrator }).map(async ([who, { client }]) => {
      const { info } = await client.list('trackerevent', { tracker_id: ute, to: timeOn(3, 0), limit: 1 })
      return [who, info.total]
    })
    return Object.fromEntries(await Promise.all(entries))
  }
  const ALL = 3 * PER_DAY

  it('follows the owner of a tracker', async () => {
    expect(await counts()).toEqual({ user: ALL, customer: 0, staff: ALL, administrator: ALL, stranger: 0 })
    await ours.administrator.client.update('tracker', { id: ute, owner_user_id: ours.customer.id })
    expect(await counts()).toEqual({ user: 0, customer: ALL, staff: ALL, administrator: ALL, stranger: 0 })
  })

  it('ends with a membership', async () => {
    const { data } = await ours.customer.client.list('trackerevent', { tracker_id: ute, limit: 1 })
    const one = (client = ours.customer.client) => client.read('trackerevent', data[0]!.id)
    expect((await one()).data).toEqual(data[0])
    await expect(one(theirs.administrator.client)).rejects.toMatchObject({ status: 404 })
    await expect(one(ours.user.client)).rejects.toMatchObject({ status: 404 })
    await network.db.deleteFrom('membership').where('user_id', '=', ours.customer.id).execute()
    expect((await ours.customer.client.list('trackerevent', { tracker_id: ute })).data).toEqual([])
    await expect(one()).rejects.toMatchObject({ status: 404 })
  })

  it('ends with the tracker', async () => {
    const { data } = await ours.staff.client.list('trackerevent', { tracker_id: ute, limit: 1 })
    await ours.administrator.client.remove('tracker', ute)
    const { administrator, staff } = await counts()
    expect([administrator, staff]).toEqual([0, 0])
    for (const client of [ours.staff.client, network.admin]) {
      await expect(client.read('trackerevent', data[0]!.id)).rejects.toMatchObject({ status: 404 })
      const { data: left } = await client.list('trackerevent', { organisation_id: ours.id })
      expect(left).toEqual([])
    }
    expect((await theirs.user.client.list('trackerevent', { sort: 'fix_at', limit: 1 })).data[0]?.tracker_id).toBe(van)
  })
})

describe('a damaged file', () => {
  const span = (days_ago: number) => ({ from: timeOn(days_ago, 0), to: timeOn(days_ago - 1, 0), limit: 5 })
  const folder = (days_ago: number) =>
    join(network.data_dir, 'history', `organisation=${theirs.id}`, `day=${dayOf(days_ago)}`)
  const pathOf = (days_ago: number) => join(folder(days_ago), readdirSync(folder(days_ago))[0]!)

  it.each([
    ['is missing', 6, (path: string) => rmSync(path)],
    ['is cut off', 5, (path: string) => truncateSync(path, 1000)],
    ['has a flipped bit', 5, (path: string) => flipIn(path, 0.5)],
    ['is that of another day', 5, (path: string) => copyFileSync(pathOf(4), path)],
  ])('that %s is named, and hides no other day', async (_what, days_ago, damage) => {
    const user = theirs.user.client
    const path = pathOf(days_ago)
    const intact = readFileSync(path)
    expect((await user.list('trackerevent', span(days_ago))).data).toHaveLength(5)
    damage(path)
    await expect(user.list('trackerevent', span(days_ago))).rejects.toMatchObject({
      status: 503,
      message: `The history of ${dayOf(days_ago)} cannot be read. Other days can.`,
    })
    const onwards = { sort: 'fix_at', from: timeOn(days_ago, 0) } as const
    await expect(user.list('trackerevent', onwards)).rejects.toMatchObject({ status: 503 })
    expect((await user.list('trackerevent', span(4))).data).toHaveLength(5)
    expect((await user.list('trackerevent', { limit: 5 })).data).toHaveLength(5)
    writeFileSync(path, intact)
    expect((await user.list('trackerevent', span(days_ago))).data).toHaveLength(5)
  })
})

function flipIn(path: string, share: number): void {
  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length * share)]! ^= 4
  writeFileSync(path, bytes)
}
