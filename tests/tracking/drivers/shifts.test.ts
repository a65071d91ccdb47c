import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import type { Network } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson, type Organisation } from '../../seeds/people.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let client: Organisation['administrator']['client']
let aroha: number
let rua: number
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'relief')
  client = ours.administrator.client
  const make = async (name: string, key: string) =>
    (await client.create('driver', { organisation_id: ours.id, name, keys: [key] })).data.id
  aroha = await make('Aroha', '481001')
  rua = await make('Rua', '481002')
})

const makeTracker = async (number: string, group_id: number | null = null) =>
  (await client.create('tracker', { organisation_id: ours.id, number, name: number, group_id })).data.id
const shiftsOf = async (tracker_id: number) =>
  (await client.list('drivershift', { tracker_id, sort: 'began_at' })).data.map(
    ({ driver_name, source, ended_at }) => `${driver_name ?? '?'} ${source} ${ended_at === null ? 'drives' : 'ended'}`,
  )
const hours = (h: number) => new Date(Date.now() + h * 3_600_000).toISOString()

it('a driver in the cab relieves who a dispatcher has entered, and a dispatcher who has signed on in the cab', async () => {
  const tracker_id = await makeTracker('relief-1')
  const { code } = (await client.act('POST tracker/cabcode', { id: tracker_id })).data
  const guest = createClient({ base: network.url, token: () => null, retries: 0 })
  const entered = { tracker_id, driver_id: aroha, began_at: hours(-3), ended_at: hours(5) }
  const { data: first } = await client.create('drivershift', entered)
  await guest.act('POST cab/drive', { code, key: '481002', drives: true })
  expect(await shiftsOf(tracker_id)).toEqual(['Aroha person ended', 'Rua person drives'])
  const { ended_at } = (await client.read('drivershift', first.id)).data
  expect(Date.parse(ended_at!)).toBeLessThanOrEqual(Date.now())

  const again = (await client.list('drivershift', { tracker_id, open: true })).data[0]!
  const begin = (driver_id: number) => client.create('drivershift', { tracker_id, driver_id, began_at: hours(0) })
  expect((await begin(rua)).data.id).toBe(again.id)
  await begin(aroha)
  expect(await shiftsOf(tracker_id)).toEqual(['Aroha person ended', 'Rua person ended', 'Aroha person drives'])
  // A shift that has ended is not changed by one that begins within its time.
  await expect(client.create('drivershift', { tracker_id, driver_id: rua, began_at: hours(-2) })).rejects.toThrow(
    'began_at: Aroha is entered for this time.',
  )
})

it('a shift that a key has ended in between does not continue', async () => {
  const tracker_id = await makeTracker('relief-2')
  await client.create('drivershift', { tracker_id, driver_id: aroha, began_at: hours(-9) })
  await sql`insert into driver_shift (organisation_id, tracker_id, source, key, began_at, ended_at)
    values (${ours.id}, ${tracker_id}, 'key', 'FF01', ${hours(-6)}, ${hours(-5)})`.execute(network.db)
  await client.create('drivershift', { tracker_id, driver_id: aroha, began_at: hours(-1) })
  expect(await shiftsOf(tracker_id)).toEqual(['Aroha person ended', '? key ended', 'Aroha person drives'])
})

it('the last shift of a tracker takes its driver off the trips when it is removed', async () => {
  const tracker_id = await makeTracker('relief-3')
  const [began_at, ended_at] = [hours(-4), hours(-3)]
  const trip = { organisation_id: ours.id, tracker_id, kind: 'trip', from: began_at, until: ended_at }
  await writeSegment(network.db, trip)
  const drivers = async () =>
    (await client.list('segment', { tracker_id, kind: 'trip' })).data.map(({ driver_name }) => driver_name)
  const { data: shift } = await client.create('drivershift', { tracker_id, driver_id: rua, began_at, ended_at })
  expect(await drivers()).toEqual(['Rua'])
  await client.remove('drivershift', shift.id)
  expect(await drivers()).toEqual([null])
})

it('Staff of a group begin shifts of its trackers and drivers, and no others', async () => {
  const staff = await makePerson(network, 'north-relief', ours.id, 'Staff')
  const group_id = await limitToGroup(network, staff.id, ours.id, 'North')
  const [north, south] = [await makeTracker('relief-4', group_id), await makeTracker('relief-5')]
  const { data: hine } = await client.create('driver', { organisation_id: ours.id, name: 'Hine', group_id })
  const begin = (tracker_id: number, driver_id: number) =>
    staff.client.create('drivershift', { tracker_id, driver_id, began_at: hours(0) })
  await expect(begin(south, hine.id)).rejects.toThrow(/no such tracker/)
  await expect(begin(north, rua)).rejects.toThrow(/no such driver/)
  await begin(north, hine.id)
  expect(await shiftsOf(north)).toEqual(['Hine person drives'])
})
