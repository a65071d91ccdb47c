import { CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadViewer } from '#api/crud/viewer.ts'
import { urgentStatements } from '#api/tracking/urgent_trackers.ts'
import { box, type Network, startTracker } from '../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

const before = '2026-11-20T00:00:00Z'
let network: Network
let ours: Organisation
let others: Organisation
let truck: number
let van: number
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  others = await makeOrganisation(network, 'others')
  const organisation_id = ours.id
  await network.admin.create('boundary', { organisation_id, name: 'Depot', geometry: box(174, -37, 175, -36) })
  const owned = await startTracker(network, 'truck', { organisation_id, owner_user_id: ours.user.id })
  const shared = await startTracker(network, 'van', { organisation_id })
  const still = await startTracker(network, 'still', { organisation_id })
  truck = owned.id
  van = shared.id
  await owned.report({ lat: -36.5, lon: 174.5, ts: '2026-11-20T01:00:00Z' })
  await owned.report({ lat: 0, lon: 0, ts: '2026-11-20T02:00:00Z' })
  await shared.report({ lat: -36.5, lon: 174.5 })
  await still.report({ lat: -36.5, lon: 174.5 })
  for (const { stop } of [owned, shared, still]) await stop()
  // The presence of a closed connection is written last.
  await vi.waitUntil(async () => (await contactOf(van)) === 'closed', { timeout: 60_000 })
  await sql`update tracker_presence set online = false, changed_at = '2026-11-20T03:00:00Z'
    where tracker_id in (${van})`.execute(network.db)
})

async function contactOf(tracker_id: number): Promise<string | undefined> {
  const presence = network.db.selectFrom('tracker_presence').select('contact').where('tracker_id', '=', tracker_id)
  return (await presence.executeTakeFirst())?.contact
}

const summaryFor = async ({ client }: Person, query: object = {}) =>
  (await client.call<Answer>('GET', 'alerts/summary', { organisation_id: ours.id, from: before, ...query })).data
const urgentFor = async ({ client }: Person, query: object = {}) =>
  (await client.call<Answer>('GET', 'trackers/urgent', { organisation_id: ours.id, ...query })).data
const tasksFor = async (client: Person['client'], query: object = {}) =>
  (await client.call<Answer>('GET', 'tasks', { organisation_id: others.id, from: before, ...query })).data

describe('what happened since a time', () => {
  it('is counted by kind, with the newest alerts', async () => {
    const { counts, newest } = await summaryFor(ours.staff)
    expect(counts).toMatchObject({ left_boundary: 1, entered_boundary: 0, alarm: 0 })
    const left = newest.filter(({ kind }: { kind: string }) => kind === 'left_boundary')
    expect(left).toMatchObject([{ tracker_id: truck, tracker_name: 'truck', boundary_name: 'Depot' }])
    expect((await summaryFor(ours.staff, { from: '2026-11-20T02:00:01Z' })).counts.left_boundary).toBe(0)
  })

  it.each<[string, () => Person, number]>([
    ['the owner', () => ours.user, 1],
    ['a Customer without trackers', () => ours.customer, 0],
    ['an administrator of another organisation', () => others.administrator, 0],
  ])('is shown to %s as far as they see the trackers', async (_who, person, count) => {
    expect((await summaryFor(person())).counts.left_boundary).toBe(count)
  })

  it.each([
    ['from', { from: 'yesterday' }],
    ['newest', { newest: 1000 }],
    ['other', { other: 1 }],
  ])('refuses a wrong %s', async (name, query) => {
    await expect(summaryFor(ours.staff, query)).rejects.toMatchObject({ status: 400, field: name })
  })
})

describe('trackers that are outside or offline', () => {
  it('are listed with since when, and where', async () => {
    expect(await urgentFor(ours.staff)).toEqual([
      expect.objectContaining({
        id: truck,
        name: null,
        number: 'truck',
        state: 'outside',
        since: '2026-11-20T02:00:00Z',
        position: { type: 'Point', coordinates: [0, 0] },
      }),
      expect.objectContaining({
        id: van,
        state: 'offline',
        since: '2026-11-20T03:00:00Z',
        offline_since: '2026-11-20T03:00:00Z',
        position: { type: 'Point', coordinates: [174.5, -36.5] },
      }),
    ])
  })

  it.each<[string, () => Person, string[]]>([
    ['the owner', () => ours.user, ['truck']],
    ['a Customer without trackers', () => ours.customer, []],
    ['an administrator of another organisation', () => others.administrator, []],
  ])('are listed to %s as far as they see them', async (_who, person, numbers) => {
    expect((await urgentFor(person())).map(({ number }: { number: string }) => number)).toEqual(numbers)
  })

  it('are read from their own indexes, whatever the size of the fleet', async () => {
    const viewer = (await loadViewer(network.db, { operator: true }))!
    const indexes = ['tracker_state_left', 'tracker_presence_lost']
    for (const [i, statement] of urgentStatements(viewer, ours.id, 10).entries()) {
      const { sql: text, parameters } = statement.compile(network.db)
      const plan = await network.db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        await sql`set local enable_sort = off`.execute(trx)
        const { rows } = await trx.executeQuery<object>(CompiledQuery.raw(`explain ${text}`, [...parameters]))
        return rows.flatMap(Object.values).join('\n')
      })
      expect(plan).toContain(`Index Scan Backward using ${indexes[i]}`)
    }
  })
})

describe('what waits for an administrator', () => {
  it('is nothing at first', async () => {
    expect(await tasksFor(others.administrator.client)).toEqual([])
  })

  it('is counted, and its lists show the same rows', async () => {
    const { client } = others.administrator
    const organisation_id = others.id
    await client.create('user', { organisation_id, username: 'newcomer', email: 'newcomer@example.com' })
    await client.create('message', {
      organisation_id,
      subject: 'Hello',
      text: 'x',
      recipient_user_ids: [others.staff.id],
    })
    await expect
      .poll(() => tasksFor(client))
      .toEqual([
        { name: 'unconfirmed_members', count: 1 },
        { name: 'unsent_messages', count: 1 },
      ])
    const unconfirmed = await client.list('user', { organisation_id, confirmed: false })
    expect(unconfirmed.data.map(({ username }) => username)).toEqual(['newcomer'])
    const unsent = await client.list('message', { organisation_id, state: 'unsent', from: before })
    expect(unsent.data.map(({ subject }) => subject)).toEqual(['Hello'])
    expect(await tasksFor(client, { from: '2999-01-01T00:00:00Z' })).toEqual([
      { name: 'unconfirmed_members', count: 1 },
    ])
  })

  it('includes unknown devices for platform administrators', async () => {
    await sql`insert into unknown_device (number, protocol, address, first_seen, last_seen, count)
      values ('9', 'gt06', '192.0.2.1', now(), now(), 1)`.execute(network.db)
    const task = { name: 'unregistered_devices', count: 1 }
    expect(await tasksFor(network.admin)).toContainEqual(task)
    expect(await tasksFor(others.administrator.client)).not.toContainEqual(task)
  })

  it('is forbidden to others', async () => {
    for (const { client } of [others.staff, others.user, others.customer]) {
      await expect(tasksFor(client)).rejects.toMatchObject({ status: 403 })
    }
    await expect(tasksFor(ours.administrator.client)).rejects.toMatchObject({ status: 404 })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: each answer is compared as a whole
type Answer = { data: any }
