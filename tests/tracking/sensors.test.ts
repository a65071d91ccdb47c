import { beforeAll, expect, it } from 'vitest'
import { type Network, startTracker } from '../network.ts'
import { limitToGroup } from '../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let others: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  others = await makeOrganisation(network, 'others')
})

const report = (ago_s: number, attributes: Record<string, unknown>) => ({
  lat: -36.8,
  lon: 174.7,
  ts: new Date(Date.now() - ago_s * 1000).toISOString(),
  attributes,
})
const latestOf = async (tracker_id: number, client = network.admin) =>
  (await client.act('GET sensor/latest', { tracker_id })).data

it('what a tracker reports is read with its name, unit, calibration and words', async () => {
  const van = await startTracker(network, 'van-of-sensors')
  await van.report([
    report(60, { adc_1: 1.2, door: false, fuel: 40 }),
    report(50, { adc_1: 9, door: true }),
    report(40, { adc_1: 1.3, beacons: [{ temperature: 4.5 }] }),
  ] as never)
  const of = { tracker_id: van.id }
  const { data: made } = await network.admin.create('sensor', {
    ...of,
    name: 'Tank',
    path: 'adc_1',
    unit: 'l',
    points: [
      [0.5, 0],
      [2.5, 100],
    ],
    median_of: 3,
  })
  expect(made).toMatchObject({ organisation_id: 1, tracker_name: 'van-of-sensors', factor: 1, states: null })
  await network.admin.create('sensor', {
    ...of,
    name: 'Door',
    path: 'door',
    states: [
      { value: 0, text: 'closed' },
      { value: 1, text: 'open' },
    ],
    sort_order: 1,
  })
  await network.admin.create('sensor', {
    ...of,
    name: 'Load',
    path: 'beacons.0.temperature',
    unit: '°C',
    sort_order: 2,
  })
  await network.admin.create('sensor', { ...of, name: 'Nothing', path: 'humidity', sort_order: 3 })
  expect(await latestOf(van.id)).toMatchObject([
    { name: 'Tank', value: 40, unit: 'l', of: 'tracker', state: null },
    { name: 'Door', value: 1, state: 'open' },
    { name: 'Load', value: 4.5 },
    { name: 'Nothing', value: null, at: null },
  ])
  const attributes = await network.admin.act('GET sensor/attributes', { organisation_id: 1, tracker_id: van.id })
  expect(attributes.data.map(({ path, value }) => [path, value])).toEqual([
    ['adc_1', 1.3],
    ['door', 1],
    ['fuel', 40],
  ])
  const all = await network.admin.act('GET sensor/attributes', { organisation_id: 1 })
  expect(all.data.map(({ path }) => path)).toContain('adc_1')

  await network.admin.update('sensor', { id: made.id, points: null, factor: 10, median_of: 1 })
  expect((await latestOf(van.id))[0]).toMatchObject({ value: 13 })
  for (const points of [
    [
      [1, 0],
      [1, 5],
    ],
    [[1, 0]],
  ]) {
    await expect(network.admin.update('sensor', { id: made.id, points })).rejects.toMatchObject({ status: 400 })
  }
  await expect(network.admin.create('sensor', { ...of, name: 'tank', path: 'fuel' })).rejects.toMatchObject({
    code: 'name_conflict',
  })
  await van.stop()
})

it('values over time are thinned out, calibrated, with gaps, also as CSV', async () => {
  const pump = await startTracker(network, 'pump-of-sensors')
  const minutes = (ago: number, fuel: number, others = {}) => report(ago * 60, { fuel, ...others })
  await pump.report([
    minutes(300, 10),
    minutes(290, 90, { beacons: [{ temperature: 3 }] }),
    minutes(280, 12),
    minutes(100, 50),
    minutes(99, 51),
  ] as never)
  const make = (body: { name: string; path: string }) =>
    network.admin.create('sensor', { tracker_id: pump.id, ...body })
  const { data: level } = await make({ name: 'Level', path: 'fuel' })
  const { data: load } = await make({ name: 'Load', path: 'beacons.0.temperature' })
  await network.admin.update('sensor', { id: level.id, factor: 2, unit: 'l' })
  const now = Date.now()
  const query = {
    tracker_id: pump.id,
    from: new Date(now - 6 * 3600_000).toISOString(),
    until: new Date(now).toISOString(),
  }
  const all = await network.admin.act('GET sensor/values', { ...query, sensor_ids: [level.id, load.id] })
  const [fuel, cold] = all.data
  expect(fuel).toMatchObject({ name: 'Level', unit: 'l', count: 5, minimum: 20, maximum: 180 })
  expect(fuel!.points.map(([, value]) => value)).toEqual([20, 180, 24, null, 100, 102])
  expect(cold!.points.map(([, value]) => value)).toEqual([3])
  const few = await network.admin.act('GET sensor/values', { ...query, sensor_ids: [level.id], points: 20 })
  expect(few.data[0]!.points.map(([, value]) => value)).toContain(180)
  for (const wrong of [{ until: query.from }, { from: '2024-01-01T00:00:00Z' }]) {
    await expect(network.admin.act('GET sensor/values', { ...query, ...wrong })).rejects.toMatchObject({ status: 400 })
  }
  const parameters = new URLSearchParams({ ...query, tracker_id: String(pump.id), format: 'csv' })
  const csv = await fetch(`${network.url}/api/v1/sensor/values?${parameters}`, {
    headers: { authorization: `Bearer ${network.token}` },
  })
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect((await csv.text()).split('\n')[0]).toContain('Level (l)')
  await expect(others.administrator.client.act('GET sensor/values', query)).rejects.toMatchObject({ status: 404 })
  await pump.stop()
})

it('of several with one name the nearest applies: the tracker, its groups, the organisation', async () => {
  const north = await makePerson(network, 'nina', 1, 'Staff')
  const south = await makePerson(network, 'sue', 1, 'Staff')
  const group_id = await limitToGroup(network, north.id, 1, 'North')
  await limitToGroup(network, south.id, 1, 'South')
  const within = await network.admin.create('trackergroup', { name: 'Far north', parent_id: group_id })
  const bus = await startTracker(network, 'bus-of-sensors', { group_id: within.data.id } as never)
  await bus.report([report(10, { fuel: 50 })] as never)
  const factorOf = async () => (await latestOf(bus.id)).find(({ name }) => name === 'Diesel')?.value

  await network.admin.create('sensor', { name: 'Diesel', path: 'fuel', factor: 2 })
  expect(await factorOf()).toBe(100)
  await network.admin.create('sensor', { name: 'diesel', path: 'fuel', factor: 3, group_id })
  await network.admin.update('tracker', { id: bus.id, name: 'Bus' })
  expect((await latestOf(bus.id)).map(({ name, value, of }) => [name, value, of])).toContainEqual([
    'diesel',
    150,
    'group',
  ])
  const { data: own } = await north.client.create('sensor', {
    name: 'DIESEL',
    path: 'fuel',
    factor: 4,
    tracker_id: bus.id,
  })
  expect(await latestOf(bus.id, north.client)).toMatchObject([{ name: 'DIESEL', value: 200, of: 'tracker' }])

  // Who is limited to groups sees those of theirs, and makes none for others.
  expect((await north.client.list('sensor')).data.map(({ name }) => name).sort()).toEqual(['DIESEL', 'diesel'])
  expect((await south.client.list('sensor')).data).toEqual([])
  for (const { client } of [south, others.administrator]) {
    await expect(latestOf(bus.id, client)).rejects.toMatchObject({ status: 404 })
    await expect(client.update('sensor', { id: own.id, factor: 9 })).rejects.toMatchObject({ status: 404 })
    await expect(client.create('sensor', { name: 'A', path: 'fuel', tracker_id: bus.id })).rejects.toMatchObject({
      status: 404,
    })
    const { data } = await client.act('GET sensor/attributes', { organisation_id: 1, tracker_id: bus.id })
    expect(data).toEqual([])
  }
  await expect(north.client.create('sensor', { name: 'A', path: 'fuel' })).rejects.toMatchObject({ status: 403 })
  await expect(north.client.create('sensor', { name: 'A', path: 'fuel', group_id })).rejects.toMatchObject({
    status: 403,
  })
  await bus.stop()
})

it('what is filled into a tank and lost from it is found in its level', async () => {
  const truck = await startTracker(network, 'truck-with-a-tank')
  const levelAt = (minute: number) => 100 + (minute >= 40 ? 80 : 0) - (minute >= 80 ? 25 : 0)
  const parked = Array.from({ length: 120 }, (_, minute) => report((120 - minute) * 60, { fuel: levelAt(minute) }))
  for (let i = 0; i < parked.length; i += 20) await truck.report(parked.slice(i, i + 20) as never)
  const { data: tank } = await network.admin.create('sensor', {
    tracker_id: truck.id,
    name: 'Tank',
    path: 'fuel',
    unit: 'l',
    fuel_step: 10,
  })
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const query = { tracker_id: truck.id, sensor_id: tank.id, from: ago(180), until: ago(-1) }
  const { data: fuel } = await network.admin.act('GET sensor/fuel', query)
  expect(fuel).toMatchObject({ name: 'Tank', unit: 'l', first: 100, last: 155, filled: 80, lost: 25, used: 0 })
  expect(fuel.steps.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['filled', 100, 180],
    ['lost', 180, 155],
  ])
  expect(Date.parse(fuel.steps[0]!.at) - Date.parse(fuel.steps[0]!.began_at)).toBe(60_000)

  const other = await network.admin.create('sensor', { tracker_id: truck.id, name: 'Weight', path: 'load' })
  for (const [wrong, status] of [
    [{ until: ago(200) }, 400],
    [{ from: ago(40 * 24 * 60) }, 400],
    [{ sensor_id: other.data.id }, 400],
    [{ sensor_id: 999_999 }, 404],
  ] as const) {
    await expect(network.admin.act('GET sensor/fuel', { ...query, ...wrong })).rejects.toMatchObject({ status })
  }
  await expect(others.administrator.client.act('GET sensor/fuel', query)).rejects.toMatchObject({ status: 404 })
})

it('the sum of tanks is one level: fillings are judged on it, and a missing tank is no fall', async () => {
  const lorry = await startTracker(network, 'lorry-of-sums')
  const of = { tracker_id: lorry.id, unit: 'l' }
  await network.admin.create('sensor', { ...of, name: 'Left', path: 'fuel_1' })
  const { data: right } = await network.admin.create('sensor', { ...of, name: 'Right', path: 'fuel_2', factor: 2 })
  const { data: sum } = await network.admin.create('sensor', {
    ...of,
    name: 'Fuel',
    sum_of: ['left', 'Right'],
    fuel_step: 20,
    low: 50,
  })
  expect(sum).toMatchObject({ path: '', sum_of: ['left', 'Right'] })
  const at = (minutes: number, fuel_1: number, fuel_2: number | null) =>
    report(minutes * 60, { fuel_1, ...(fuel_2 !== null && { fuel_2 }) })
  // From 100 to 180 in all; one report in between has one tank only.
  const reports = Array.from({ length: 12 }, (_, i) =>
    at(120 - i * 5, i < 6 ? 60 : 80, i === 3 ? null : i < 6 ? 20 : 50),
  )
  await lorry.report([...reports, at(2, 70, null)] as never)
  expect((await latestOf(lorry.id)).find(({ name }) => name === 'Fuel')).toMatchObject({
    value: 180,
    sum_of: ['left', 'Right'],
  })
  const now = Date.now()
  const period = { from: new Date(now - 4 * 3600_000).toISOString(), until: new Date(now).toISOString() }
  const { data: fuel } = await network.admin.act('GET sensor/fuel', {
    tracker_id: lorry.id,
    sensor_id: sum.id,
    ...period,
  })
  expect(fuel).toMatchObject({ first: 100, last: 180, filled: 80, lost: 0 })
  const { data: values } = await network.admin.act('GET sensor/values', {
    tracker_id: lorry.id,
    sensor_ids: [sum.id],
    ...period,
  })
  expect(values[0]).toMatchObject({ count: 11, minimum: 100, maximum: 180 })
  const alerts = async () =>
    (await network.admin.list('alert', { tracker_id: lorry.id })).data.filter(({ kind }) => kind === 'sensor')
  expect(await alerts()).toEqual([])
  await lorry.report([report(1, { fuel_1: 5, fuel_2: 10 })] as never)
  expect((await alerts()).map(({ sensor }) => sensor)).toEqual(['Fuel 25 l'])

  const refused = (change: Promise<unknown>, field: string | undefined) =>
    expect(change).rejects.toMatchObject({ ...(field && { field }) })
  const make = (body: object) => network.admin.create('sensor', { ...of, name: 'Other', ...body } as never)
  await refused(make({ sum_of: ['Left', 'Nowhere'] }), 'sum_of.1')
  await refused(make({ sum_of: ['Left', 'Fuel'] }), 'sum_of.1')
  await refused(make({ sum_of: ['Left', 'LEFT'] }), 'sum_of.1')
  await refused(make({ sum_of: ['Left', 'Right'], unit: 'gal' }), 'sum_of.0')
  await refused(make({ sum_of: ['Left', 'Right'], path: 'fuel' }), 'path')
  await refused(make({ sum_of: ['Left', 'Right'], factor: 2 }), 'factor')
  await refused(make({}), 'path')
  await refused(network.admin.update('sensor', { id: right.id, unit: 'gal' }), 'unit')
  await refused(network.admin.update('sensor', { id: right.id, name: 'Rear' }), 'name')
  await refused(
    network.admin.update('sensor', { id: right.id, path: '', factor: 1, sum_of: ['Left', 'Fuel'] }),
    'sum_of.1',
  )
  await expect(network.admin.remove('sensor', right.id)).rejects.toMatchObject({ status: 476 })
  const elsewhere = others.administrator.client.create('sensor', {
    name: 'Theirs',
    unit: 'l',
    sum_of: ['Left', 'Right'],
  })
  await refused(elsewhere, 'sum_of.0')
  await lorry.stop()
})
