import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { holdOrganisation, releaseOrganisation } from '#db/moving/hold.ts'
import { type Device, type Network, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let others: Organisation
let north: number
let depot: number
const devices: Record<string, Device> = {}
const ids = (...names: string[]) => names.map((name) => devices[name]!.id)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const soon = (hours = 1) => minutesAgo(-60 * hours)

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  others = await makeOrganisation(network, 'others')
  const group = async (name: string, parent_id: number | null = null) =>
    (await ours.administrator.client.create('trackergroup', { organisation_id: ours.id, name, parent_id })).data.id
  north = await group('North')
  depot = await group('Depot', north)
  const start = async (name: string, lon: number, more: object = {}) => {
    const device = await startTracker(network, `share-${name}`, { organisation_id: ours.id, name, ...more })
    await device.report({ lat: -36.9, lon, ts: minutesAgo(40), speed: 9, heading: 10 })
    await device.report({ lat: -36.91, lon, ts: minutesAgo(1), speed: 8, heading: 20, attributes: { secret: 1 } })
    devices[name] = device
  }
  await start('Ant', 174.1, { group_id: north })
  await start('Bee', 174.2, { group_id: depot })
  await start('Cow', 174.3, { owner_user_id: ours.user.id })
})
afterAll(async () => {
  for (const device of Object.values(devices)) await device.stop()
})

async function share(body: object, client = ours.administrator.client) {
  const { data } = await client.create('sharelink', { expires_at: soon(), ...body } as never)
  return { id: data.id, token: data.token as string }
}

/** Reads the positions without a session. */
const read = (token: string) =>
  createClient({ base: network.url, retries: 0 })
    .call<{ data: Shown }>('POST', 'share/position', { token })
    .then(({ data }) => data)
const shown = async (token: string) => (await read(token)).trackers.map(({ name }) => name)
const refused = (token: string) => read(token).catch(({ status }) => status)
/** Each test gives back what it took. */
async function while_<T>(
  change: () => Promise<unknown>,
  back: () => Promise<unknown>,
  look: () => Promise<T>,
): Promise<T> {
  await change()
  try {
    return await look()
  } finally {
    await back()
  }
}

describe('a link to several trackers', () => {
  it('shows these, each by a key of the link only, and nothing else of them', async () => {
    const [one, two] = [
      await share({ tracker_ids: ids('Bee', 'Ant') }),
      await share({ tracker_ids: ids('Ant', 'Bee') }),
    ]
    const data = await read(one.token)
    expect(data).toMatchObject({ name: null, single: false, place: null })
    expect(data.trackers).toEqual(
      [174.1, 174.2].map((lon, i) => ({
        key: expect.any(String),
        name: ['Ant', 'Bee'][i],
        position: { type: 'Point', coordinates: [lon, -36.91] },
        fix_at: expect.any(String),
        speed: 8,
        heading: 20,
        accuracy: null,
        trail: [],
        distance_m: null,
        arrives_at: null,
        earliest_at: null,
        latest_at: null,
        there: false,
      })),
    )
    const keys = [...data.trackers, ...(await read(two.token)).trackers].map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
  })

  it('is not made of trackers that its maker does not see, or of other organisations', async () => {
    const mixed = [...ids('Cow'), ...ids('Ant')]
    await expect(share({ tracker_ids: mixed }, ours.user.client)).rejects.toMatchObject({ status: 404 })
    await expect(share({ tracker_ids: ids('Ant') }, others.administrator.client)).rejects.toMatchObject({ status: 404 })
    await expect(share({ group_id: north }, ours.user.client)).rejects.toMatchObject({ status: 404 })
    await expect(share({ group_id: north }, others.administrator.client)).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    [{}, 'tracker_ids: give one tracker, several, or a group.'],
    [{ tracker_ids: [] }, 'tracker_ids: give one tracker, several, or a group.'],
    [{ group_id: 1, tracker_id: 1 }, 'tracker_ids: give one tracker, several, or a group.'],
    [{ begins: 2 }, 'begins_at: must be before the end.'],
    [{ origins: ['http://example.com'] }, 'origins: “http://example.com” must begin with https://.'],
  ])(
    'is refused with %j',
    async ({
      begins,
      ...body
    }: { begins?: number; origins?: string[]; group_id?: number; tracker_ids?: number[] }, message) => {
      const valid = begins || body.origins ? { tracker_ids: ids('Ant', 'Bee') } : {}
      const made = share({ ...valid, ...body, ...(begins && { begins_at: soon(begins) }) })
      await expect(made).rejects.toMatchObject({ status: 400, message })
    },
  )

  it('hides names and speeds', async () => {
    const { token } = await share({
      tracker_ids: ids('Ant'),
      shows_names: false,
      shows_speed: false,
      name: 'Your order',
    })
    const data = await read(token)
    expect(data).toMatchObject({ name: 'Your order', trackers: [{ name: null, speed: null }] })
    expect(JSON.stringify(data)).not.toContain('Ant')
  })

  it('loses what is removed, switched off, or no longer seen by its maker, and ends with the last', async () => {
    const { token } = await share({ tracker_ids: ids('Ant', 'Bee') }, ours.staff.client)
    const tracker = (set: object) => () =>
      network.db.updateTable('tracker').set(set).where('id', '=', devices.Bee!.id).execute()
    expect(await while_(tracker({ active: false }), tracker({ active: true }), () => shown(token))).toEqual(['Ant'])
    const staff = (await ours.administrator.client.list('membership', { organisation_id: ours.id })).data
    const { id } = staff.find(({ user_id }) => user_id === ours.staff.id)!
    const limit = (group_ids: number[] | null) => () =>
      ours.administrator.client.update('membership', { id, role_name: 'Staff', group_ids })
    expect(await while_(limit([depot]), limit(null), () => shown(token))).toEqual(['Bee'])
    const moved = () => while_(tracker({ group_id: null }), tracker({ group_id: depot }), () => refused(token))
    expect(await while_(limit([depot]), limit(null), moved)).toBe(469)
    expect(await shown(token)).toEqual(['Ant', 'Bee'])
  })

  it('is listed for who sees all of its trackers, and ended by its maker', async () => {
    const all = await share({ tracker_ids: ids('Ant', 'Cow') })
    const own = await share({ tracker_ids: ids('Cow') }, ours.user.client)
    const listed = async (client: Organisation['user']['client']) =>
      (await client.list('sharelink', { organisation_id: ours.id, limit: 200 })).data.map(({ id }) => id)
    expect(await listed(ours.user.client)).toEqual([own.id])
    expect(await listed(ours.staff.client)).toEqual(expect.arrayContaining([all.id, own.id]))
    expect(await listed(others.administrator.client)).toEqual([])
    const owner = (owner_user_id: number | null) => () =>
      network.db.updateTable('tracker').set({ owner_user_id }).where('id', '=', devices.Cow!.id).execute()
    await while_(owner(null), owner(ours.user.id), async () => {
      expect(await refused(own.token)).toBe(469)
      await ours.user.client.remove('sharelink', own.id)
    })
    expect(await refused(own.token)).toBe(469)
  })
})

describe('a link to a group', () => {
  it('shows those in it and below, as they come and go', async () => {
    const { token, id } = await share({ group_id: north })
    expect(await shown(token)).toEqual(['Ant', 'Bee'])
    const group = (group_id: number | null) => () =>
      ours.administrator.client.update('tracker', { id: devices.Cow!.id, group_id })
    expect(await while_(group(depot), group(null), () => shown(token))).toEqual(['Ant', 'Bee', 'Cow'])
    expect((await ours.staff.client.read('sharelink', id)).data).toMatchObject({
      group_name: 'North',
      tracker_name: null,
    })
    await expect(ours.user.client.read('sharelink', id)).rejects.toMatchObject({ status: 404 })
  })

  it('shows nothing while its organisation is on hold', async () => {
    const { token } = await share({ group_id: north })
    const answer = await while_(
      () => holdOrganisation(network.db, ours.id),
      () => releaseOrganisation(network.db, ours.id),
      () => read(token).catch(({ code }) => code),
    )
    expect(answer).toBe('organisation_on_hold')
  })
})

describe('from when on', () => {
  it('nothing is shown before', async () => {
    const { token } = await share({ group_id: north, begins_at: soon(0.5), name: 'Deliveries' })
    expect(await read(token)).toMatchObject({ name: 'Deliveries', trackers: [], place: null })
  })

  it('a way is shown, never from before', async () => {
    const { token, id } = await share({ tracker_ids: ids('Ant'), trail_min: 60 })
    const trail = async () => (await read(token)).trackers[0]!.trail
    expect(await trail()).toEqual([])
    const begin = (begins_at: string) =>
      network.db.updateTable('share_link').set({ begins_at }).where('id', '=', id).execute()
    await begin(minutesAgo(5))
    expect(await trail()).toEqual([[174.1, -36.91]])
    await begin(minutesAgo(50))
    expect(await trail()).toEqual([
      [174.1, -36.9],
      [174.1, -36.91],
    ])
  })
})

it('estimates arrivals at a place of its maker', async () => {
  const position = { type: 'Point' as const, coordinates: [174.1, -36.91] }
  const make = async (client = ours.administrator.client, name = 'Yard') =>
    (await client.create('location', { organisation_id: ours.id, name, position })).data.id
  const location_id = await make()
  const { token } = await share({ group_id: north, location_id })
  const { place, trackers } = await read(token)
  expect(place).toEqual({ name: 'Yard', position })
  expect(trackers).toMatchObject([
    { there: true, distance_m: 0, arrives_at: null },
    { there: false, distance_m: expect.closeTo(8900, -2), arrives_at: expect.stringMatching(/:00Z$/) },
  ])
  const foreign = await others.administrator.client.create('location', {
    organisation_id: others.id,
    name: 'Elsewhere',
    position,
  })
  await expect(share({ group_id: north, location_id: foreign.data.id })).rejects.toMatchObject({
    status: 404,
    message: 'There is no such location.',
  })
  await ours.administrator.client.remove('location', location_id)
  expect((await read(token)).place).toBeNull()
})

describe('a page of another website', () => {
  const policyOf = async (path: string) => {
    const { headers } = await fetch(`${network.url}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options'), headers.get('cache-control')]
  }

  it('shows a link that names it, and nothing else of ours', async () => {
    const origins = ['https://shop.example.com', 'https://www.example.com']
    const { token, id } = await share({ group_id: north, origins })
    const plain = await share({ group_id: north })
    expect(await policyOf(`/app/share/${token}`)).toEqual([origins.join(' '), null, 'no-store'])
    const closed = ["'none'", 'SAMEORIGIN']
    const refusing = [
      `/app/share/${plain.token}`,
      `/app/share/${'x'.repeat(43)}`,
      `/app/share/${token}/more`,
      '/app/map',
    ]
    for (const path of refusing) expect((await policyOf(path)).slice(0, 2), path).toEqual(closed)
    await network.db.updateTable('share_link').set({ expires_at: sql`now()` }).where('id', '=', id).execute()
    expect((await policyOf(`/app/share/${token}`)).slice(0, 2)).toEqual(closed)
  })
})

it('makes at most twenty open links to several for a person', async () => {
  const make = () => share({ tracker_ids: ids('Cow') }, ours.user.client)
  const made = await Promise.allSettled(Array.from({ length: 22 }, make))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})

type Shown = {
  name: string | null
  place: object | null
  trackers: { key: string; name: string | null; trail: number[][] }[]
}
