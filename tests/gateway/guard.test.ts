import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork, startTracker } from '../network.ts'
import { limitToGroup } from '../seeds/groups.ts'
import { makeOrganisation, makePerson } from '../seeds/people.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

/** A fix some metres north of where it is parked, some seconds ago. */
const fix = (metres: number, ago_s: number, others = {}) => ({
  lat: -36.8 + metres / 111_195,
  lon: 174.7,
  ts: new Date(Date.now() - ago_s * 1000).toISOString(),
  ...others,
})
const off = { attributes: { ignition: false } }
const on = { attributes: { ignition: true } }

const alertsOf = async (tracker_id: number) =>
  (await network.admin.list('alert', { tracker_id, kind: 'guard', sort: 'id' })).data
const guardOf = async (tracker_id: number) => (await network.admin.list('trackerguard', { tracker_id })).data[0]!

it('a tracker that leaves where it was parked is one alert, also across a restart and late reports', async () => {
  const van = await startTracker(network, 'van', { name: 'Van 3' } as never)
  // Armed before it has any position: its first fix is where it is parked.
  const { data: guard } = await network.admin.create('trackerguard', { tracker_id: van.id, armed: true })
  expect(guard).toMatchObject({ armed: true, armed_by: 'person', position: null, radius_m: null })
  await van.report([fix(0, 0, { accuracy: 50 })] as never)
  expect(await guardOf(van.id)).toMatchObject({ radius_m: 100, outside: false })
  const { data: again } = await network.admin.update('trackerguard', { id: guard.id, armed: true })
  expect(again.position).toEqual({ type: 'Point', coordinates: [174.7, -36.8] })
  await sql`update tracker_guard set armed_at = now() - interval '1 hour' where id = ${guard.id}`.execute(network.db)
  await sql`update tracker_state set event_id = event_id, judged_at = now() - interval '1 hour'
    where tracker_id = ${van.id}`.execute(network.db)

  await van.report([fix(300, 60)] as never)
  // Another process continues from here: nothing of it is in memory.
  await sql`update tracker_state set event_id = event_id where tracker_id = ${van.id}`.execute(network.db)
  await van.report([fix(300, 120)] as never)
  expect(await alertsOf(van.id)).toEqual([])
  await van.report([fix(300, 50, { accuracy: 400 }), fix(400, 40), fix(900, 30)] as never)
  const [alert, ...more] = await alertsOf(van.id)
  expect(more).toEqual([])
  expect(alert).toMatchObject({ ended_at: null, boundary_id: null, rule: null })
  expect(await guardOf(van.id)).toMatchObject({ armed: true, outside: true })
  await expect
    .poll(async () => (await network.admin.list('message', { kind: 'alert' })).data.map(({ subject }) => subject))
    .toEqual(['Van 3 has left where it was parked'])

  // Disarmed, the alert is over, and what follows raises none.
  await network.admin.update('trackerguard', { id: guard.id, armed: false })
  await van.report([fix(2000, 5), fix(2000, 1)] as never)
  expect((await alertsOf(van.id)).map(({ ended_at }) => ended_at !== null)).toEqual([true])
  expect(await guardOf(van.id)).toMatchObject({ armed: false, outside: false, position: null })
  await van.stop()
})

it('the ignition arms and disarms it; a removed guard ends its alert', async () => {
  const car = await startTracker(network, 'car')
  const { data: guard } = await network.admin.create('trackerguard', { tracker_id: car.id, on_ignition: true })
  await car.report([fix(0, 60, on), fix(0, 50, off)] as never)
  expect(await guardOf(car.id)).toMatchObject({ armed: true, armed_by: 'ignition', radius_m: 75 })
  await car.report([fix(0, 40, on), fix(500, 30, on), fix(900, 20, on)] as never)
  expect(await guardOf(car.id)).toMatchObject({ armed: false })
  await car.report([fix(900, 10, off), fix(1200, 9), fix(1300, 8)] as never)
  expect((await alertsOf(car.id)).map(({ ended_at }) => ended_at)).toEqual([null])
  await network.admin.remove('trackerguard', guard.id)
  expect((await alertsOf(car.id)).map(({ ended_at }) => ended_at !== null)).toEqual([true])
  await car.report([fix(1400, 5), fix(1500, 4)] as never)
  expect(await alertsOf(car.id)).toHaveLength(1)
  await car.stop()
})

it('hours arm it; those who do not see a tracker do not guard it, and what is switched off is said', async () => {
  const north = await makePerson(network, 'nora', 1, 'Staff')
  const south = await makePerson(network, 'sam', 1, 'Staff')
  const other = await makeOrganisation(network, 'others')
  const group_id = await limitToGroup(network, north.id, 1, 'North')
  await limitToGroup(network, south.id, 1, 'South')
  const bus = await startTracker(network, 'bus', { group_id } as never)
  for (const { client } of [south, other.administrator]) {
    await expect(client.create('trackerguard', { tracker_id: bus.id })).rejects.toMatchObject({ status: 404 })
  }
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }
  const made = north.client.create('trackerguard', {
    tracker_id: bus.id,
    schedule: { timezone: 'Pacific/Nowhere', weekly: [always] },
  })
  await expect(made).rejects.toMatchObject({ status: 400, field: 'schedule' })
  const { data: guard } = await north.client.create('trackerguard', {
    tracker_id: bus.id,
    schedule: { timezone: 'Pacific/Auckland', weekly: [always] },
  })
  await bus.report([fix(0, 60), fix(10, 50)] as never)
  expect(await guardOf(bus.id)).toMatchObject({ armed: true, armed_by: 'schedule' })
  expect((await south.client.list('trackerguard')).data).toEqual([])
  await expect(south.client.update('trackerguard', { id: guard.id, armed: false })).rejects.toMatchObject({
    status: 404,
  })
  // By hand for the present hours.
  await north.client.update('trackerguard', { id: guard.id, armed: false })
  await bus.report([fix(0, 40), fix(10, 30)] as never)
  expect(await guardOf(bus.id)).toMatchObject({ armed: false })

  await network.admin.call('POST', 'organisationconfig/save', { alert_kinds: ['speeding'] })
  await expect(north.client.update('trackerguard', { id: guard.id, armed: true })).rejects.toMatchObject({
    code: 'not_possible',
  })
  await bus.stop()
})
