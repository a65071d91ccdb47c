import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judgeLate } from '#gateway/alerts/late.ts'
import { type Network, startNetwork, startTracker } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson } from '../../seeds/people.ts'
import { followAll } from './truth.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const MINUTE = 60_000
const depot = { longitude: 174.7633, latitude: -36.8485 }

/** Reports each half minute, from some minutes ago to others: in the depot, or some hundred metres away. */
const stay = (from: number, to: number, inside: boolean) =>
  Array.from({ length: (from - to) * 2 }, (_, i) => ({
    lat: depot.latitude + (inside ? 0 : 0.008),
    lon: depot.longitude,
    speed: 0,
    ts: new Date(Date.now() - from * MINUTE + i * 30_000).toISOString(),
  }))

/** What began before a member has asked is not news, and before a boundary was drawn no visit of it. */
async function backdate() {
  for (const table of ['alert_watch', 'boundary', 'webhook_endpoint'])
    await sql`update ${sql.table(table)} set created_at = now() - interval '1 day'`.execute(network.db)
}

async function notified(alert_id: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select d.address from message m
    join message_delivery d on d.message_id = m.id where m.alert_id = ${alert_id} and d.channel = 'email'
    order by d.address`.execute(network.db)
  return rows.map(({ address }) => address)
}
const alertsOf = async (tracker_id: number, kind: 'arrived' | 'departed' | 'late') =>
  (await network.admin.list('alert', { tracker_id, kind, sort: 'id' })).data

it('an arrival and a departure are notified once, to who has asked and still sees the tracker', async () => {
  const truck = await startTracker(network, 'truck', { name: 'Truck 7' })
  const staff = await makePerson(network, 'dana', 1, 'Staff')
  const limited = await makePerson(network, 'lee', 1, 'Staff')
  const circle = { center: [depot.longitude, depot.latitude], radius_m: 300 }
  const { data: boundary } = await network.admin.create('boundary', { name: 'Depot', circle } as never)
  const of = { tracker_id: truck.id, boundary_id: boundary.id }
  await staff.client.create('alertrequest', { ...of, kind: 'arrived' })
  await staff.client.create('alertrequest', { ...of, kind: 'departed', once: false })
  await limited.client.create('alertrequest', { ...of, kind: 'arrived', once: false })
  await network.admin.create('alertrequest', { ...of, kind: 'arrived', once: false })
  await expect(staff.client.create('alertrequest', { ...of, kind: 'arrived' })).rejects.toMatchObject({ status: 409 })
  const url = 'https://example.com/hook'
  const hook = { name: 'Hook', url, types: ['visit.began', 'visit.ended', 'trip.ended'] } as never
  const { data: endpoint } = await network.admin.create('webhookendpoint', hook)
  await backdate()
  await limitToGroup(network, limited.id, 1, 'South')
  expect((await limited.client.list('alertrequest')).data).toEqual([])

  await truck.report([...stay(14, 10, false), ...stay(10, 4, true)] as never)
  await followAll(network)
  const arrived = await alertsOf(truck.id, 'arrived')
  expect(arrived).toHaveLength(1)
  expect(arrived[0]).toMatchObject({ boundary_name: 'Depot', ended_at: arrived[0]!.started_at })
  await expect.poll(() => notified(arrived[0]!.id)).toEqual(['admin@example.com', 'dana@example.com'])
  expect((await staff.client.list('alertrequest')).data.map(({ kind }) => kind)).toEqual(['departed'])

  await truck.report(stay(3, 0, false) as never)
  await followAll(network)
  const departed = await alertsOf(truck.id, 'departed')
  expect(departed).toHaveLength(1)
  await expect.poll(() => notified(departed[0]!.id)).toEqual(['dana@example.com'])

  // Found again, and with a late report: nothing is new.
  await truck.report(stay(12, 11, false).slice(0, 1) as never)
  await sql`update movement_checkpoint set dirty_from = '2020-01-01', dirty_until = now()
    where tracker_id = ${truck.id}`.execute(network.db)
  await followAll(network)
  expect(await alertsOf(truck.id, 'arrived')).toHaveLength(1)
  expect(await alertsOf(truck.id, 'departed')).toHaveLength(1)
  const { data: queued } = await network.admin.list('webhookdelivery', { webhook_endpoint_id: endpoint.id, sort: 'id' })
  const visits = queued.filter(({ type }) => type.startsWith('visit'))
  expect(visits.map(({ type }) => type)).toEqual(['visit.began', 'visit.ended'])
  expect(JSON.parse(visits[1]!.body)).toMatchObject({
    timestamp: new Date(departed[0]!.started_at).toISOString(),
    data: { boundary: { id: boundary.id, name: 'Depot' }, visit: { ended_at: expect.any(String) } },
  })
  await truck.stop()
})

it('is asked only of trackers and boundaries that one sees, and of no old history', async () => {
  const van = await startTracker(network, 'van')
  const theirs = await makeOrganisation(network, 'theirs')
  const circle = { center: [depot.longitude, depot.latitude], radius_m: 300 }
  const { data: yard } = await network.admin.create('boundary', { name: 'Yard', circle } as never)
  const of = { tracker_id: van.id, boundary_id: yard.id, kind: 'arrived' } as const
  await expect(theirs.administrator.client.create('alertrequest', of)).rejects.toMatchObject({ status: 404 })
  const { data: own } = await theirs.administrator.client.create('boundary', { name: 'Own', circle } as never)
  await expect(network.admin.create('alertrequest', { ...of, boundary_id: own.id })).rejects.toMatchObject({
    status: 404,
    field: 'boundary_id',
  })
  await network.admin.create('alertrequest', of)
  await backdate()
  await van.report([...stay(240, 230, false), ...stay(230, 200, true), ...stay(199, 195, false)] as never)
  await followAll(network)
  const { data: visits } = await network.admin.list('segment', { tracker_id: van.id, kind: 'visit' })
  expect(visits.length).toBeGreaterThan(0)
  expect(await alertsOf(van.id, 'arrived')).toEqual([])
  await van.stop()
})

it('a tracker that has not come by a time is late once, for who has asked, until it comes', async () => {
  const circle = { center: [depot.longitude, depot.latitude + 1], radius_m: 300 }
  const { data: yard } = await network.admin.create('boundary', { name: 'Late yard', circle } as never)
  const late = await startTracker(network, 'late', { name: 'Late truck' })
  const there = await startTracker(network, 'there')
  const at = (from: number, to: number, inside: boolean) =>
    stay(from, to, inside).map((report) => ({ ...report, lat: report.lat + 1 }))
  const expected_at = new Date(Date.now() + MINUTE).toISOString()
  const of = { boundary_id: yard.id, kind: 'late', expected_at } as const
  const refused = (body: object) =>
    expect(network.admin.create('alertrequest', { tracker_id: late.id, ...of, ...body } as never)).rejects
  await refused({ expected_at: new Date(Date.now() - MINUTE).toISOString() }).toMatchObject({ field: 'expected_at' })
  await refused({ expected_at: undefined }).toMatchObject({ field: 'expected_at' })
  await refused({ kind: 'arrived' }).toMatchObject({ field: 'expected_at' })
  await refused({ weekdays: [8] }).toMatchObject({ status: 400, field: 'weekdays.0' })
  const day = new Date(Date.now() + 3 * 24 * 60 * MINUTE)
  const weekday = day.getUTCDay() || 7
  const staff = await makePerson(network, 'ria', 1, 'Staff')
  await sql`update user_account set timezone = 'UTC'`.execute(network.db)
  for (const tracker_id of [late.id, there.id]) await network.admin.create('alertrequest', { tracker_id, ...of })
  await staff.client.create('alertrequest', { tracker_id: late.id, ...of, once: false, weekdays: [weekday] })
  await backdate()
  await sql`update alert_watch set expected_at = now() - interval '5 minutes' where kind = 'late'`.execute(network.db)
  await there.report([...at(14, 10, false), ...at(10, 0, true)] as never)
  await late.report(at(14, 1, false) as never)
  await followAll(network)
  expect(await Promise.all([judgeLate(network.db), judgeLate(network.db)])).toContain(true)
  await judgeLate(network.db)
  network.server.gateway.alerting.notify()
  expect(await alertsOf(there.id, 'late')).toEqual([])
  const [alert, ...more] = await alertsOf(late.id, 'late')
  expect(more).toEqual([])
  expect(alert).toMatchObject({ boundary_name: 'Late yard', ended_at: null })
  await expect.poll(() => notified(alert!.id)).toEqual(['admin@example.com', 'ria@example.com'])
  // What was asked once is over; the other is expected again on its day of the week, at the same time.
  expect((await network.admin.list('alertrequest', { kind: 'late' })).data).toEqual([])
  const [next] = (await staff.client.list('alertrequest', { kind: 'late' })).data
  expect(new Date(next!.expected_at!).getUTCDay() || 7).toBe(weekday)
  expect(Date.parse(next!.expected_at!)).toBeGreaterThan(Date.now())
  expect((Date.parse(next!.expected_at!) - Date.parse(alert!.started_at)) % (24 * 60 * MINUTE)).toBe(0)

  await late.report(at(0.5, 0, true) as never)
  await followAll(network)
  await judgeLate(network.db)
  expect((await alertsOf(late.id, 'late'))[0]!.ended_at).not.toBeNull()
  await late.stop()
  await there.stop()
})
