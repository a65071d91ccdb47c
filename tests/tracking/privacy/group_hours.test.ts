import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type Network, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let fleet: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  fleet = await makeOrganisation(network, 'group-hours')
})

const client = () => fleet.administrator.client
/** A schedule of whole days, by their numbers. */
const on = (...days: number[]) => ({
  timezone: 'Pacific/Auckland',
  weekly: days.map((day) => ({ days: [day], from: '00:00', to: '00:00' })),
})
const groupOf = async (more: object = {}) =>
  (
    await client().create('trackergroup', {
      organisation_id: fleet.id,
      name: `Group ${crypto.randomUUID()}`,
      ...more,
    } as never)
  ).data.id
const trackerIn = async (group_id: number | null) =>
  (await client().create('tracker', { organisation_id: fleet.id, number: crypto.randomUUID(), group_id } as never)).data
    .id
const hoursOf = async (tracker_id: number) => {
  const [row] = (await client().list('trackerprivacy', { tracker_id })).data
  return row ? { days: row.schedule?.weekly.flatMap(({ days }) => days) ?? null, by_group: row.by_group } : null
}
const change = (name: 'trackergroup' | 'tracker', id: number, body: object) =>
  client().update(name, { id, ...body } as never)

it('hours of the nearest group hold for trackers without their own, and follow every change', async () => {
  const north = await groupOf({ schedule: on(1) })
  const depot = await groupOf({ parent_id: north })
  const early = await trackerIn(depot)
  expect(await hoursOf(early)).toEqual({ days: [1], by_group: true })
  const other = await trackerIn(null)
  expect(await hoursOf(other)).toBeNull()
  await change('tracker', other, { group_id: depot })
  expect(await hoursOf(other)).toEqual({ days: [1], by_group: true })

  await change('trackergroup', north, { schedule: on(2) })
  expect(await hoursOf(early)).toEqual({ days: [2], by_group: true })
  await change('trackergroup', depot, { schedule: on(3) })
  expect(await hoursOf(early)).toEqual({ days: [3], by_group: true })
  await change('trackergroup', depot, { schedule: null })
  expect(await hoursOf(early)).toEqual({ days: [2], by_group: true })
  await change('trackergroup', depot, { parent_id: null })
  expect(await hoursOf(early)).toEqual({ days: null, by_group: false })
  await change('trackergroup', depot, { parent_id: north })
  await change('tracker', other, { group_id: null })
  expect(await hoursOf(other)).toEqual({ days: null, by_group: false })
  expect(await hoursOf(early)).toEqual({ days: [2], by_group: true })
})

it('hours of a tracker are its own until they are taken away', async () => {
  const group_id = await groupOf({ schedule: on(1) })
  const id = await trackerIn(group_id)
  const privacy_id = (await client().list('trackerprivacy', { tracker_id: id })).data[0]!.id
  await client().update('trackerprivacy', { id: privacy_id, schedule: on(5) } as never)
  await change('trackergroup', group_id, { schedule: on(2) })
  expect(await hoursOf(id)).toEqual({ days: [5], by_group: false })
  await client().update('trackerprivacy', { id: privacy_id, schedule: null } as never)
  expect(await hoursOf(id)).toEqual({ days: [2], by_group: true })
  const loose = await trackerIn(null)
  await client().create('trackerprivacy', { tracker_id: loose, schedule: on(4) } as never)
  await change('tracker', loose, { group_id })
  expect(await hoursOf(loose)).toEqual({ days: [4], by_group: false })
  await expect(change('trackergroup', group_id, { schedule: { ...on(1), timezone: 'Nowhere' } })).rejects.toMatchObject(
    { status: 400 },
  )
})

it('a tracker that comes into a group while its hours change has the new ones', async () => {
  const group_id = await groupOf()
  const ids = await Promise.all(Array.from({ length: 8 }, () => trackerIn(null)))
  await Promise.all([
    ...ids.map((id) => change('tracker', id, { group_id })),
    change('trackergroup', group_id, { schedule: on(1) }),
  ])
  for (const id of ids) expect(await hoursOf(id)).toEqual({ days: [1], by_group: true })
})

it('a place outside of the hours of the group is not stored, although the gateway knows the tracker', async () => {
  const group_id = await groupOf()
  const device = await startTracker(network, 'grouped', { organisation_id: fleet.id, group_id })
  const report = (lon: number, ago_s: number) =>
    device.report({ lat: -36.8, lon, ts: new Date(Date.now() - 1000 * ago_s).toISOString() })
  await report(174.2111, 20)
  // Not today, in any timezone.
  await change('trackergroup', group_id, { schedule: on(((new Date().getUTCDay() + 3) % 7) + 1) })
  await report(174.2122, 10)
  const { rows } = await sql<{ event: string; placed: boolean }>`select event, position is not null as placed
    from tracker_event where tracker_id = ${device.id} and event in ('position', 'private') order by fix_at`.execute(
    network.db,
  )
  expect(rows).toEqual([
    { event: 'position', placed: true },
    { event: 'private', placed: false },
  ])
  await device.stop()
})
