import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { limitToGroup } from '../seeds/groups.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'
import { writeSegment } from '../seeds/segments.ts'
import { sharedNetwork } from '../shared_network.ts'
import { makeTracker } from './history/events.ts'

let network: Network
let ours: Organisation
let truck: number
let van: number
/** Each on both sides of 180°. */
const [yard, home] = [
  [179.9999, -17],
  [179.9, -17.1],
] as const
const other = [-179.9999, -17] as const

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  truck = await makeTracker(network, ours, 'truck', ours.user.id)
  van = await makeTracker(network, ours, 'van', null)
  for (const day of [2, 3, 4, 5]) {
    await stop(truck, day, 1, yard)
    await stop(van, day, 2, other)
    await stop(van, day, 5, home)
    await stop(van, day, 6, home)
  }
})

async function stop(tracker_id: number, days_ago: number, hour: number, at: readonly [number, number]) {
  const begin = Math.floor(Date.now() / 86_400_000) * 86_400_000 - days_ago * 86_400_000 + hour * 3_600_000
  const [from, until] = [0, 22].map((minutes) => new Date(begin + minutes * 60_000).toISOString())
  await writeSegment(network.db, {
    organisation_id: ours.id,
    tracker_id,
    kind: 'stop',
    from: from!,
    until,
    at,
  } as never)
}

async function suggested({ client }: Person, more: object = {}) {
  const { data } = await client.act('GET place/suggestions', { organisation_id: ours.id, ...more })
  return data
}

describe('suggested places', () => {
  it('are where trackers stop again and again, across 180° too', async () => {
    const { places, stops } = await suggested(ours.administrator)
    expect(stops).toBe(16)
    expect(places).toHaveLength(2)
    const [first, second] = places.sort((a, b) => b.trackers - a.trackers)
    expect(first).toMatchObject({ trackers: 2, stops: 8, median_s: 1320, tracker_names: ['The truck', 'The van'] })
    expect(Math.abs(first!.lon)).toBeCloseTo(180, 6)
    expect(first!.radius_m).toBe(50)
    expect(second).toMatchObject({ trackers: 1, stops: 8, name: null })
  })

  it('are of trackers that one sees', async () => {
    const own = await suggested(ours.user)
    expect(own).toMatchObject({ stops: 4, places: [] })
    const north = await limitToGroup(network, ours.staff.id, ours.id, 'North')
    await network.db.updateTable('tracker').set({ group_id: north }).where('id', '=', van).execute()
    expect((await suggested(ours.staff)).stops).toBe(12)
    expect((await suggested(ours.administrator, { group_id: north })).stops).toBe(12)
  })

  it('are not suggested when they are ignored: by the organisation, or by those who see some trackers for themselves', async () => {
    const { lon, lat, radius_m } = (await suggested(ours.staff)).places[0]!
    const circle = { organisation_id: ours.id, lon, lat, radius_m }
    const own = await ours.staff.client.create('ignoredplace', circle)
    expect(own.data.owner_user_id).toBe(ours.staff.id)
    expect((await suggested(ours.staff)).places).toHaveLength(0)
    expect((await suggested(ours.administrator)).places).toHaveLength(2)
    const all = await ours.administrator.client.create('ignoredplace', circle)
    expect(all.data.owner_user_id).toBeNull()
    expect((await suggested(ours.administrator)).places).toHaveLength(1)
    expect((await ours.staff.client.list('ignoredplace', {})).data.map(({ id }) => id)).toEqual([own.data.id])
    await ours.administrator.client.remove('ignoredplace', all.data.id)
    expect((await suggested(ours.administrator)).places).toHaveLength(2)
  })

  it('stand in the report of visits, and in boundaries no more', async () => {
    const ask = async (unnamed: boolean) => {
      const query = { report: 'visits', organisation_id: ours.id, period: 'last_30_days', unnamed } as const
      return (await ours.administrator.client.act('GET movement/report', query)).data
    }
    expect((await ask(false)).rows).toEqual([])
    const { rows, chart } = await ask(true)
    expect(rows).toHaveLength(16)
    expect(chart?.bars.map(({ value }) => value)).toEqual([8 * 1320, 8 * 1320])
    expect(new Set(rows.map(({ boundary_name }) => String(boundary_name).split(' (')[1]))).toEqual(
      new Set(['-17.0000, 180.0000)', '-17.1000, 179.9000)']),
    )
    await ours.administrator.client.create('boundary', {
      organisation_id: ours.id,
      name: 'A home',
      circle: { center: [...home], radius_m: 50 },
      all_trackers: false,
      tracker_ids: [],
    })
    expect((await ask(true)).rows.filter(({ boundary_id }) => boundary_id === null)).toHaveLength(8)
    expect((await suggested(ours.administrator)).places).toHaveLength(1)
    expect((await suggested(ours.administrator)).places[0]!.trackers).toBe(2)
  })

  it('have no names of boundaries that one does not see', async () => {
    const { data: boundary } = await ours.administrator.client.create('boundary', {
      organisation_id: ours.id,
      name: 'A secret',
      owner_user_id: ours.staff.id,
      circle: { center: [...yard], radius_m: 50 },
      all_trackers: false,
      tracker_ids: [],
    })
    const [from, until] = [3, 2].map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
    const visit = { organisation_id: ours.id, tracker_id: truck, kind: 'visit', boundary_id: boundary.id }
    await writeSegment(network.db, { ...visit, from: from!, until: until! })
    const ask = async ({ client }: Person) =>
      JSON.stringify(
        await Promise.all(
          (['visits', 'stops'] as const).map(
            async (report) =>
              (await client.act('GET movement/report', { report, organisation_id: ours.id, period: 'last_7_days' }))
                .data,
          ),
        ),
      )
    expect(await ask(ours.administrator)).toContain('A secret')
    expect(await ask(ours.user)).not.toContain('A secret')
    expect((await suggested(ours.user)).stops).toBe(4)
    expect((await suggested(ours.administrator)).places).toHaveLength(0)
  })
})
