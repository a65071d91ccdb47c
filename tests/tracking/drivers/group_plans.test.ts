import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeDriverAlerts } from '#db/alerts/drivers.ts'
import { type Network, startNetwork } from '../../network.ts'
import { writeSegment } from '../../seeds/segments.ts'

let network: Network
let admin: Network['admin']
let north: number
let trackers: number[]
let [aroha, tama]: number[] = []

/** A whole second, which is written in one way. */
const now = Math.floor(Date.now() / 1000) * 1000
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
  admin = network.admin
  const group = async (name: string, parent_id: number | null) =>
    (await admin.create('trackergroup', { organisation_id: 1, name, parent_id })).data.id
  north = await group('North', null)
  const depot = await group('Depot', north)
  const make = async (number: string, group_id: number | null) =>
    (await admin.create('tracker', { organisation_id: 1, number, name: number, group_id })).data.id
  trackers = [await make('truck', depot), await make('van', north), await make('bus', null)]
  const driver = async (name: string) => (await admin.create('driver', { organisation_id: 1, name })).data.id
  aroha = await driver('Aroha')
  tama = await driver('Tama')
})
afterAll(() => network.stop())

beforeEach(async () => {
  for (const table of ['alert', 'segment', 'planned_shift', 'driver_shift']) {
    await sql`delete from ${sql.table(table)} where organisation_id = 1`.execute(network.db)
  }
})

/** From this many minutes ago, for three hours, by the clock of the organisation. */
async function plan(driver_id: number, minutes: number, group_id = north): Promise<void> {
  const { rows } = await sql<{ starts_on: string; from_time: string; to_time: string }>`
    select to_char(l.at, 'YYYY-MM-DD') as starts_on, to_char(l.at, 'HH24:MI') as from_time,
      to_char(l.at + interval '3 hours', 'HH24:MI') as to_time
    from organisation o, lateral (select ${ago(minutes)}::timestamptz at time zone o.timezone as at) l
    where o.id = 1`.execute(network.db)
  const { data } = await admin.create('plannedshift', { driver_id, group_id, ...rows[0]! })
  // Made before its shift begins.
  await sql`update planned_shift set modified_at = now() - interval '1 day' where id = ${data.id}`.execute(network.db)
}

const drive = (tracker_id: number, from: number, to: number) =>
  writeSegment(network.db, { organisation_id: 1, tracker_id, kind: 'trip', from: ago(from), until: ago(to) })
const plansOf = async (tracker_id: number) =>
  (await admin.list('segment', { tracker_id, kind: 'trip', sort: 'began_at' })).data.map(
    ({ driver_id, group_plan }) =>
      driver_id ?? (group_plan ? (group_plan.driver_name ?? group_plan.open_because) : null),
  )
const signOn = (tracker_id: number, driver_id: number, minutes: number) =>
  admin.create('drivershift', { tracker_id, driver_id, began_at: ago(minutes), ended_at: ago(minutes - 20) })

it('a plan of a group names who is likely where it is the only one, and one tracker of the group was driven', async () => {
  const [truck, , bus] = trackers as [number, number, number]
  await plan(aroha!, 150)
  await drive(truck, 140, 120)
  await drive(bus, 140, 120)
  // Half of it is before the plan; the tracker is in no group.
  await drive(truck, 190, 148)
  expect(await plansOf(truck)).toEqual([null, 'Aroha'])
  expect(await plansOf(bus)).toEqual([null])
})

it('it says why it names nobody: two trackers, two drivers, or the driver drove elsewhere', async () => {
  const [truck, van, bus] = trackers as [number, number, number]
  await plan(aroha!, 150)
  await drive(truck, 140, 120)
  await drive(van, 100, 80)
  expect(await plansOf(truck)).toEqual(['several_trackers'])
  await signOn(van, tama!, 100)
  expect(await plansOf(truck)).toEqual(['Aroha'])
  await plan(tama!, 150)
  expect(await plansOf(truck)).toEqual(['several_drivers'])
  // Who drove something else in that time is not meant.
  await signOn(bus, tama!, 140)
  expect(await plansOf(truck)).toEqual(['Aroha'])
  await signOn(van, aroha!, 128)
  expect(await plansOf(truck)).toEqual(['drove_elsewhere'])
})

it('it names nobody beside a key that no driver has', async () => {
  const [truck] = trackers as [number]
  await plan(aroha!, 150)
  await drive(truck, 140, 120)
  await sql`insert into driver_shift (organisation_id, tracker_id, source, key, began_at, ended_at)
    values (1, ${truck}, 'key', 'FF99', ${ago(140)}, ${ago(120)})`.execute(network.db)
  expect(await plansOf(truck)).toEqual([null])
})

const alerts = async () =>
  (await admin.list('alert', { kind: 'no_show', sort: 'id' })).data.map(
    ({ driver, group_name, ended_at }) => `${driver} ${group_name} ${ended_at === null ? 'open' : 'ended'}`,
  )
const judge = () => makeDriverAlerts(network.db).run()

it('who does not come is an alert once, until they drive any tracker', async () => {
  const [truck, , bus] = trackers as [number, number, number]
  await plan(aroha!, 40)
  await plan(tama!, 20)
  await Promise.all([judge(), judge()])
  await judge()
  expect(await alerts()).toEqual(['Aroha North open'])
  const subjects = async () => (await admin.list('message', { kind: 'alert' })).data.map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Aroha did not come to drive North')
  await admin.create('drivershift', { tracker_id: bus, driver_id: aroha!, began_at: ago(0) })
  await judge()
  expect(await alerts()).toEqual(['Aroha North ended'])
  expect(await plansOf(truck)).toEqual([])
})

it('a trip of the group without a driver may be theirs: no alert; each of two who are missing is one', async () => {
  const [truck, van] = trackers as [number, number]
  await plan(aroha!, 40)
  await plan(tama!, 40)
  await drive(van, 35, 10)
  await judge()
  expect(await alerts()).toEqual([])
  await sql`delete from segment where tracker_id = any(${[truck, van]}::bigint[])`.execute(network.db)
  await judge()
  await judge()
  expect((await alerts()).toSorted()).toEqual(['Aroha North open', 'Tama North open'])
})
