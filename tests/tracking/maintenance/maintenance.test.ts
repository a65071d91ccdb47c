import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { settleAll } from '#db/maintenance/settle.ts'
import { upload } from '../../files/uploads.ts'
import type { Network } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let client: Organisation['administrator']['client']
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'haulage')
  client = ours.administrator.client
})

const makeTracker = async (name: string, group_id: number | null = null) =>
  (await client.create('tracker', { organisation_id: ours.id, number: `${name}-1`, name, group_id } as never)).data.id

/** What a tracker did on a day, some days ago; today is 0. */
const drive = (tracker_id: number, days_ago: number, km: number, hours: number) =>
  sql`insert into tracker_day (organisation_id, tracker_id, day, distance_m, estimated_m, driving_s, idle_s, stops, visits)
    select o.id, ${tracker_id}, (now() at time zone o.timezone)::date - ${days_ago}::int, ${km * 1000}, 0,
      ${hours * 3600}, 0, 0, 0 from organisation o where o.id = ${ours.id}
    on conflict (organisation_id, tracker_id, day) do update
      set distance_m = excluded.distance_m, driving_s = excluded.driving_s`.execute(network.db)

const day = async (days_ago: number) => {
  const { rows } = await sql<{ day: string }>`select ((now() at time zone o.timezone)::date - ${days_ago}::int)::text
    as day from organisation o where o.id = ${ours.id}`.execute(network.db)
  return rows[0]!.day
}
const dueOf = async (tracker_id: number) =>
  (await client.act('GET maintenance/due', { organisation_id: ours.id, tracker_id })).data
const countersOf = async (tracker_id: number) => (await client.act('GET maintenance/counters', { tracker_id })).data
const alertsOf = async (tracker_id: number) =>
  (await client.list('alert', { tracker_id, kind: 'maintenance_due', sort: 'id' })).data

async function notified(alert_id: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select subject from message where alert_id = ${alert_id}`.execute(
    network.db,
  )
  return rows.map(({ subject }) => subject)
}

it('a plan is due by what was driven: one alert, which ends when it was done', async () => {
  const tracker_id = await makeTracker('Truck 7')
  const { data: plan } = await client.create('maintenanceplan', {
    organisation_id: ours.id,
    name: 'Service',
    tracker_id,
    every_m: 10_000_000,
    starts_on: await day(30),
  })
  expect(plan).toMatchObject({ tracker_name: 'Truck 7', group_name: null })
  await drive(tracker_id, 40, 5000, 1)
  await drive(tracker_id, 20, 4000, 40)
  await settleAll(network.db)
  expect(await dueOf(tracker_id)).toMatchObject([{ state: 'ok', used_m: 4_000_000, done_on: null }])
  expect(await alertsOf(tracker_id)).toEqual([])

  await drive(tracker_id, 2, 6000, 60)
  await Promise.all([settleAll(network.db), settleAll(network.db)])
  await settleAll(network.db)
  const [alert, ...others] = await alertsOf(tracker_id)
  expect([alert!.maintenance, alert!.maintenance_plan_id, alert!.ended_at, others]).toEqual([
    'Service',
    plan.id,
    null,
    [],
  ])
  await expect.poll(() => notified(alert!.id)).toEqual(['Truck 7: Service is due'])

  await client.create('maintenancedone', { tracker_id, maintenance_plan_id: plan.id, note: 'Oil and filters' })
  expect(await dueOf(tracker_id)).toMatchObject([{ state: 'ok', used_m: 0, used_days: 0 }])
  expect((await alertsOf(tracker_id)).map(({ ended_at }) => ended_at === null)).toEqual([false])
  await settleAll(network.db)
  expect(await alertsOf(tracker_id)).toHaveLength(1)

  // Switched off, what is due again raises none.
  const save = (alert_kinds: string[]) =>
    client.call('POST', 'organisationconfig/save', { organisation_id: ours.id, alert_kinds })
  await save(['speeding'])
  await drive(tracker_id, 0, 12_000, 60)
  await settleAll(network.db)
  expect(await alertsOf(tracker_id)).toHaveLength(1)
  await save(['maintenance_due'])
  await settleAll(network.db)
  expect((await alertsOf(tracker_id)).map(({ ended_at }) => ended_at === null)).toEqual([false, true])
})

it('counters count from what a person has read, and a correction changes what is due', async () => {
  const tracker_id = await makeTracker('Van 3')
  await drive(tracker_id, 3, 100, 2)
  await drive(tracker_id, 0, 50, 1)
  expect(await countersOf(tracker_id)).toMatchObject({ odometer_m: null, engine_h: null })
  await client.create('maintenancedone', { tracker_id, done_on: await day(4), odometer_m: 80_000_000, engine_h: 1000 })
  expect(await countersOf(tracker_id)).toMatchObject({ odometer_m: 80_150_000, engine_h: 1003 })
  // Read at noon: what was driven before is in it, what comes after is added; and late reports change days.
  await client.create('maintenancedone', { tracker_id, odometer_m: 90_000_000 })
  expect(await countersOf(tracker_id)).toMatchObject({ odometer_m: 90_000_000, engine_h: 1003 })
  await drive(tracker_id, 0, 70, 2)
  await drive(tracker_id, 3, 400, 3)
  expect(await countersOf(tracker_id)).toMatchObject({ odometer_m: 90_020_000, engine_h: 1005 })

  const { data: plan } = await client.create('maintenanceplan', {
    organisation_id: ours.id,
    name: 'Tyres',
    tracker_id,
    every_m: 2_000_000,
  })
  const { data: done } = await client.create('maintenancedone', { tracker_id, maintenance_plan_id: plan.id })
  expect(done.odometer_m).toBe(90_020_000)
  await client.create('maintenancedone', { tracker_id, odometer_m: 92_100_000 })
  expect(await dueOf(tracker_id)).toMatchObject([{ state: 'due', used_m: 2_080_000 }])
  expect(await alertsOf(tracker_id)).toHaveLength(1)
  await client.remove('maintenanceplan', plan.id)
  expect((await alertsOf(tracker_id)).map(({ ended_at }) => ended_at === null)).toEqual([false])
})

it('a plan of a group is for its trackers and those below; who sees some of them sees these', async () => {
  const north = (await client.create('trackergroup', { organisation_id: ours.id, name: 'North' })).data.id
  const city = (await client.create('trackergroup', { organisation_id: ours.id, name: 'City', parent_id: north })).data
  const near = await makeTracker('Near', city.id)
  const far = await makeTracker('Far')
  const lee = await makePerson(network, 'lee', ours.id, 'Staff')
  const south = await limitToGroup(network, lee.id, ours.id, 'South')
  const { data: plan } = await client.create('maintenanceplan', {
    organisation_id: ours.id,
    name: 'Inspection',
    group_id: north,
    every_days: 180,
    starts_on: await day(200),
  })
  const seen = async () =>
    (await lee.client.act('GET maintenance/due', { organisation_id: ours.id })).data?.map((row) => row.tracker_id) ?? []
  expect(await dueOf(near)).toMatchObject([{ plan_name: 'Inspection', state: 'overdue', used_days: 200 }])
  expect((await dueOf(far)) ?? []).toEqual([])
  expect(await seen()).toEqual([])
  const of_near = { tracker_id: near, maintenance_plan_id: plan.id }
  await expect(lee.client.create('maintenancedone', of_near)).rejects.toMatchObject({ status: 404 })
  await expect(client.create('maintenancedone', { ...of_near, tracker_id: far })).rejects.toMatchObject({ status: 404 })

  // The tracker moves: it has no plan any more, and the alert ends; then another, which has.
  await client.update('tracker', { id: near, group_id: south })
  await client.update('tracker', { id: far, group_id: north })
  await settleAll(network.db)
  expect((await alertsOf(near)).map(({ ended_at }) => ended_at === null)).toEqual([false])
  expect((await alertsOf(far)).map(({ ended_at }) => ended_at === null)).toEqual([true])
  await client.remove('tracker', far)
  await settleAll(network.db)
  expect(
    (await client.act('GET maintenance/due', { organisation_id: ours.id })).data?.map((row) => row.plan_name) ?? [],
  ).not.toContain('Inspection')
})

it('refuses what says nothing, and what is of others', async () => {
  const tracker_id = await makeTracker('Ute')
  const theirs = await makeOrganisation(network, 'couriers')
  const of = { organisation_id: ours.id, name: 'Check', tracker_id, every_days: 90 }
  await expect(client.create('maintenanceplan', { ...of, every_days: null })).rejects.toThrow(/^every_m: /)
  await expect(client.create('maintenanceplan', { ...of, tracker_id: null })).rejects.toThrow(/^tracker_id: /)
  await expect(
    theirs.administrator.client.create('maintenanceplan', { ...of, organisation_id: theirs.id }),
  ).rejects.toThrow(/^tracker_id: there is no tracker/)
  await expect(client.create('maintenancedone', { tracker_id })).rejects.toThrow(/^maintenance_plan_id: /)
  await expect(client.create('maintenancedone', { tracker_id, odometer_m: 1, done_on: await day(-1) })).rejects.toThrow(
    /^done_on: /,
  )
  const { data: plan } = await client.create('maintenanceplan', of)
  await expect(client.update('maintenanceplan', { id: plan.id, every_days: null })).rejects.toThrow(/^every_m: /)
})

it('the day on a label counts instead of the days of the plan', async () => {
  const tracker_id = await makeTracker('Labelled')
  const { data: plan } = await client.create('maintenanceplan', {
    organisation_id: ours.id,
    name: 'WoF',
    tracker_id,
    every_days: 365,
  })
  const record = { tracker_id, maintenance_plan_id: plan.id }
  const { data: done } = await client.create('maintenancedone', { ...record, next_on: await day(-10), cost: 8050 })
  expect(done).toMatchObject({ cost: 8050, currency: 'NZD', digits: 2 })
  expect(await dueOf(tracker_id)).toMatchObject([{ state: 'soon', due_on: await day(-10), next_on: await day(-10) }])
  await client.update('maintenancedone', { id: done.id, next_on: await day(-400) })
  expect(await dueOf(tracker_id)).toMatchObject([{ state: 'ok', used_days: 0, due_on: await day(-400) }])
  await client.update('maintenancedone', { id: done.id, next_on: null })
  expect(await dueOf(tracker_id)).toMatchObject([{ due_on: await day(-365) }])

  const wrong = (body: object) =>
    client.create('maintenancedone', { tracker_id, ...body } as never).then(
      () => null,
      ({ field }) => field,
    )
  expect(await wrong({ maintenance_plan_id: plan.id, next_on: await day(1) })).toBe('next_on')
  expect(await wrong({ odometer_m: 1000, next_on: await day(-1) })).toBe('next_on')

  const { info } = await client.list('maintenancedone', { tracker_id, sums: true } as never)
  expect(info.sums).toEqual({ cost: 8050 })
})

it('what is due is a calendar and a table, also of trackers with odd names', async () => {
  const tracker_id = await makeTracker('=Truck; 9')
  await client.create('maintenanceplan', { organisation_id: ours.id, name: 'Tyres', tracker_id, every_days: 30 })
  const read = async (format: string, { token } = ours.administrator) => {
    const query = `organisation_id=${ours.id}&tracker_id=${tracker_id}&format=${format}`
    const answer = await fetch(`${network.url}/api/v1/maintenance/due?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return [answer.headers.get('content-type'), await answer.text()] as const
  }
  const [type, ics] = await read('ics')
  expect(type).toContain('text/calendar')
  expect(ics).toContain('SUMMARY:Tyres: =Truck\\; 9')
  expect(ics).toContain(`DTSTART;VALUE=DATE:${(await day(-30)).replaceAll('-', '')}`)
  const [, csv] = await read('csv')
  expect(csv.split('\n')[1]).toContain("'=Truck; 9,ok,")

  // Who sees nothing of it leaves nothing in its audit log.
  const noted = async () => {
    const { data } = await client.list('auditlog', { organisation_id: ours.id, limit: 1000 })
    return data.filter(({ action }) => action === 'maintenance.export').length
  }
  const before = await noted()
  const stranger = await makeOrganisation(network, 'elsewhere')
  expect((await read('csv', stranger.administrator))[1].trim().split('\n')).toHaveLength(1)
  expect(before).toBe(2)
  expect(await noted()).toBe(before)
})

it('plans and what was done come from a spreadsheet, once', async () => {
  await makeTracker('Van A')
  const group_id = (await client.create('trackergroup', { organisation_id: ours.id, name: 'Vans' })).data.id
  await client.update('tracker', {
    id: (await client.list('tracker', { organisation_id: ours.id, search: 'Van A' })).data[0]!.id,
    group_id,
  })
  const send = async (kind: string, text: string) => {
    const file = Buffer.from(text).toString('base64')
    return (await client.act('POST import', { kind, organisation_id: ours.id, file })).data
  }
  const plans =
    'Name,Group,Number,Every (mi),Days\nService,Vans,,"6,000",365\nHoist check,,Van A-1,,180\nBoth,Vans,Van A-1,1,\n'
  expect(await send('maintenanceplan', plans)).toMatchObject({ created: 2, faults: [{ line: 4, field: 'group_id' }] })
  expect(await send('maintenanceplan', plans)).toMatchObject({ created: 0, updated: 0, same: 2 })
  const { data } = await client.list('maintenanceplan', { organisation_id: ours.id, group_id })
  expect(data).toMatchObject([{ name: 'Service', every_m: 9_656_064, every_days: 365 }])

  const records = [
    'IMEI,Service,Date,Expiry,Odometer,Cost',
    'Van A-1,service,01/02/2026,31/12/2026,"120,500","$1,234.50"',
    'Van A-1,Nothing,01/02/2026,,,',
    'Van A-1,Service,02/02/2026,,,12.345',
    'Van B-1,Service,02/02/2026,,,',
  ].join('\n')
  const taken = await send('maintenancedone', records)
  expect(taken).toMatchObject({ created: 1 })
  expect(taken.faults.map(({ line, field }) => [line, field])).toEqual([
    [3, 'plan'],
    [4, 'cost'],
    [5, 'number'],
  ])
  expect(await send('maintenancedone', records)).toMatchObject({ created: 0, same: 1 })
  expect((await client.list('maintenancedone', { organisation_id: ours.id, group_id })).data).toMatchObject([
    { done_on: '2026-02-01', next_on: '2026-12-31', odometer_m: 120_500_000, cost: 123_450, plan_name: 'Service' },
  ])
})

it('the invoice of a service is read by who sees the tracker, and goes with the record', async () => {
  const tracker_id = await makeTracker('Invoiced')
  const { data: done } = await client.create('maintenancedone', { tracker_id, odometer_m: 1000 })
  const { data: file } = await upload(network, ours.administrator.token, 'the invoice', { name: 'invoice.pdf' })
  await client.create('attachment', { file_id: file.id, maintenance_done_id: done.id } as never)
  const list = (of: typeof client) => of.list('attachment', { maintenance_done_id: done.id } as never)
  expect((await list(client)).data).toMatchObject([{ name: 'invoice.pdf', tracker_id: null }])
  const staff = await makePerson(network, 'kim', ours.id, 'Staff')
  expect((await list(staff.client)).data).toHaveLength(1)
  const theirs = await makeOrganisation(network, 'others')
  expect((await list(theirs.administrator.client)).data).toEqual([])
  await client.remove('maintenancedone', done.id)
  expect((await list(client)).data).toEqual([])
})
