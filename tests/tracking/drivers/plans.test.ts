import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let client: Organisation['administrator']['client']
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'planners')
  client = ours.administrator.client
  await sql`update organisation set timezone = 'Pacific/Auckland' where id = ${ours.id}`.execute(network.db)
})

const makeTracker = async (number: string, group_id: number | null = null) =>
  (await client.create('tracker', { organisation_id: ours.id, number, name: `Truck ${number}`, group_id })).data.id
const makeDriver = async (name: string, more: object = {}) =>
  (await client.create('driver', { organisation_id: ours.id, name, ...more })).data.id
const timesOf = async (driver_id: number, from: string, to: string) =>
  (await client.act('GET plannedshifts/times', { organisation_id: ours.id, driver_id, from, to })).data.map(
    ({ begins_at, ends_at }) =>
      `${new Date(begins_at).toISOString()} ${(Date.parse(ends_at) - Date.parse(begins_at)) / 3_600_000}`,
  )
const day = { from_time: '08:00', to_time: '16:00' }

it('a plan is repeated on days of the week until a day, without those that are left out', async () => {
  const [tracker_id, driver_id] = [await makeTracker('p1'), await makeDriver('Aroha')]
  const week = { starts_on: '2028-03-06', until_on: '2028-03-17', weekdays: [5, 1], not_on: ['2028-03-10'] }
  const { data: plan } = await client.create('plannedshift', { tracker_id, driver_id, ...week, ...day })
  expect(plan).toMatchObject({ weekdays: [1, 5], driver_name: 'Aroha', tracker_name: 'Truck p1' })
  expect(Date.parse(plan.next_at!)).toBe(Date.parse('2028-03-05T19:00:00Z'))
  expect(await timesOf(driver_id, '2028-03-01T00:00:00Z', '2028-04-01T00:00:00Z')).toEqual([
    '2028-03-05T19:00:00.000Z 8',
    '2028-03-12T19:00:00.000Z 8',
    '2028-03-16T19:00:00.000Z 8',
  ])
})

it('a shift over midnight keeps its wall clock where that changes: an hour longer, or shorter', async () => {
  const [tracker_id, driver_id] = [await makeTracker('p2'), await makeDriver('Night')]
  const night = { from_time: '22:00', to_time: '06:00', weekdays: [6, 7] }
  // The clocks of New Zealand go back on 2 April 2028, and forward on 24 September.
  const spring = { starts_on: '2028-09-23', until_on: '2028-09-24' }
  await client.create('plannedshift', {
    tracker_id,
    driver_id,
    ...night,
    starts_on: '2028-04-01',
    until_on: '2028-04-02',
  })
  await client.create('plannedshift', { tracker_id, driver_id, ...night, ...spring })
  expect(await timesOf(driver_id, '2028-04-01T00:00:00Z', '2028-04-04T00:00:00Z')).toEqual([
    '2028-04-01T09:00:00.000Z 9',
    '2028-04-02T10:00:00.000Z 8',
  ])
  expect(await timesOf(driver_id, '2028-09-22T00:00:00Z', '2028-09-26T00:00:00Z')).toEqual([
    '2028-09-23T10:00:00.000Z 7',
    '2028-09-24T09:00:00.000Z 8',
  ])
})

it('a driver is in one place at a time, and a tracker has one driver', async () => {
  const [one, two] = [await makeTracker('p3'), await makeTracker('p4')]
  const [hine, rua] = [await makeDriver('Hine'), await makeDriver('Rua')]
  const plan = (tracker_id: number, driver_id: number, more: object = {}) =>
    client.create('plannedshift', { tracker_id, driver_id, starts_on: '2028-05-01', ...day, ...more })
  const { data: first } = await plan(one, hine, { until_on: '2028-05-31', weekdays: [1, 2, 3, 4, 5] })
  await expect(plan(two, hine, { starts_on: '2028-05-03', from_time: '15:00', to_time: '20:00' })).rejects.toThrow(
    'driver_id: Hine is planned for Truck p3 from 2028-05-03 08:00.',
  )
  const nights = { starts_on: '2028-05-04', from_time: '20:00', to_time: '08:30' }
  await expect(plan(one, rua, nights)).rejects.toThrow(
    'tracker_id: Hine is planned for this tracker from 2028-05-05 08:00.',
  )
  const { data: night } = await plan(one, rua, { ...nights, to_time: '08:00' })
  await expect(client.update('plannedshift', { id: night.id, to_time: '08:01' })).rejects.toThrow(/^tracker_id: Hine/)
  await client.update('plannedshift', { id: first.id, not_on: ['2028-05-05'] })
  await client.update('plannedshift', { id: night.id, to_time: '08:01' })
  // Two at the same time, of which one is refused.
  const both = await Promise.allSettled([1, 2].map(() => plan(two, rua, { starts_on: '2028-06-01' })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it.each([
  ['tracker_id: give a tracker or a group.', { tracker_id: null }],
  ['weekdays: on which days', { until_on: '2028-07-31' }],
  ['until_on: until when', { weekdays: [1] }],
  ['until_on: is before', { weekdays: [1], until_on: '2028-06-30' }],
  ['until_on: is more than 366 days', { weekdays: [1], until_on: '2029-08-01' }],
  ['weekdays: there is no such day', { weekdays: [1], until_on: '2028-07-02' }],
  ['driver_id', { driver_id: 999_999 }],
])('refuses with the field: %s', async (reason, more) => {
  const plan = { tracker_id: await makeTracker(`p-${reason}`), driver_id: await makeDriver('Nobody'), ...day, ...more }
  const refusal = await client.create('plannedshift', { ...plan, starts_on: '2028-07-01' }).catch((error) => error)
  expect(`${refusal.field}: ${refusal.message.replace(/^\w+: /, '')}`).toContain(reason)
})

it('gives trips a driver where nothing else does, and says so', async () => {
  const tracker_id = await makeTracker('p5')
  const [tama, mere] = [await makeDriver('Tama'), await makeDriver('Mere')]
  const at = (day: string, hour: number) =>
    new Date(Date.parse(`${day}T00:00:00+13:00`) + hour * 3_600_000).toISOString()
  const trip = (from: number, until: number) =>
    writeSegment(network.db, {
      organisation_id: ours.id,
      tracker_id,
      kind: 'trip',
      from: at('2026-11-09', from),
      until: at('2026-11-09', until),
    })
  await trip(9, 10)
  await trip(11, 12)
  await trip(15.5, 18)
  const drivers = async () =>
    (await client.list('segment', { tracker_id, kind: 'trip', sort: 'began_at' })).data.map(
      ({ driver_name, driver_planned }) => `${driver_name} ${driver_planned}`,
    )
  const plan = { tracker_id, driver_id: tama, starts_on: '2026-11-09', ...day }
  const { data: planned } = await client.create('plannedshift', plan)
  expect(await drivers()).toEqual(['Tama true', 'Tama true', 'null false'])
  const shift = { tracker_id, driver_id: mere, began_at: at('2026-11-09', 11), ended_at: at('2026-11-09', 12) }
  const { data: entered } = await client.create('drivershift', shift)
  expect(await drivers()).toEqual(['Tama true', 'Mere false', 'null false'])
  // A key that no driver has: another person drove.
  await sql`update driver_shift set source = 'key', key = 'EE01', driver_id = null where id = ${entered.id}`.execute(
    network.db,
  )
  await client.update('plannedshift', { id: planned.id, to_time: '18:00' })
  expect(await drivers()).toEqual(['Tama true', 'null false', 'Tama true'])
  await client.update('plannedshift', { id: planned.id, driver_id: mere })
  expect(await drivers()).toEqual(['Mere true', 'null false', 'Mere true'])
  await client.remove('plannedshift', planned.id)
  expect(await drivers()).toEqual(['null false', 'null false', 'null false'])
})

it('a driver sees their own shifts, also of a tracker that they do not see; a plan goes with its driver', async () => {
  const user = await makePerson(network, 'planned', ours.id, 'User')
  const [tracker_id, driver_id] = [await makeTracker('p6'), await makeDriver('Whetu', { user_id: user.id })]
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await client.create('plannedshift', { tracker_id, driver_id, starts_on: tomorrow, ...day })
  const mine = async () => (await user.client.act('GET plannedshifts/mine', { organisation_id: ours.id })).data
  expect(await mine()).toMatchObject([{ day: tomorrow, tracker_name: 'Truck p6' }])
  expect((await user.client.list('plannedshift', {})).data).toEqual([])
  await client.remove('driver', driver_id)
  expect(await mine()).toEqual([])
})

it('Staff of a group plan its trackers, its drivers and the group; what is moved away is out of their sight', async () => {
  const staff = await makePerson(network, 'north-plans', ours.id, 'Staff')
  const group_id = await limitToGroup(network, staff.id, ours.id, 'North')
  const { data: south } = await client.create('trackergroup', { organisation_id: ours.id, name: 'South' })
  const [north, other] = [await makeTracker('p7', group_id), await makeTracker('p8', south.id)]
  const hine = await makeDriver('Hine of North', { group_id })
  const plan = (of: object, starts_on: string) =>
    staff.client.create('plannedshift', { driver_id: hine, starts_on, ...day, ...of })
  const { data: own } = await plan({ tracker_id: north }, '2028-08-01')
  await plan({ group_id }, '2028-08-02')
  await expect(plan({ tracker_id: other }, '2028-08-03')).rejects.toThrow(/no such tracker/)
  await expect(plan({ group_id: south.id }, '2028-08-03')).rejects.toThrow(/no such group/)
  await expect(staff.client.update('plannedshift', { id: own.id, tracker_id: other })).rejects.toThrow(
    /no such tracker/,
  )
  await client.update('tracker', { id: north, group_id: south.id })
  expect((await staff.client.list('plannedshift', {})).data.map(({ group_name }) => group_name)).toEqual(['North'])
  // The plan still stands, and its tracker is not named.
  await expect(plan({ group_id }, '2028-08-01')).rejects.toThrow(
    'driver_id: Hine of North is planned from 2028-08-01 08:00.',
  )
})

it('who drives now is the driver of the shift that runs, else who is planned, but not where another key is in', async () => {
  const [tracker_id, hana] = [await makeTracker('p-now', null), await makeDriver('Hana', { phone: '021 555 010' })]
  const now = async (of: Person = ours.administrator) =>
    (await of.client.act('GET tracker/driver', { tracker_id })).data
  expect(await now()).toMatchObject({ driver_id: null, name: null, planned: false })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' })
  const starts_on = today.format(Date.now() - 86_400_000)
  const until_on = today.format(Date.now() + 86_400_000)
  const always = { from_time: '00:00', to_time: '00:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }
  await client.create('plannedshift', { tracker_id, driver_id: hana, starts_on, until_on, ...always })
  expect(await now()).toMatchObject({ driver_id: hana, name: 'Hana', phone: '+6421555010', planned: true })

  // Who sees the tracker sees the name, and the record only with the right to it.
  const owner = await makePerson(network, 'now-owner', ours.id, 'User')
  await client.update('tracker', { id: tracker_id, owner_user_id: owner.id })
  expect(await now(owner)).toMatchObject({ driver_id: null, name: 'Hana', phone: null, planned: true })

  const rua = await makeDriver('Rua now')
  const minute_ago = new Date(Date.now() - 60_000).toISOString()
  const { data: shift } = await client.create('drivershift', { tracker_id, driver_id: rua, began_at: minute_ago })
  expect(await now()).toMatchObject({ driver_id: rua, name: 'Rua now', planned: false, until: null })
  await client.update('drivershift', { id: shift.id, ended_at: new Date().toISOString() })
  expect(await now()).toMatchObject({ driver_id: hana, planned: true })
  await sql`insert into driver_shift (organisation_id, tracker_id, source, key, began_at)
    values (${ours.id}, ${tracker_id}, 'key', 'FF77', now())`.execute(network.db)
  expect(await now()).toMatchObject({ driver_id: null, name: null, planned: false })
})
