import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectLive, type Device, type Network, startNetwork, startTracker } from '../network.ts'
import { limitToGroup } from '../seeds/groups.ts'
import { makeOrganisation, makePerson } from '../seeds/people.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

/** A fix some metres north of a place, some seconds ago. */
const fix = (metres: number, ago_s = 0, others = {}) => ({
  lat: -36.8 + metres / 111_195,
  lon: 174.7,
  speed: 0,
  ts: new Date(Date.now() - ago_s * 1000).toISOString(),
  ...others,
})
/** The task of the process may be at it already: then this one leaves it to that. */
const judge = () => network.server.gateway.alerting.proximity.judge()
const alertsOf = async (tracker_id: number) =>
  (await network.admin.list('alert', { tracker_id, kind: 'proximity', sort: 'id' })).data
const openOf = async (tracker_id: number) => (await alertsOf(tracker_id)).map(({ ended_at }) => ended_at === null)
const report = (device: Device, ...fixes: object[]) => device.report(fixes as never)
const subjects = async () => (await network.admin.list('message', { kind: 'alert' })).data.map(({ subject }) => subject)

it('two trackers that come near raise one alert, which ends when they part', async () => {
  const truck = await startTracker(network, 'p-truck', { name: 'Truck 7' })
  const van = await startTracker(network, 'p-van', { name: 'Van 2' })
  const { data: rule } = await network.admin.create('proximityrule', {
    name: 'Keep apart',
    tracker_id: truck.id,
    other_tracker_id: van.id,
    relation: 'nearer',
    distance_m: 100,
  })
  expect(rule).toMatchObject({ tracker_name: 'Truck 7', other_tracker_name: 'Van 2', group_name: null })
  await report(truck, fix(0, 30))
  await report(van, fix(500, 30))
  await judge()
  await expect.poll(() => alertsOf(truck.id)).toEqual([])

  // Both report at once, while it is judged in two places.
  await Promise.all([report(truck, fix(0, 20)), report(van, fix(80, 20)), judge(), judge()])
  await Promise.all([judge(), judge(), judge()])
  await expect.poll(() => openOf(truck.id)).toEqual([true])
  const [alert] = await alertsOf(truck.id)
  expect(alert).toMatchObject({
    other_tracker_id: van.id,
    other_tracker_name: 'Van 2',
    proximity_rule_id: rule.id,
    boundary_id: null,
    rule: null,
  })
  expect(alert!.distance_m).toBeCloseTo(80, 0)
  await expect.poll(subjects).toEqual(['Truck 7 is 80 m away from Van 2'])
  expect((await network.admin.act('GET explain', { tracker_id: truck.id, alert_id: alert!.id })).data).toMatchObject({
    alerts: [{ kind: 'proximity', other_tracker_name: 'Van 2' }],
    notified: { kind: 'proximity', recipients: [{ name: 'Administrator', notified: true }, { user_id: null }] },
  })

  // Late, inaccurate, and within the hysteresis: nothing changes.
  await report(van, fix(5000, 600), fix(300, 15, { accuracy: 500 }))
  await judge()
  await report(van, fix(105, 12))
  await judge()
  await expect.poll(() => openOf(truck.id)).toEqual([true])
  await report(van, fix(150, 10))
  await judge()
  await expect.poll(() => openOf(truck.id)).toEqual([false])

  // A report without a position leaves the fix before, and an old one is unknown.
  await report(van, fix(50, 8), fix(50, 6, { valid: false }))
  await judge()
  await expect.poll(() => openOf(truck.id)).toEqual([false, true])
  await sql`update tracker_state set fix_at = fix_at - interval '1 hour', received = received - interval '1 hour'
    where tracker_id = ${van.id}`.execute(network.db)
  await judge()
  await expect.poll(() => openOf(truck.id)).toEqual([false, true])
  await network.admin.remove('proximityrule', rule.id)
  await judge()
  await expect.poll(() => openOf(truck.id)).toEqual([false, false])
  await Promise.all([truck.stop(), van.stop()])
})

it('is for groups, hours and kinds that apply, and waits for its time', async () => {
  const group = async (name: string) => (await network.admin.create('trackergroup', { name })).data.id
  const [workers, cars] = [await group('Workers'), await group('Cars')]
  const worker = await startTracker(network, 'p-worker', { name: 'Ana', group_id: workers })
  const near = await startTracker(network, 'p-near', { name: 'Car 1', group_id: cars })
  const far = await startTracker(network, 'p-far', { name: 'Car 2', group_id: cars })
  const of = { group_id: workers, other_group_id: cars, relation: 'farther', distance_m: 500 } as const
  const { data: rule } = await network.admin.create('proximityrule', { ...of, name: 'Never alone', hold_s: 60 })
  await report(worker, fix(0, 90))
  await report(near, fix(300, 90))
  await report(far, fix(5000, 90))
  await judge()
  await expect.poll(() => alertsOf(worker.id)).toEqual([])
  await report(near, fix(800, 30))
  await judge()
  await expect.poll(() => alertsOf(worker.id)).toEqual([])
  await sql`update proximity_pair set since = since - interval '1 minute'`.execute(network.db)
  await judge()
  await expect.poll(() => alertsOf(worker.id)).toMatchObject([{ other_tracker_name: 'Car 1', ended_at: null }])

  // Another car is near now; then that car is moved to another group.
  await report(far, fix(100, 10))
  await judge()
  await expect.poll(() => openOf(worker.id)).toEqual([false])
  await network.admin.update('proximityrule', { id: rule.id, hold_s: 0 })
  await network.admin.update('tracker', { id: far.id, group_id: null })
  await judge()
  await expect.poll(() => openOf(worker.id)).toEqual([false, true])
  await network.admin.update('proximityrule', {
    id: rule.id,
    schedule: {
      timezone: 'UTC',
      weekly: [{ days: [((new Date().getUTCDay() + 2) % 7) + 1], from: '00:00', to: '00:00' }],
    },
  })
  await judge()
  await expect.poll(() => openOf(worker.id)).toEqual([false, false])
  await network.admin.update('proximityrule', { id: rule.id, schedule: null })
  await judge()
  await expect.poll(() => openOf(worker.id)).toEqual([false, false, true])
  // Alerts go with either of their trackers.
  await network.admin.remove('tracker', near.id)
  await judge()
  await expect.poll(() => alertsOf(worker.id)).toEqual([])

  await network.admin.create('trackergroupconfig', { group_id: workers, alert_kinds: ['speeding'] })
  await network.admin.update('tracker', { id: far.id, group_id: cars })
  await report(far, fix(900, 1))
  await judge()
  await expect.poll(() => alertsOf(worker.id)).toEqual([])
  await Promise.all([worker.stop(), near.stop(), far.stop()])
})

it('is known to those who see both trackers, and to no others', async () => {
  const [north, south] = [
    await makePerson(network, 'p-nora', 1, 'Staff'),
    await makePerson(network, 'p-sam', 1, 'Staff'),
  ]
  const others = await makeOrganisation(network, 'p-others')
  const north_id = await limitToGroup(network, north.id, 1, 'P North')
  const south_id = await limitToGroup(network, south.id, 1, 'P South')
  for (const { client } of [north, south]) await client.call('POST', 'userconfig/save', { alert_others_trackers: true })
  await network.admin.create('trackergroupconfig', { group_id: north_id, email_recipients: 'list@north.example' })
  const bus = await startTracker(network, 'p-bus', { name: 'Bus of the north', group_id: north_id })
  const spy = await startTracker(network, 'p-spy', { name: 'Secret of the south', group_id: south_id })
  const of = { tracker_id: bus.id, other_tracker_id: spy.id, relation: 'nearer', distance_m: 100 } as const
  for (const { client } of [north, south, others.administrator]) {
    await expect(client.create('proximityrule', { name: 'A', ...of, organisation_id: 1 })).rejects.toMatchObject({
      status: 404,
    })
  }
  await expect(
    north.client.create('proximityrule', { ...of, name: 'A', other_tracker_id: null, other_group_id: south_id }),
  ).rejects.toMatchObject({ status: 403 })
  const { data: rule } = await network.admin.create('proximityrule', { name: 'Both', ...of })
  const seen = await connectLive(network, { token: network.token, organisation_id: 1 })
  const hook = { url: 'https://hooks.example.com/alerts', types: ['alert.raised'] } as const
  const { data: all } = await network.admin.create('webhookendpoint', { ...hook, types: [...hook.types], name: 'All' })
  await network.admin.create('webhookendpoint', { ...hook, types: [...hook.types], name: 'N', group_ids: [north_id] })
  const live = await connectLive(network, { token: north.token, organisation_id: 1 })
  await report(bus, fix(0, 20))
  await report(spy, fix(10, 20))
  await judge()
  await expect.poll(() => openOf(bus.id)).toEqual([true])
  const [alert] = await alertsOf(bus.id)
  expect(alert).toMatchObject({ other_tracker_name: 'Secret of the south' })
  await network.admin.act('POST alert/acknowledge', { id: alert!.id })

  for (const { client, token } of [north, south, others.administrator]) {
    expect((await client.list('alert', { kind: 'proximity' })).data).toEqual([])
    expect((await client.list('proximityrule')).data).toEqual([])
    await expect(client.read('alert', alert!.id)).rejects.toMatchObject({ status: 404 })
    await expect(client.read('proximityrule', rule.id)).rejects.toMatchObject({ status: 404 })
    await expect(client.act('POST alert/acknowledge', { id: alert!.id })).rejects.toMatchObject({ status: 404 })
    await expect(client.update('proximityrule', { id: rule.id, note: 'x' })).rejects.toMatchObject({ status: 404 })
    const csv = await fetch(`${network.url}/api/v1/alerts?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(csv.status).toBeLessThan(300)
    expect(await csv.text()).not.toContain('Secret')
  }
  const asked = { tracker_id: bus.id, alert_id: alert!.id }
  await expect(north.client.act('GET explain', asked)).rejects.toMatchObject({ status: 404 })
  expect((await north.client.act('GET explain', { tracker_id: bus.id })).data.alerts).toEqual([])
  const again = await connectLive(network, { token: north.token, organisation_id: 1 })
  const pushed = [...live.received, ...again.received].filter(({ name }) => name === 'alert')
  expect(pushed).toEqual([])
  await seen.receive('alert', (body) => (body as { id: number }).id === alert!.id)

  const { data: calls } = await network.admin.list('webhookdelivery', {})
  expect(calls.map(({ webhook_endpoint_id }) => webhook_endpoint_id)).toEqual([all.id])
  expect(JSON.parse(calls[0]!.body).data).toMatchObject({
    alert: { kind: 'proximity', distance_m: expect.closeTo(10, 0) },
    tracker: { name: 'Bus of the north' },
    other: { name: 'Secret of the south' },
  })

  // Administrators get the mail. Members who see only one of the two trackers do not.
  await expect.poll(subjects).toContain('Bus of the north is 10 m away from Secret of the south')
  const { data: messages } = await network.admin.list('message', { search: 'Secret of the south' })
  expect(messages.map(({ recipients }) => recipients).join()).not.toMatch(/north.example|p-nora|p-sam/)
  // A member sees the alert as soon as they see both trackers.
  await network.admin.update('tracker', { id: spy.id, group_id: north_id })
  expect((await north.client.list('alert', { kind: 'proximity' })).data).toMatchObject([{ id: alert!.id }])
  expect((await north.client.list('proximityrule')).data).toMatchObject([{ id: rule.id }])
  seen.stop()
  live.stop()
  again.stop()
  await Promise.all([bus.stop(), spy.stop()])
})
