import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { KeyScope } from '#db/tables/people/api_key.ts'
import { box, type Network, startTracker } from '../../network.ts'
import { makeKey, makeOrganisation, type Organisation, type Person } from '../../seeds/people.ts'
import { makeLimited } from '../../seeds/roles.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let trackers: Record<string, number>
let keys: Record<'administrator' | 'user' | 'stranger', string>
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'mapped')
  theirs = await makeOrganisation(network, 'unmapped')
  trackers = {
    ute: await start('gis-ute', ours.id, ours.user.id, [176, -35]),
    lorry: await start('gis-lorry', ours.id, null, [-179.9, -36.8]),
    foreign: await start('gis-foreign', theirs.id, null, [-179.9, -36.8]),
  }
  // Without a device the follower finds nothing, and leaves what is written here.
  for (const [name, organisation_id, owner_user_id] of [
    ['truck', ours.id, ours.user.id],
    ['barge', ours.id, null],
    ['rival', theirs.id, null],
  ] as const) {
    const number = `gis-${name}`
    const { data } = await network.admin.create('tracker', { number, name: number, organisation_id, owner_user_id })
    trackers[name] = data.id
  }
  const way: Way = [
    [174, -37],
    [176, -35],
  ]
  const across: Way = [
    [179.9, -37],
    [-179.9, -36.8],
  ]
  await drive(trackers.truck!, ours.id, way, ago(THEN))
  await drive(trackers.barge!, ours.id, across, null)
  await drive(trackers.rival!, theirs.id, across, ago(THEN))
  const of = { organisation_id: ours.id }
  await ours.administrator.client.create('boundary', { ...of, name: 'Whole', geometry: box(174, -37, 175, -36) })
  const own = { ...of, owner_user_id: ours.staff.id, name: 'Of staff' }
  await ours.administrator.client.create('boundary', { ...own, circle: { center: [180, -36.8], radius_m: 5000 } })
  keys = {
    administrator: await keyOf(ours.administrator),
    user: await keyOf(ours.user),
    stranger: await keyOf(theirs.administrator, theirs),
  }
})

/** Minutes: long before what the devices report. */
const THEN = 2 * 24 * 60
type Way = [[number, number], [number, number]]

async function start(number: string, organisation_id: number, owner_user_id: number | null, place: [number, number]) {
  const device = await startTracker(network, number, { organisation_id, name: number, owner_user_id })
  await device.report({ lon: place[0], lat: place[1], ts: ago(1) })
  await device.stop()
  return device.id
}

/** A trip of two reports, a visit that continues, and the stop before. */
async function drive(tracker_id: number, organisation_id: number, [from, to]: Way, until: string | null) {
  for (const [minutes, [lon, lat]] of [
    [THEN + 3, from],
    [THEN + 2, to],
  ] as const) {
    await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, repeated,
        late, digest)
      values (${organisation_id}, ${tracker_id}, ${ago(minutes)}, now(), 'position', true,
        st_setsrid(st_makepoint(${lon}, ${lat}), 4326), false, false, 1)`.execute(network.db)
  }
  const of = { organisation_id, tracker_id, at: from, from: ago(THEN + 4) }
  await writeSegment(network.db, { ...of, kind: 'trip', until, through: ago(THEN - 1), distance_m: 5000 })
  await writeSegment(network.db, { ...of, kind: 'visit', until: null })
  await writeSegment(network.db, { ...of, kind: 'stop', from: ago(THEN + 600), until: ago(THEN + 4) })
}

const keyOf = (person: Person, of = ours, ...scopes: KeyScope[]) =>
  makeKey(person, { organisation_id: of.id, scopes: scopes.length > 0 ? scopes : ['read'] })
const basic = (key: string) => ({ authorization: `Basic ${btoa(`qgis:${key}`)}` })
const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${network.url}/ogc${path}`, { headers })
// biome-ignore lint/suspicious/noExplicitAny: what programs get
async function read(path: string, key = keys.administrator): Promise<any> {
  const answer = await ask(path, basic(key))
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json()
}
const items = (path: string, key?: string) => read(`/collections/${path.replace(/(\?|$)/, '/items$1')}`, key)
const names = async (path: string, key?: string) =>
  (await items(path, key)).features.map((each: Feature) => each.properties.name ?? each.properties.tracker_name)
type Feature = { id: number; properties: Record<string, unknown> }

describe('OGC API – Features', () => {
  it('is found from its landing page, which is open', async () => {
    const landing = await (await ask('')).json()
    expect(landing.links.map(({ rel }: { rel: string }) => rel)).toEqual([
      'self',
      'service-desc',
      'conformance',
      'data',
    ])
    for (const { href, type } of landing.links) {
      const answer = await fetch(href, { headers: basic(keys.user) })
      expect([href, answer.status, answer.headers.get('content-type')]).toMatchObject([href, 200, expect.any(String)])
      expect(answer.headers.get('content-type')!.split(';')[0]).toBe(type.split(';')[0])
    }
    const { collections } = await read('/collections')
    expect(collections.map(({ id }: { id: string }) => id)).toEqual([
      'trackers',
      'boundaries',
      'trips',
      'stops',
      'visits',
    ])
    const { paths } = await (await ask('/api')).json()
    const [limit] = paths['/collections/trips/items'].get.parameters
    expect(limit).toMatchObject({ name: 'limit', schema: { maximum: 100 } })
  })

  it('has trackers where they are, in a box and across 180°', async () => {
    const all = await items('trackers')
    expect(all).toMatchObject({ type: 'FeatureCollection', numberMatched: 4, numberReturned: 4 })
    expect(all.features[0]).toMatchObject({
      id: trackers.ute,
      geometry: { type: 'Point', coordinates: [176, -35] },
      properties: { name: 'gis-ute', type: 'gps', tags: [] },
    })
    expect(await names('trackers?bbox=175,-36,177,-34')).toEqual(['gis-ute'])
    expect(await names('trackers?bbox=179,-38,-179,-36')).toEqual(['gis-lorry'])
    expect(await names('trackers?bbox=0,-38,10,-36')).toEqual([])
    // Contacts are written some time after their reports.
    await expect.poll(() => names(`trackers?datetime=${ago(10)}/..`)).toHaveLength(2)
    expect(await names(`trackers?datetime=../${ago(100)}`)).toEqual([])
    expect(await names('trackers?number=gis-ute')).toEqual(['gis-ute'])
    const crs = encodeURIComponent('http://www.opengis.net/def/crs/EPSG/0/4326')
    const turned = await ask(`/collections/trackers/items/${trackers.ute}?crs=${crs}`, basic(keys.user))
    expect(turned.headers.get('content-crs')).toBe(`<${decodeURIComponent(crs)}>`)
    expect(await turned.json()).toMatchObject({ id: trackers.ute, geometry: { coordinates: [-35, 176] } })
  })

  it('has trips as lines of what was reported, cut at 180°; a line is in each box that it passes through', async () => {
    const { features } = await items('trips')
    expect(features).toMatchObject([
      { geometry: { type: 'MultiLineString' }, properties: { tracker_name: 'gis-barge', distance_m: 5000 } },
      {
        geometry: {
          coordinates: [
            [174, -37],
            [176, -35],
          ],
        },
        properties: { tracker_name: 'gis-truck' },
      },
    ])
    expect(await names('trips?bbox=174.9,-36.1,175.1,-35.9')).toEqual(['gis-truck'])
    expect(await names('trips?bbox=-180,-38,-179,-36')).toEqual(['gis-barge'])
    expect(await names(`trips?datetime=${ago(THEN + 3)}`)).toHaveLength(2)
    expect(await names(`trips?datetime=${ago(THEN - 5)}/..`)).toEqual(['gis-barge'])
    expect(await names(`stops?bbox=173,-38,175,-36&datetime=${ago(THEN + 300)}`)).toEqual(['gis-truck'])
    expect(await names(`visits?tracker_id=${trackers.barge}`)).toEqual(['gis-barge'])
    expect(await names('boundaries?bbox=174.5,-36.5,174.6,-36.4')).toEqual(['Whole'])
    expect(await names('boundaries?bbox=-180,-37,-179.99,-36')).toEqual(['Of staff'])
  })

  it('leads from page to page, with the same parameters', async () => {
    const first = await items('trips?limit=1&bbox=170,-40,-170,-30')
    const { href } = first.links.find(({ rel }: { rel: string }) => rel === 'next')
    const second = await (await fetch(href, { headers: basic(keys.administrator) })).json()
    expect([first, second].map(({ features: [one] }) => one.properties.tracker_name)).toEqual([
      'gis-barge',
      'gis-truck',
    ])
    expect(href).toContain('bbox=170')
    const last = second.links.find(({ rel }: { rel: string }) => rel === 'next')
    expect(last).toBeUndefined()
  })

  it('shows no more than lists do: nothing of others, of private trips, or of what a role closes', async () => {
    expect(await names('trackers', keys.user)).toEqual(['gis-ute', 'gis-truck'])
    expect(await names('trips', keys.user)).toEqual(['gis-truck'])
    expect(await names('boundaries', keys.user)).toEqual(['Whole'])
    expect(await names('trackers', keys.stranger)).toEqual(['gis-foreign', 'gis-rival'])
    expect(await names(`trips?tracker_id=${trackers.truck}`, keys.stranger)).toEqual([])
    expect(await names('boundaries', keys.stranger)).toEqual([])
    const [{ id }] = (await items(`trips?tracker_id=${trackers.barge}`)).features
    for (const path of [`trips/items/${id}`, `trackers/items/${trackers.lorry}`, `stops/items/${id}`]) {
      for (const key of [keys.user, keys.stranger]) {
        expect([path, (await ask(`/collections/${path}`, basic(key))).status]).toEqual([path, 404])
      }
    }
    const areas = { trackers: 'read' } as const
    const person = await makeLimited(network, 'gis-yard', ours.id, { name: 'Yard', base: 'Staff', areas })
    const key = await keyOf(person)
    expect(await names('trackers', key)).toHaveLength(4)
    for (const closed of ['trips', 'visits', 'boundaries']) {
      expect((await ask(`/collections/${closed}/items`, basic(key))).status).toBe(403)
    }
  })

  it('has no line and no place of a private trip, and people see that a key has read theirs', async () => {
    const { data } = await ours.user.client.list('trackerview', {})
    expect(data.map(({ viewer_name, by_key }) => [viewer_name, by_key])).toEqual([['mapped-administrator', true]])
    await sql`insert into private_trip (organisation_id, tracker_id, began_at, ended_at, hidden_until)
      values (${ours.id}, ${trackers.truck}, ${ago(THEN + 4)}, ${ago(THEN)}, ${ago(THEN)})`.execute(network.db)
    const { features } = await items(`trips?tracker_id=${trackers.truck}`)
    const [{ id, geometry, properties }] = features
    expect([geometry, properties.begin_place, properties.private]).toEqual([null, null, true])
    expect(await read(`/collections/trips/items/${id}`)).toMatchObject({ id, geometry: null })
    expect(await names('trips?bbox=173,-38,177,-34')).toEqual([])
  })

  it('asks for a key, and refuses what it cannot read with the field and the reason', async () => {
    for (const headers of [{}, basic('a password'), basic('rf_guess')] as Record<string, string>[]) {
      for (const path of [
        '/collections',
        '/collections/trackers/items',
        `/collections/trackers/items/${trackers.truck}`,
      ]) {
        const answer = await ask(path, headers)
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic/)])
      }
    }
    const bearer = await ask('/collections/trackers/items', { authorization: `Bearer ${keys.user}` })
    expect(bearer.status).toBe(200)
    const writer = await keyOf(ours.administrator, ours, 'write')
    expect((await ask('/collections/trackers/items', basic(writer))).status).toBe(403)
    for (const [query, field] of [
      ['bbox=1,2,3', 'bbox'],
      ['bbox=1,2,3,4&bbox-crs=EPSG:4326', 'bbox-crs'],
      ['datetime=yesterday', 'datetime'],
      ['datetime=2020-01-01/2026-01-01', 'datetime'],
      ['limit=0', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['sort=id', 'sort'],
      ["tracker_id=1'or'1", 'tracker_id'],
      ['cursor=x', 'after'],
    ]) {
      const answer = await ask(`/collections/trips/items?${query}`, basic(keys.user))
      expect([query, answer.status, await answer.json()]).toMatchObject([query, 400, { field }])
    }
    for (const path of [
      '/collections/users',
      '/collections/users/items',
      '/nothing',
      '/collections/trackers/items/x',
    ]) {
      expect([path, (await ask(path, basic(keys.user))).status]).toEqual([path, 404])
    }
    const written = await fetch(`${network.url}/ogc/collections/trackers/items`, {
      method: 'POST',
      headers: basic(keys.user),
    })
    expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
