import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let ute: number
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  ute = await tracker(ours, 'ute-9', '<Ute> & "dog"')
  // A late report: received after, recorded before.
  await event(ours, ute, '2026-11-20T00:02:00Z', 174.2, { speed: 12.5, heading: 270, altitude: 40 })
  await event(ours, ute, '2026-11-20T00:01:00Z', 174.1, {})
  await event(ours, ute, '2026-11-20T00:03:00Z', null, { event: 'online' })
  await event(theirs, await tracker(theirs, 'their-van', 'Van'), '2026-11-20T00:01:00Z', 10, {})
  const boat = await tracker(ours, 'boat', null)
  await event(ours, boat, '2026-11-19T00:00:00Z', 180, { outside_boundary: true })
})

describe('track exports', () => {
  it('GeoJSON has every event with all its fields', async () => {
    const { type, name, text } = await download('geojson', ours.administrator.token)
    expect([type, name]).toEqual(['application/geo+json; charset=utf-8', 'trackerevents.geojson'])
    const { features } = JSON.parse(text)
    expect(features).toHaveLength(4)
    expect(features[0]).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [174.1, -36.8] },
      properties: { tracker_name: '<Ute> & "dog"', tracker_number: 'ute-9', tracker_id: ute, outside_boundary: null },
    })
    expect(features[1].properties.speed).toBe(12.5)
    expect(features[2]).toMatchObject({ geometry: null, properties: { event: 'online' } })
  })

  it('GPX has a track for each tracker, in the order of time', async () => {
    const { text } = await download('gpx', ours.administrator.token)
    expect(XMLValidator.validate(text)).toBe(true)
    const { trk } = new XMLParser({ ignoreAttributes: false }).parse(text).gpx
    expect(trk.map(({ name }: { name: string }) => name)).toEqual(['<Ute> & "dog"', 'boat'])
    const [first, second] = trk[0].trkseg.trkpt
    expect([first.time, first['@_lon']]).toEqual(['2026-11-20T00:01:00Z', '174.1'])
    expect(second).toMatchObject({
      ele: 40,
      extensions: { 'gpxtpx:TrackPointExtension': { 'gpxtpx:speed': 12.5, 'gpxtpx:course': 270 } },
    })
    expect(trk[1].trkseg.trkpt['@_lon'], 'longitudes of GPX end before 180').toBe('-180')
  })

  it('KML has a track for each tracker, in the order of time', async () => {
    const { text } = await download('kml', ours.administrator.token)
    expect(XMLValidator.validate(text)).toBe(true)
    const { Placemark } = new XMLParser().parse(text).kml.Document
    expect(Placemark[0]['gx:MultiTrack']['gx:Track']).toEqual({
      when: ['2026-11-20T00:01:00Z', '2026-11-20T00:02:00Z'],
      'gx:coord': ['174.1 -36.8 0', '174.2 -36.8 40'],
    })
  })

  it.each(['gpx', 'kml', 'geojson'])('%s is empty and valid if nothing matches', async (format) => {
    const { text } = await download(format, ours.administrator.token, '&from=2030-01-01T00:00:00Z')
    if (format === 'geojson') expect(JSON.parse(text).features).toEqual([])
    else expect(XMLValidator.validate(text)).toBe(true)
  })

  it.each([
    ['&tracker_id=ID', 3],
    ['&tracker_id=ID&from=2026-11-20T00:02:00Z', 2],
    ['&to=2026-11-20T00:00:00Z', 1],
    ['&outside_boundary=true', 1],
    ['&event=online', 1],
    ['&limit=2', 2],
    ['&sort=-received', 4],
  ])('is filtered like the list: %s', async (query, count) => {
    const { text } = await download('geojson', ours.administrator.token, query.replace('ID', String(ute)))
    expect(JSON.parse(text).features).toHaveLength(count)
  })

  it.each(['gpx', 'kml', 'geojson'])('%s streams thousands', async (format) => {
    const collar = await tracker(ours, `collar-${format}`, 'Collar')
    const rows = Array.from({ length: 2501 }, (_, i) =>
      row(ours, collar, new Date(1.7e12 + i * 1000).toISOString(), i / 1e5),
    )
    for (let at = 0; at < rows.length; at += 500) {
      await network.db
        .insertInto('tracker_event')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    const { text } = await download(format, ours.administrator.token, `&tracker_id=${collar}`)
    expect(text.match(/"Feature"|<trkpt|<gx:coord>/g)).toHaveLength(2501)
    await network.db.deleteFrom('tracker_event').where('tracker_id', '=', collar).execute()
  })

  it.each([
    ['gpx', 'offset=1', 'offset: tracks have no pages.'],
    ['kml', 'after=x', 'after: tracks have no pages.'],
    ['shp', 'limit=1', /format/],
  ])('as %s refuses unsupported parameters: %s', async (format, query, message) => {
    const response = await get(format, ours.administrator.token, `&${query}`)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toMatch(message)
  })

  it.each(['gpx', 'kml', 'geojson'])('%s has the same scope as the list', async (format) => {
    expect((await get(format, null)).status).toBe(401)
    const seen = async (token: string) => {
      const { text } = await download(format, token)
      return [/ute-9/, /boat/, /their-van/].map((number) => number.test(text))
    }
    expect(await seen(ours.administrator.token)).toEqual([true, true, false])
    expect(await seen(ours.staff.token)).toEqual([true, true, false])
    expect(await seen(ours.user.token)).toEqual([true, false, false])
    expect(await seen(ours.customer.token)).toEqual([false, false, false])
    expect(await seen(theirs.administrator.token)).toEqual([false, false, true])
    expect(await seen(network.token)).toEqual([true, true, true])
  })
})

async function get(format: string, token: string | null, query = ''): Promise<Response> {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  return fetch(`${network.url}/api/v1/trackerevents?format=${format}${query}`, { ...(headers && { headers }) })
}

async function download(format: string, token: string, query = '') {
  const response = await get(format, token, query)
  expect(response.status).toBe(200)
  const name = /filename="(.*)"/.exec(response.headers.get('content-disposition')!)![1]
  return { type: response.headers.get('content-type'), name, text: await response.text() }
}

async function tracker({ id: organisation_id, user }: Organisation, number: string, name: string | null) {
  const owner_user_id = name === null ? null : user.id
  const made = { organisation_id, number, name, owner_user_id, token_sha256: '0'.repeat(64) }
  return (await network.db.insertInto('tracker').values(made).returning('id').executeTakeFirstOrThrow()).id
}

async function event(organisation: Organisation, tracker_id: number, fix_at: string, lon: number | null, more: object) {
  await network.db
    .insertInto('tracker_event')
    .values({ ...row(organisation, tracker_id, fix_at, lon), ...more })
    .execute()
}

function row({ id: organisation_id }: Organisation, tracker_id: number, fix_at: string, lon: number | null) {
  return {
    organisation_id,
    tracker_id,
    fix_at,
    received: fix_at,
    event: 'position',
    alarm: null,
    valid: lon !== null,
    position: lon === null ? null : sql<string>`st_point(${lon}::float8, -36.8, 4326)`,
    altitude: null,
    heading: null,
    speed: null,
    accuracy: null,
    outside_boundary: null,
    repeated: false,
    late: false,
    boundary_id: null,
    attributes: null,
    digest: 1,
  }
}
