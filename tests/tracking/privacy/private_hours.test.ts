import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectLive, type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { makeOrganisation, makePerson, type Person } from '../../seeds/people.ts'

let network: Network
let person: Person
beforeAll(async () => {
  network = await startNetwork()
  person = await makePerson(network, 'pera', 1, 'User')
})
afterAll(() => network.stop())

const allow = (private_mode: boolean) =>
  network.admin.call('POST', 'organisationconfig/save', { organisation_id: 1, private_mode })
const keep = (tracker_id: number, is_private: boolean, { client } = person, until?: string) =>
  client.act('POST tracker/private', { tracker_id, private: is_private, ...(until && { until }) })
const at = (ago_s: number) => new Date(Date.now() - ago_s * 1000).toISOString()
const eventsOf = async (tracker_id: number) =>
  (await network.admin.list('trackerevent', { tracker_id, sort: 'fix_at' })).data
const forget = (tracker_id: number) =>
  sql`update tracker_state set event_id = event_id where tracker_id = ${tracker_id}`.execute(network.db)

/** In how many rows of the database a longitude stands, as a number in text or as the bytes of a position. */
async function rowsWith(longitude: number): Promise<number> {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(longitude)
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(network.db)
  let count = 0
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(name)} x
      where x::text ilike ${`%${bytes.toString('hex')}%`} or x::text like ${`%${longitude}%`}`.execute(network.db)
    count += rows[0]!.count
  }
  return count
}

it('what a person keeps private has a distance and no place, anywhere, also after a restart', async () => {
  const car = await startTracker(network, 'car', { owner_user_id: person.id })
  await expect(keep(car.id, true)).rejects.toMatchObject({ status: 476, field: 'private' })
  await allow(true)
  const live = await connectLive(network)
  await report(car, 174.1111, 60)
  await expect(keep(car.id, true, person, at(-25 * 3600))).rejects.toMatchObject({ status: 400, field: 'until' })
  await expect(keep(car.id, true, person, at(10))).rejects.toMatchObject({ status: 400, field: 'until' })
  expect((await keep(car.id, true)).data).toMatchObject({ tracker_id: car.id, private: true, allowed: true })
  // Of the time before: it was not private then.
  await report(car, 174.1122, 30)
  await report(car, 174.1133, -1, { event: 'home', alarm: 'geofence', attributes: { battery: 70, odometer: 8123 } })
  await forget(car.id)
  const twice = { ts: at(-2) }
  await report(car, 174.1144, 0, twice)
  await report(car, 174.1144, 0, twice)
  await report(car, 174.1155, -3)
  for (const longitude of [174.1133, 174.1144, 174.1155]) expect(await rowsWith(longitude)).toBe(0)
  expect(JSON.stringify(live.received)).not.toMatch(/174\.11(33|44|55)/)
  const { rows } = await sql<{ longitude: number }>`select st_x(position) as longitude from tracker_state
    where tracker_id = ${car.id}`.execute(network.db)
  expect(rows[0]!.longitude).toBe(174.1122)
  expect((await eventsOf(car.id)).slice(2)).toMatchObject([
    { event: 'private', alarm: null, position: null, attributes: { battery: 70, private: true } },
    { event: 'private', position: null, attributes: { private: true } },
    { event: 'private', position: null, attributes: { private: true } },
  ])
  expect((await network.admin.list('trackerprivacy', { tracker_id: car.id })).data).toMatchObject([
    { schedule: null, private: true },
  ])

  await keep(car.id, false)
  await report(car, 174.1166, -4)
  const last = (await eventsOf(car.id)).at(-1)!
  expect(last.position).toEqual({ type: 'Point', coordinates: [174.1166, -36.8] })
  // Two legs of 98 m; what lies between two processes is not known.
  const metres = (last.attributes as { private_m: number }).private_m
  expect(metres).toBeGreaterThan(190)
  expect(metres).toBeLessThan(205)
  await report(car, 174.1177, -5)
  expect((await eventsOf(car.id)).at(-1)!.attributes).toBeNull()
  live.stop()
  await car.stop()
})

it('who calls for help is found; what a device answers is withheld while it is private', async () => {
  const phone = await startTracker(network, 'phone', { owner_user_id: person.id })
  await allow(true)
  await keep(phone.id, true)
  await report(phone, 175.1111, -1, { alarm: 'sos' })
  expect((await eventsOf(phone.id)).at(-1)).toMatchObject({
    alarm: 'sos',
    position: { type: 'Point', coordinates: [175.1111, -36.8] },
  })
  await phone.stop()
})

it('outside of its working hours a tracker is private, by the time of the fix', async () => {
  const van = await startTracker(network, 'van')
  // Two hours, of which the present one is not: they ended an hour ago, or begin in an hour.
  const now = new Date()
  const clock = (hours: number) => `${new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 13)}:00`
  const weekly = [{ days: [1, 2, 3, 4, 5, 6, 7], from: clock(-3), to: clock(-1) }]
  const { data: hours } = await network.admin.create('trackerprivacy', {
    tracker_id: van.id,
    schedule: { timezone: 'UTC', weekly },
  })
  expect(hours).toMatchObject({ private: true, private_until: null, tracker_name: 'van' })
  // An hour before their end.
  const at_work = (120 + now.getUTCMinutes()) * 60
  await report(van, 176.1111, at_work)
  await report(van, 176.2222, 1)
  await report(van, 176.3333, 0)
  expect((await eventsOf(van.id)).map(({ position }) => position?.coordinates[0] ?? null)).toEqual([
    176.1111,
    null,
    null,
  ])
  expect(await rowsWith(176.2222)).toBe(0)
  // Nor does what another program has recorded come in, or what a person enters.
  const position = { type: 'Point' as const, coordinates: [176.5555, -36.8] }
  const points = [at_work + 1, 1200].map((ago_s) => ({ fix_at: at(ago_s), position }))
  expect((await network.admin.act('POST track/import', { tracker_id: van.id, points } as never)).data).toMatchObject({
    stored: 1,
    private: 1,
  })
  const entered = network.admin.create('trackerevent', { tracker_id: van.id, fix_at: at(1200), position } as never)
  await expect(entered).rejects.toMatchObject({ status: 400, field: 'fix_at' })
  await network.admin.update('trackerprivacy', { id: hours.id, schedule: null })
  await report(van, 176.4444, -1)
  expect((await eventsOf(van.id)).at(-1)!.position).toMatchObject({ coordinates: [176.4444, -36.8] })
  const wrong = network.admin.update('trackerprivacy', {
    id: hours.id,
    schedule: { timezone: 'Pacific/Nowhere', weekly },
  })
  await expect(wrong).rejects.toMatchObject({ status: 400, field: 'schedule' })
  await van.stop()
})

it('only who has it or drives it now keeps a tracker private', async () => {
  await allow(true)
  const truck = await startTracker(network, 'truck')
  const driver = await makePerson(network, 'dana', 1, 'User')
  const staff = await makePerson(network, 'stan', 1, 'Staff')
  const other = await makeOrganisation(network, 'elsewhere')
  const { data } = await network.admin.create('driver', { organisation_id: 1, name: 'Dana', user_id: driver.id })
  const listed = async ({ client }: Person) => (await client.call('GET', 'tracker/private', {})).data
  for (const one of [driver, staff, other.administrator]) {
    await expect(keep(truck.id, true, one)).rejects.toMatchObject({ status: 404, field: 'tracker_id' })
  }
  const shift = { tracker_id: truck.id, driver_id: data.id, began_at: at(60) }
  const { data: made } = await network.admin.create('drivershift', shift)
  expect(await listed(driver)).toMatchObject([{ tracker_id: truck.id, private: false, until: null }])
  expect((await keep(truck.id, true, driver)).data.private).toBe(true)
  await network.admin.update('drivershift', { id: made.id, ended_at: at(0) })
  expect(await listed(driver)).toEqual([])
  await expect(keep(truck.id, false, driver)).rejects.toMatchObject({ status: 404 })
  await expect(staff.client.create('trackerprivacy', { tracker_id: truck.id, schedule: null })).rejects.toMatchObject({
    status: 403,
  })
  await truck.stop()
})

/** @param ago_s seconds before now; negative for later, within what a clock may be ahead */
const report = (device: Device, lon: number, ago_s: number, others = {}) =>
  device.report([{ lat: -36.8, lon, ts: at(ago_s), accuracy: 5, ...others }] as never)
