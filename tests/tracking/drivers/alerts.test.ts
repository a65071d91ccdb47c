import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiContext } from '#api/context.ts'
import { transact } from '#api/crud/transact.ts'
import { remindOfLicences } from '#api/tracking/drivers/licences.ts'
import { makeDriverAlerts } from '#db/alerts/drivers.ts'
import { followAll } from '../../gateway/movement/truth.ts'
import { type Network, startNetwork, startTracker } from '../../network.ts'
import { makePerson } from '../../seeds/people.ts'

let network: Network
let admin: Network['admin']
beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
  admin = network.admin
})
afterAll(() => network.stop())

const makeDriver = async (name: string, more: object = {}) =>
  (await admin.create('driver', { organisation_id: 1, name, ...more })).data.id
const makeTracker = async (number: string) =>
  (await admin.create('tracker', { organisation_id: 1, number, name: `Truck ${number}` })).data.id
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const alertsOf = async (tracker_id: number) =>
  (await admin.list('alert', { tracker_id, sort: 'id' })).data.map(
    ({ kind, driver, ended_at }) => `${kind} ${driver} ${ended_at === null ? 'open' : 'ended'}`,
  )
const judge = () => makeDriverAlerts(network.db).run()

it('a driver whose licence has expired is an alert when they begin to drive, until another drives', async () => {
  const tracker_id = await makeTracker('a1')
  const expired = await makeDriver('Aroha', { licence_expires_on: '2020-01-31' })
  const valid = await makeDriver('Tama', { licence_expires_on: '2099-01-31' })
  const begin = (driver_id: number, minutes = 0) =>
    admin.create('drivershift', { tracker_id, driver_id, began_at: ago(minutes) })
  await begin(expired, 3)
  await begin(expired)
  expect(await alertsOf(tracker_id)).toEqual(['licence_expired Aroha open'])
  await expect
    .poll(async () => (await admin.list('message', { kind: 'alert' })).data.map(({ subject }) => subject))
    .toEqual(['The licence of Aroha, who drives Truck a1, has expired'])
  await judge()
  expect(await alertsOf(tracker_id)).toEqual(['licence_expired Aroha open'])
  await begin(valid)
  expect(await alertsOf(tracker_id)).toEqual(['licence_expired Aroha ended'])
  // What was entered of earlier is history.
  const other = await makeTracker('a2')
  await admin.create('drivershift', { tracker_id: other, driver_id: expired, began_at: ago(20) })
  expect(await alertsOf(other)).toEqual([])
})

it('a key that no driver has is an alert, once, also when it is found again, until a driver has it', async () => {
  await makeDriver('Mere', { keys: ['AB01'] })
  const truck = await startTracker(network, 'a3', { name: 'Truck a3' })
  const fix = (seconds: number, driver?: string) => ({
    lat: -36.8,
    lon: 174.7 - seconds / 6000,
    speed: 15,
    ts: new Date(Date.now() - seconds * 1000).toISOString(),
    attributes: { ignition: true, ...(driver && { driver }) },
  })
  const minutes = (from: number, to: number) =>
    Array.from({ length: (from - to) * 2 }, (_, i) => fix(from * 60 - i * 30))
  await truck.report([...minutes(12, 8), fix(475, 'FF-99'), ...minutes(7, 1)] as never)
  await followAll(network)
  expect(await alertsOf(truck.id)).toEqual(['unknown_key FF99 open'])
  await sql`update movement_checkpoint set dirty_from = '2020-01-01', dirty_until = now()
    where tracker_id = ${truck.id}`.execute(network.db)
  await followAll(network)
  // Late, between reports that are stored.
  await truck.report([fix(400, 'FF99')] as never)
  await followAll(network)
  await judge()
  expect(await alertsOf(truck.id)).toEqual(['unknown_key FF99 open'])
  await makeDriver('Hine', { keys: ['FF99'] })
  expect(await alertsOf(truck.id)).toEqual(['unknown_key FF99 ended'])
  await truck.stop()
})

it('a planned driver who does not come is an alert after half an hour, until they come', async () => {
  const [one, two, three] = [await makeTracker('a4'), await makeTracker('a5'), await makeTracker('a6')]
  const [rua, whetu, kahu] = [await makeDriver('Rua'), await makeDriver('Whetu'), await makeDriver('Kahu')]
  const { rows } = await sql<{ day: string; from_time: string; to_time: string }>`
    select to_char(l.at, 'YYYY-MM-DD') as day, to_char(l.at, 'HH24:MI') as from_time,
      to_char(l.at + interval '8 hours', 'HH24:MI') as to_time
    from organisation o, lateral (select (now() - interval '40 minutes') at time zone o.timezone as at) l
    where o.id = 1`.execute(network.db)
  const { day: starts_on, ...times } = rows[0]!
  const plan = (tracker_id: number, driver_id: number) =>
    admin.create('plannedshift', { tracker_id, driver_id, starts_on, ...times })
  const { data: first } = await plan(one, rua)
  await plan(two, whetu)
  await judge()
  expect(await alertsOf(one)).toEqual([])
  await plan(three, kahu)
  await sql`update planned_shift set modified_at = now() - interval '2 hours' where tracker_id = any(${[one, two]}::bigint[])`.execute(
    network.db,
  )
  await admin.create('drivershift', { tracker_id: three, driver_id: whetu, began_at: ago(20) })
  await Promise.all([judge(), judge()])
  await judge()
  expect([await alertsOf(one), await alertsOf(two), await alertsOf(three)]).toEqual([['no_show Rua open'], [], []])
  await admin.create('drivershift', { tracker_id: one, driver_id: rua, began_at: ago(0) })
  await judge()
  expect(await alertsOf(one)).toEqual(['no_show Rua ended'])
  await admin.remove('plannedshift', first.id)
  await judge()
  expect(await alertsOf(one)).toEqual(['no_show Rua ended'])
})

it('administrators are reminded of a licence 30 and 7 days before it expires, and when it has, once each', async () => {
  const id = await makeDriver('Expiring')
  const expires = (days: number) =>
    sql`update driver d set licence_expires_on = (now() at time zone o.timezone)::date + ${days}::int
      from organisation o where o.id = d.organisation_id and d.id = ${id}`.execute(network.db)
  const subject = 'The licence of Expiring expires'
  const reminders = async () =>
    (await admin.list('message', { limit: 100 })).data.filter((message) => message.subject === subject).length
  // The server's own task takes part: whichever is first, each reminder is one.
  const context = { db: network.db, notifyDelivery() {}, publishLive() {} } as unknown as ApiContext
  const run = () => Promise.all([0, 1].map(() => transact(context, remindOfLicences)))
  const counts: number[] = []
  for (const days of [31, 30, 20, 7, 1, -1, -2]) {
    await expires(days)
    await run()
    await run()
    counts.push(await reminders())
  }
  // Each day here is another expiry, so that each within the month is reminded of.
  expect(counts).toEqual([0, 1, 2, 3, 4, 5, 5])
})

it('administrators and drivers are reminded of a licence in their own languages', async () => {
  const { id: user_id } = await makePerson(network, 'hemi', 1, 'User')
  const id = await makeDriver('Hemi', { user_id })
  await sql`update user_account set locale = case when id = ${user_id} then 'mi-NZ' else 'de' end`.execute(network.db)
  await sql`update driver d set licence_expires_on = (now() at time zone o.timezone)::date + 7
    from organisation o where o.id = d.organisation_id and d.id = ${id}`.execute(network.db)
  const context = { db: network.db, notifyDelivery() {}, publishLive() {} } as unknown as ApiContext
  await transact(context, remindOfLicences)
  const { rows: sent } = await sql<{ subject: string }>`select m.subject from message m
    where m.subject in ('Der Führerschein von Hemi läuft ab', 'Ka mōnehu tō raihana taraiwa') order by 1`.execute(
    network.db,
  )
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Der Führerschein von Hemi läuft ab',
    'Ka mōnehu tō raihana taraiwa',
  ])
})
