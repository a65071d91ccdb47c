import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork, startTracker } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const report = (ago_s: number, attributes: Record<string, unknown>) => ({
  lat: -36.8,
  lon: 174.7,
  ts: new Date(Date.now() - ago_s * 1000).toISOString(),
  attributes,
})
const alertsOf = async (tracker_id: number) =>
  (await network.admin.list('alert', { tracker_id, kind: 'sensor', sort: 'id' })).data
const openOf = async (tracker_id: number) => (await alertsOf(tracker_id)).map(({ ended_at }) => ended_at === null)
/** Another process continues from here: nothing of it is in memory. */
const forget = (tracker_id: number) =>
  sql`update tracker_state set event_id = event_id where tracker_id = ${tracker_id}`.execute(network.db)

it('a value beyond its range for a time is one alert, also across a restart and late reports', async () => {
  const truck = await startTracker(network, 'fridge', { name: 'Truck 7' } as never)
  const sensor = { tracker_id: truck.id, name: 'Cold store', path: 'temperature_1', unit: '°C' }
  const limits = { high: 8, hold_s: 60, hysteresis: 1 }
  await network.admin.create('sensor', { ...sensor, ...limits })
  const at = (ago_s: number, temperature_1: number) => report(ago_s, { temperature_1 })
  await truck.report([at(600, 5), at(590, 9), at(580, 6), at(500, 9.1), at(470, 9.2)] as never)
  expect(await alertsOf(truck.id)).toEqual([])
  await forget(truck.id)
  await truck.report([report(450, { door: true }), at(440, 9.2), at(430, 11)] as never)
  const [alert, ...others] = await alertsOf(truck.id)
  expect(others).toEqual([])
  expect(alert).toMatchObject({ sensor: 'Cold store 9.2 °C', ended_at: null, boundary_id: null, rule: null })
  expect(Date.parse(alert!.raised_at) - Date.parse(alert!.started_at)).toBeGreaterThanOrEqual(60_000)
  await forget(truck.id)
  // Late ones, and one that is not back by the hysteresis.
  await truck.report([at(520, 3), at(300, 12), at(290, 7.5)] as never)
  expect(await openOf(truck.id)).toEqual([true])
  await truck.report([at(280, 7)] as never)
  expect(await openOf(truck.id)).toEqual([false])
  await truck.report([at(270, 9), at(200, 9)] as never)
  expect(await openOf(truck.id)).toEqual([false, true])
  await expect
    .poll(async () => (await network.admin.list('message', { kind: 'alert' })).data.map(({ subject }) => subject))
    .toEqual(['Truck 7: Cold store 9 °C is out of its range', 'Truck 7: Cold store 9.2 °C is out of its range'])
  await truck.stop()
})

it('raises one alert for each sensor, by smoothed and named values', async () => {
  const van = await startTracker(network, 'van')
  const of = { tracker_id: van.id }
  const states = [{ value: 1, text: 'open' }]
  await network.admin.create('sensor', { ...of, name: 'Door', path: 'door', states, high: 0.5 })
  await network.admin.create('sensor', { ...of, name: 'Tank', path: 'fuel', low: 20, median_of: 3 })
  const at = (ago_s: number, fuel: number, door = false) => report(ago_s, { fuel, door })
  await van.report([at(90, 50), at(80, 51), at(70, 0), at(60, 52, true)] as never)
  expect((await alertsOf(van.id)).map(({ sensor }) => sensor)).toEqual(['Door open'])
  await forget(van.id)
  await van.report([at(50, 10), at(40, 9)] as never)
  expect((await alertsOf(van.id)).map(({ sensor, ended_at }) => [sensor, ended_at === null])).toEqual([
    ['Door open', false],
    ['Tank 10', true],
  ])
  await van.stop()
})

it('is over when the sensor does not apply any more, has no limits, or is deleted', async () => {
  const { data: group } = await network.admin.create('trackergroup', { name: 'Cold' })
  const bus = await startTracker(network, 'bus', { group_id: group.id } as never)
  const { data: sensor } = await network.admin.create('sensor', {
    group_id: group.id,
    name: 'Load',
    path: 'load',
    high: 5,
  })
  let ago = 1000
  const raise = async () => {
    ago -= 10
    await bus.report([report(ago, { load: 9 })] as never)
  }
  await raise()
  expect(await openOf(bus.id)).toEqual([true])
  await network.admin.update('tracker', { id: bus.id, group_id: null })
  expect(await openOf(bus.id)).toEqual([false])
  await raise()
  await network.admin.update('tracker', { id: bus.id, group_id: group.id })
  await raise()
  expect(await openOf(bus.id)).toEqual([false, true])
  await network.admin.update('sensor', { id: sensor.id, high: null })
  expect(await openOf(bus.id)).toEqual([false, false])
  await raise()
  await network.admin.update('sensor', { id: sensor.id, low: 10 })
  await raise()
  expect(await openOf(bus.id)).toEqual([false, false, true])
  await network.admin.remove('sensor', sensor.id)
  await raise()
  expect(await openOf(bus.id)).toEqual([false, false, false])

  const wrong = network.admin.create('sensor', { tracker_id: bus.id, name: 'A', path: 'a', low: 3, high: 2 })
  await expect(wrong).rejects.toMatchObject({ status: 400, field: 'high' })
  // Switched off for the organisation, nothing is raised.
  await network.admin.call('POST', 'organisationconfig/save', { alert_kinds: ['speeding'] })
  await network.admin.create('sensor', { tracker_id: bus.id, name: 'Load', path: 'load', high: 5 })
  await raise()
  expect(await openOf(bus.id)).toHaveLength(3)
  await bus.stop()
})
