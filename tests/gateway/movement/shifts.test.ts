import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork, startTracker } from '../../network.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { followAll } from './truth.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
})
afterAll(() => network.stop())

/** Three trips, with the ignition off between them; the keys that are read as each begins. */
function reportsOf(keys: (string | null)[]): { report: object; has_key: boolean }[] {
  const { fixes } = simulate(
    [park(40), driveAt(12, 15), park(30), driveAt(9, 15), park(40), driveAt(20, 15), park(30)],
    { every_s: 30, seed: 3 },
  )
  const shift = Date.now() - 60_000 - fixes.at(-1)!.at
  let trips = 0
  return fixes.map(({ at, lat, lon, speed, ignition, odometer }, i) => {
    const begins = ignition === true && fixes[i - 1]?.ignition !== true
    const key = begins ? (keys[trips++] ?? null) : null
    const attributes = { ignition, odometer, ...(key && { driver: key }) }
    return { report: { lat, lon, speed, ts: new Date(at + shift).toISOString(), attributes }, has_key: key !== null }
  })
}

const shiftsOf = async (tracker_id: number) => {
  const { data } = await network.admin.list('drivershift', { tracker_id, sort: 'began_at' })
  return data.map(({ id, key, driver_name, source, began_at, ended_at }) => ({
    id,
    says: `${key ?? source} ${driver_name ?? '?'}`,
    began_at,
    ended_at,
  }))
}
const tripsOf = async (tracker_id: number) =>
  (await network.admin.list('segment', { tracker_id, kind: 'trip', sort: 'began_at' })).data
const driversOf = async (tracker_id: number) => (await tripsOf(tracker_id)).map(({ driver_name }) => driver_name)

it('a key comes once: who drove is in its shift and its trips, also of late keys, and the same when found again', async () => {
  const truck = await startTracker(network, 'truck')
  const reports = reportsOf(['a1-0001', null, 'B2:0002'])
  const late = reports.findLastIndex(({ has_key }) => has_key)
  const in_time = reports.filter((_, i) => i !== late).map(({ report }) => report)
  for (let at = 0; at < in_time.length; at += 50) await truck.report(in_time.slice(at, at + 50) as never)
  await followAll(network)
  const [first, ...others] = await shiftsOf(truck.id)
  expect([first!.says, first!.ended_at === null, others]).toEqual(['A10001 ?', false, []])
  expect(await driversOf(truck.id)).toEqual([null, null, null])

  // A driver is made of a key that was seen.
  const unknown = await network.admin.list('drivershift', { organisation_id: 1, has_driver: false })
  expect(unknown.data).toMatchObject([{ key: 'A10001', tracker_name: 'truck' }])
  const made = { organisation_id: 1, name: 'Aroha', keys: [unknown.data[0]!.key!] }
  const { data: aroha } = await network.admin.create('driver', made)
  const { data: tama } = await network.admin.create('driver', { organisation_id: 1, name: 'Tama', keys: ['B20002'] })
  expect(await driversOf(truck.id)).toEqual(['Aroha', null, null])

  // The key of the last trip comes late.
  await truck.report([reports[late]!.report] as never)
  await followAll(network)
  expect((await shiftsOf(truck.id)).map(({ says }) => says)).toEqual(['A10001 Aroha', 'B20002 Tama'])
  expect((await shiftsOf(truck.id))[0]!.id).toBe(first!.id)
  expect(await driversOf(truck.id)).toEqual(['Aroha', null, 'Tama'])

  // Who drove the other trip is entered.
  const trip = (await network.admin.list('segment', { tracker_id: truck.id, kind: 'trip', has_driver: false })).data
  expect(trip).toHaveLength(1)
  const { began_at, ended_at } = trip[0]!
  const entered = { tracker_id: truck.id, driver_id: tama.id, began_at, ended_at }
  const { data: shift } = await network.admin.create('drivershift', entered)
  expect(await driversOf(truck.id)).toEqual(['Aroha', 'Tama', 'Tama'])
  await expect(network.admin.create('drivershift', { ...entered, driver_id: aroha.id })).rejects.toThrow(/^began_at: /)
  const of_tama = await network.admin.list('segment', { organisation_id: 1, driver_id: tama.id, kind: 'trip' })
  expect(of_tama.data).toHaveLength(2)

  // All is the same when it is found again.
  const before = await shiftsOf(truck.id)
  await sql`update movement_checkpoint set dirty_from = '2020-01-01', dirty_until = now()
    where tracker_id = ${truck.id}`.execute(network.db)
  await followAll(network)
  expect(await shiftsOf(truck.id)).toEqual(before)
  expect(await driversOf(truck.id)).toEqual(['Aroha', 'Tama', 'Tama'])

  await expect(network.admin.remove('drivershift', first!.id)).rejects.toThrow(/a key says so/)
  await network.admin.update('drivershift', { id: shift.id, driver_id: aroha.id })
  expect(await driversOf(truck.id)).toEqual(['Aroha', 'Aroha', 'Tama'])
  await network.admin.remove('drivershift', shift.id)
  expect(await driversOf(truck.id)).toEqual(['Aroha', null, 'Tama'])
  await truck.stop()
})

it('who is entered without an end drives until the next is, and may drive two trackers', async () => {
  const [one, two] = [await startTracker(network, 'one'), await startTracker(network, 'two')]
  const { data: hine } = await network.admin.create('driver', { organisation_id: 1, name: 'Hine' })
  const { data: rua } = await network.admin.create('driver', { organisation_id: 1, name: 'Rua' })
  const enter = (tracker_id: number, driver_id: number, began_at: string) =>
    network.admin.create('drivershift', { tracker_id, driver_id, began_at })
  await enter(one.id, hine.id, '2026-11-20T08:00:00Z')
  await enter(two.id, hine.id, '2026-11-20T09:00:00Z')
  await enter(one.id, rua.id, '2026-11-20T12:00:00Z')
  expect(await shiftsOf(one.id)).toMatchObject([
    { says: 'person Hine', ended_at: '2026-11-20T12:00:00Z' },
    { says: 'person Rua', ended_at: null },
  ])
  const open = await network.admin.list('drivershift', { driver_id: hine.id, open: true })
  expect(open.data.map(({ tracker_id }) => tracker_id)).toEqual([two.id])
  await Promise.all([one.stop(), two.stop()])
})
