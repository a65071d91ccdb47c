import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Network, startNetwork } from '../network.ts'
import * as areas from '../seeds/areas.ts'
import { makeOrganisation } from '../seeds/people.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ QUOTAS: 'boundary_vertices=100000' })
})
afterAll(() => network.stop())

let made = 0
const put = (geometry: object, more = {}) =>
  network.admin.create('boundary', { name: `Area ${++made}`, geometry: geometry as areas.Area, ...more })

describe('a boundary that would keep the database busy is refused with the place', () => {
  it.each<[string, () => areas.Area, RegExp]>([
    ['a random line of 300 positions', () => areas.scribble(300), /crosses or overlaps itself more than 16 times/],
    [
      'a random line of 100 000 positions',
      () => areas.scribble(100_000),
      /crosses or overlaps itself more than 16 times/,
    ],
    ['repeated rings', () => areas.duplicated(1_000), /crosses or overlaps itself more than 16 times/],
    ['squares with small offsets', () => areas.stacked(5_000), /crosses or overlaps itself more than 16 times/],
    ['a line that comes back on itself', () => areas.foldedBack(500), /crosses or overlaps itself more than 16 times/],
    ['a dense slanting comb', () => areas.slantingComb(20_000), /too many edges lie close together/],
    ['dense spikes', () => areas.spikes(20_000), /too many edges lie close together/],
    ['triangles around one corner', () => areas.fan(20_000), /too many edges lie close together/],
    ['a spiral', () => areas.spiral(20_000), /too many edges lie close together/],
    ['teeth that every cut crosses', () => areas.windmill(20_000), /too many edges lie close together/],
    ['many nested rings', () => areas.nested(50_000), /too many edges lie close together/],
    ['some nested rings that need a repair', () => areas.nested(500), /too many rings lie in one another/],
    ['a chessboard that needs a repair', () => twisted(areas.chessboard(50_000)), /too many rings/],
    ['a ring that pinches itself', () => areas.chain(10_000), /touches itself too often/],
  ])('%s', async (_what, make, reason) => {
    const message = expect.stringMatching(reason)
    await expect(put(make())).rejects.toMatchObject({ status: 400, field: 'geometry', message })
    await expect(put(make())).rejects.toThrow(/at 17[3-5](\.\d+)?, -4[0-2]/)
  })

  it('one with excessively long edges', async () => {
    const message = expect.stringMatching(/edges are \d+° long together, at most 5000° are taken/)
    await expect(put(areas.comb(2_000, { lat: -80, height: 80 }))).rejects.toMatchObject({ field: 'geometry', message })
  })

  it('one that crosses the antimeridian thousands of times', async () => {
    const message = expect.stringMatching(/crosses the antimeridian \d+ times/)
    await expect(put(areas.combOverAntimeridian(3_000))).rejects.toMatchObject({ field: 'geometry', message })
  })

  it('one that overlaps itself after normalising longitudes', async () => {
    const { coordinates } = areas.islands(1_000, { size: 0.1 })
    const elsewhere = coordinates.map((rings) => rings.map((ring) => ring.map(([lon, lat]) => [lon - 360, lat])))
    const message = expect.stringMatching(/goes round the world|crosses or overlaps/)
    await expect(put({ type: 'MultiPolygon', coordinates: [...coordinates, ...elsewhere] })).rejects.toMatchObject({
      status: 400,
      field: 'geometry',
      message,
    })
  })

  it('one that encloses a pole, or spans more than 360°', async () => {
    const pole = [[0, -80], [120, -80], [-120, -80], [0, -80]] // biome-ignore format: a ring
    await expect(put({ type: 'Polygon', coordinates: [pole] })).rejects.toMatchObject({
      status: 400,
      field: 'geometry',
    })
    await expect(put(box(-540, 0, 540, 10))).rejects.toMatchObject({ status: 400, field: 'geometry' })
  })

  it('on an update as well', async () => {
    const { data } = await put(box(1, 1, 2, 2))
    const changed = network.admin.update('boundary', { id: data.id, geometry: areas.scribble(300) })
    await expect(changed).rejects.toMatchObject({ status: 400, field: 'geometry' })
    expect((await network.admin.read('boundary', data.id)).data.geometry).toEqual(data.geometry)
  })
})

/** Its first ring crosses itself once. */
function twisted(area: areas.Area): areas.Area {
  const ring = area.coordinates[0]![0]!
  ;[ring[1], ring[2]] = [ring[2]!, ring[1]!]
  return area
}

describe('a large valid boundary is accepted', () => {
  it.each<[string, () => areas.Area]>([
    ['a coast of 20 000 positions', () => areas.coast(20_000)],
    ['a coast on both sides of the antimeridian', () => areas.coast(5_000, { lon: 180 })],
    ['5 000 islands', () => areas.islands(20_000)],
    ['a lake with 1 000 islands', () => areas.islands(4_000, { inLake: true })],
    ['a chessboard', () => areas.chessboard(5_000)],
    ['a noisy recording around a field', () => areas.shakyField(20_000)],
    ['a comb', () => areas.comb(2_000)],
    ['some spikes', () => areas.spikes(200)],
    ['a scribble of few crossings', () => areas.scribble(8)],
  ])('%s', async (_what, make) => {
    const { data } = await put(make())
    const { rows } = await sql<{ lost: number; largest: number }>`
      select abs(sum(st_area(geometry)) / (select st_area(geometry) from boundary where id = ${data.id}) - 1) as lost,
        max(st_npoints(geometry)) as largest
      from boundary_part where boundary_id = ${data.id}`.execute(network.db)
    expect(rows[0]!.lost).toBeLessThan(1e-9)
    expect(rows[0]!.largest).toBeLessThan(200)
  })

  it('with all its parts: it is read as drawn', async () => {
    const { data } = await put(areas.comb(100, { lon: 170, lat: -40 }))
    expect(data.geometry!.coordinates.flat(2)).toHaveLength(101)
  })

  it('that spans the whole world', async () => {
    const { data } = await put(box(0, -10, 360, 10))
    expect(data.geometry!.coordinates).toHaveLength(1)
    expect((await put(box(20, -10, 380, 10))).data.geometry!.coordinates).toHaveLength(1)
  })

  it('that is sent back as read, split at the antimeridian', async () => {
    const { data } = await put(areas.coast(3_000, { lon: 180 }))
    const { data: again } = await network.admin.update('boundary', { id: data.id, geometry: data.geometry! })
    expect(again.geometry).toEqual(data.geometry)
  })
})

it('has as many positions as the organisation, or the person, may have', async () => {
  const { user, administrator } = await makeOrganisation(network, 'limited')
  const shape = (n: number) => ({ name: `Coast ${n}`, geometry: areas.coast(n) })
  await expect(user.client.create('boundary', shape(6_000))).rejects.toMatchObject({
    status: 476,
    field: 'geometry',
    message: expect.stringMatching(/^geometry: has 6\d{3} positions; a boundary of one person may have 5000\./),
  })
  const { data } = await user.client.create('boundary', shape(4_000))
  await expect(user.client.update('boundary', { id: data.id, ...shape(6_000) })).rejects.toMatchObject({ status: 476 })
  const { data: of_organisation } = await administrator.client.create('boundary', shape(6_000))
  expect(of_organisation.id).toBeGreaterThan(data.id)
})
