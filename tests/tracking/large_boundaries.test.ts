import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Network, startNetwork } from '../network.ts'
import * as areas from '../seeds/areas.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'

let network: Network
let ours: Organisation
let others: Organisation
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'coasts')
  others = await makeOrganisation(network, 'plains')
})
afterAll(() => network.stop())

type Simplified = { data: { geometry: areas.Area; positions: number; positions_before: number; error_m: number } }
const simplify = (client: Organisation['user']['client'], body: object) =>
  client.call<Simplified>('POST', 'boundary/simplify', body)
const count = (geometry: areas.Area) => geometry.coordinates.flat(2).length

describe('a boundary with too many positions', () => {
  it('is refused with the way to simplify it, and its simplified area is saved', async () => {
    const { client } = ours.user
    const geometry = areas.coast(20_000)
    await expect(client.create('boundary', { name: 'Rough', geometry })).rejects.toMatchObject({
      status: 476,
      field: 'geometry',
      message: expect.stringMatching(/simplify it: POST boundary\/simplify/),
    })
    const limits = await client.call<{ data: object }>('GET', 'boundary/limits')
    expect(limits.data).toEqual({ positions: 5000 })
    const { data } = await simplify(client, { geometry })
    expect(data).toMatchObject({ positions_before: count(geometry), positions: count(data.geometry) })
    expect(data.positions).toBeLessThanOrEqual(5000)
    expect(await distanceOf(geometry, data.geometry)).toBeLessThanOrEqual(data.error_m * 1.01)
    await client.create('boundary', { name: 'Smooth', geometry: data.geometry })
  })

  it('is simplified as far as is asked, never above what the person may save', async () => {
    const { data: few } = await simplify(ours.user.client, { geometry: areas.coast(6_000), positions: 100 })
    expect(few.positions).toBeLessThanOrEqual(100)
    const { data: most } = await simplify(ours.user.client, { geometry: areas.coast(6_000), positions: 6_000 })
    expect(most.positions).toBeLessThanOrEqual(5000)
    expect(few.error_m).toBeGreaterThan(most.error_m)
  })

  it('on both sides of 180° is saved as simplified, with its area', async () => {
    const { data } = await simplify(ours.administrator.client, {
      geometry: areas.coast(9_000, { lon: 180 }),
      positions: 900,
    })
    const saved = await ours.administrator.client.create('boundary', { name: 'Dateline', geometry: data.geometry })
    expect(saved.data.geometry!.coordinates.length).toBeGreaterThan(1)
  })

  it('of too many parts, a wrong ring, or another organisation is refused', async () => {
    const { client } = ours.user
    await expect(simplify(client, { geometry: areas.islands(6_000) })).rejects.toMatchObject({
      status: 476,
      field: 'geometry',
      message: expect.stringMatching(/cannot be simplified so far/),
    })
    const open = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1]]] } // biome-ignore format: a ring
    await expect(simplify(client, { geometry: open })).rejects.toMatchObject({ status: 400, field: 'geometry' })
    const theirs = { geometry: box(0, 0, 1, 1), organisation_id: others.id }
    await expect(simplify(client, theirs)).rejects.toMatchObject({ status: 404, field: 'organisation_id' })
  })
})

describe('a list of boundaries', () => {
  it('leaves out areas of more than 500 positions, which are read by themselves and are in its files', async () => {
    const { client } = ours.administrator
    const { data: large } = await client.create('boundary', { name: 'Large', geometry: areas.coast(2_000) })
    // Of a few distinct values: small on disk, with as many positions.
    const comb = areas.comb(1_000)
    const { data: packed } = await client.create('boundary', { name: 'Packed', geometry: comb })
    const { data: small } = await client.create('boundary', { name: 'Small', geometry: areas.coast(400) })
    const { data: rows } = await client.list('boundary', { limit: 1000 })
    const areaOf = (id: number) => rows.find((row) => row.id === id)!.geometry
    expect([areaOf(large.id), areaOf(packed.id)]).toEqual([null, null])
    expect(areaOf(small.id)).toEqual(small.geometry)
    expect((await client.read('boundary', large.id)).data.geometry).toEqual(large.geometry)

    const bearer = { authorization: `Bearer ${ours.administrator.token}` }
    const file = async (format: string) =>
      (await fetch(`${network.url}/api/v1/boundaries?format=${format}`, { headers: bearer })).text()
    const { features } = JSON.parse(await file('geojson'))
    expect(features.map((f: { geometry: unknown }) => f.geometry)).not.toContain(null)
    expect(features.find((f: { id: number }) => f.id === large.id).geometry).toEqual(large.geometry)
    const kml = await file('kml')
    expect(kml.match(/<coordinates>[^<]+/g)!.map((text) => text.split(' ').length)).toContain(
      count(large.geometry as never),
    )
  })
})

/** The largest distance in metres of some of an area's vertices from another outline. */
async function distanceOf(area: areas.Area, other: areas.Area): Promise<number> {
  const sample = area.coordinates.flat(2).filter((_, i) => i % 97 === 0)
  const { rows } = await sql<{ distance: number }>`
    with outline as materialized (select st_boundary(st_geomfromgeojson(${JSON.stringify(other)})) as line)
    select max(st_distance(st_setsrid(st_makepoint(p.lon, p.lat), 4326)::geography, line::geography)) as distance
    from outline, unnest(${sample.map(([lon]) => lon)}::float8[], ${sample.map(([, lat]) => lat)}::float8[])
      as p (lon, lat)`.execute(network.db)
  return rows[0]!.distance
}
