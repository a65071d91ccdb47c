import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { box, type Network } from '../network.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

describe('a boundary', () => {
  it('repairs a bow tie and keeps a multipolygon with its hole', async () => {
    const tie = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
          [0, 0],
        ],
      ],
    }
    const { data } = await network.admin.create('boundary', { name: 'Bow tie', geometry: tie })
    expect(data.geometry!.coordinates).toHaveLength(2)
    const two = {
      type: 'MultiPolygon' as const,
      coordinates: [
        [...box(10, 10, 20, 20).coordinates, ...box(14, 14, 16, 16).coordinates],
        box(30, 30, 31, 31).coordinates,
      ],
    }
    const multi = await network.admin.create('boundary', { name: 'Two', geometry: two })
    expect((multi.data.geometry!.coordinates as number[][][][]).map((polygon) => polygon.length).sort()).toEqual([1, 2])
  })

  it('keeps parts for active boundaries only', async () => {
    const parts = async (id: number) =>
      (await network.db.selectFrom('boundary_part').select('boundary_id').where('boundary_id', '=', id).execute())
        .length
    const { data } = await network.admin.create('boundary', { name: 'Switch', geometry: box(0, 0, 1, 1) })
    expect(await parts(data.id)).toBe(1)
    await network.admin.update('boundary', { id: data.id, active: false })
    expect(await parts(data.id)).toBe(0)
    await network.admin.update('boundary', { id: data.id, active: true, circle: { center: [5, 5], radius_m: 500 } })
    expect(await parts(data.id)).toBe(1)
    const { data: circle } = await network.admin.read('boundary', data.id)
    expect(circle.circle).toEqual({ center: [5, 5], radius_m: 500 })
    await network.admin.remove('boundary', data.id)
    expect(await parts(data.id)).toBe(0)
  })

  it('has a name of its own among those of its owner', async () => {
    const geometry = box(0, 0, 1, 1)
    const taken = expect.objectContaining({ status: 468, field: 'name' })
    const draw = (name: string, more = {}) => network.admin.create('boundary', { name, geometry, ...more })
    const { data: first } = await draw(' Ātea ')
    expect(first.name).toBe('Ātea')
    // Composed in another way, wide letters, characters that are not seen.
    for (const name of ['āTEA', 'A\u0304tea', 'Ātea\u200b', 'Ātｅa', ' Ātea']) {
      await expect(draw(name), name).rejects.toEqual(taken)
    }
    const { organisation_id } = first
    const { user_id } = await network.db
      .selectFrom('membership')
      .select('user_id')
      .where('organisation_id', '=', organisation_id)
      .executeTakeFirstOrThrow()
    const { data: own } = await draw('Ātea', { organisation_id, owner_user_id: user_id })
    const change = (changes: { id: number; name?: string; owner_user_id?: number | null }) =>
      network.admin.update('boundary', changes)
    await expect(change({ id: own.id, owner_user_id: null })).rejects.toEqual(taken)
    const { data: other } = await draw('Other')
    await expect(change({ id: other.id, name: 'ātea' })).rejects.toEqual(taken)
    const atOnce = await Promise.allSettled([1, 2, 3, 4].map(() => draw('At once')))
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // One that had the name before is changed as before, its name in another case too.
    await network.db.updateTable('boundary').set({ name: 'Ātea' }).where('id', '=', other.id).execute()
    expect((await change({ id: other.id, name: 'ĀTEA', owner_user_id: null })).data).toMatchObject({ name: 'ĀTEA' })
  })

  it('computes circles in metres at any latitude', async () => {
    for (const center of [
      [174.76, -36.85],
      [0, 0],
      [25, 78],
      [179.9, -44],
    ] as [number, number][]) {
      const { data } = await network.admin.create('boundary', {
        name: `Circle at ${center}`,
        circle: { center, radius_m: 2000 },
      })
      const { rows } = await sql<{ near: number; far: number }>`
        select min(d) as near, max(d) as far from boundary b, st_dumppoints(b.geometry) p,
          lateral (select st_distance(p.geom::geography, st_setsrid(st_makepoint(${center[0]}::float8, ${center[1]}::float8), 4326)::geography) as d) x
        where b.id = ${data.id} and abs(st_x(p.geom)) < 179.9999`.execute(network.db)
      expect(rows[0]!.near).toBeGreaterThan(1997)
      expect(rows[0]!.far).toBeLessThan(2000.1)
    }
  })
})
