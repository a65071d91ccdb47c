import type { Kysely } from 'kysely'
import { DateTime } from 'luxon'
import type { Client } from '#api/client.ts'
import type { Database } from '#db/tables/index.ts'
import { palette } from '#messages/palette.ts'
import { addDemoPeople, type DemoPerson, demoPassword, holdsPassword, type SignIns } from '../demo_people.ts'
import type { Simulated } from './fleet.ts'

const TIMEZONE = 'Pacific/Auckland'

/** Those that a newcomer may want to be; the second drives the first truck. */
const people = {
  'demo.moana': { name: 'Moana Tipene', role_name: 'Staff', part: 'dispatcher of Freight' },
  'demo.rewi': { name: 'Rewi Paki', role_name: 'User', part: 'driver of Truck 07' },
} as const satisfies Record<string, DemoPerson>

const colours = palette.tracks.light

/** Groups with the group that each is in, and by which names their trackers begin. */
const groups = [
  { name: 'Freight', colour: colours[0] },
  { name: 'Trucks', parent: 'Freight', colour: colours[1], trackers: /^(Truck|Refrigerated)/ },
  { name: 'Vans', parent: 'Freight', colour: colours[2], trackers: /^Van/ },
  { name: 'Buses', colour: colours[3], trackers: /^Bus/ },
  { name: 'Field crew', colour: colours[4], trackers: /^(Ute|Trailer)/ },
  { name: 'Harbour', colour: colours[5], trackers: /^Launch/ },
]

/** Drivers with what they drive, and in how many days their licence expires. */
const drivers = [
  { name: 'Rewi Paki', of: 'Trucks', drives: 'Truck 07', expires: 400, keys: ['A1B2C3D4'] },
  { name: 'Grace Leota', of: 'Trucks', drives: 'Truck 02', expires: 12 },
  { name: 'Tane Mahuta', of: 'Trucks', drives: 'Truck 03', expires: 230 },
  { name: 'Olivia Brown', of: 'Vans', drives: 'Van 12', expires: 700 },
  { name: 'Samir Khan', of: 'Vans', drives: 'Van 14', expires: -6 },
  { name: 'Anahera Pou', of: 'Buses', drives: 'Bus 21', expires: 55 },
  { name: 'Peter van Dijk', of: 'Buses', drives: 'Bus 22', expires: 900 },
]

/** Finds or adds a dispatcher and a driver. @returns how they sign in; null where they, or their password, are others */
export async function registerOffice(
  db: Kysely<Database>,
  organisation_id: number,
  secret: string,
): Promise<(SignIns & { driver_id: number | null }) | null> {
  const password = demoPassword(secret, 'demo fleet')
  return db.transaction().execute(async (trx) => {
    const shown = Object.entries(people).map(([username, { part }]) => ({ username, part }))
    const holds = await holdsPassword(trx, 'demo.moana', password)
    if (holds !== null) return holds ? { password, people: shown, driver_id: null } : null
    const into = { organisation_id, password, timezone: TIMEZONE, domain: 'fleet.example' }
    const ids = await addDemoPeople(trx, people, into)
    return { password, people: shown, driver_id: ids.get('demo.rewi')! }
  })
}

/** Makes what the office of a fleet keeps, at the first start only: people may have changed it since. */
export async function makeOffice(client: Client, { organisation_id, trackers, driver_user_id }: Fleet): Promise<void> {
  const { info } = await client.list('trackergroup', { organisation_id, limit: 1 })
  if (info.total > 0) return
  const group_ids = await makeGroups(client, organisation_id, trackers)
  await limitDispatcher(client, organisation_id, group_ids.get('Freight')!)
  await makeDrivers(client, { organisation_id, trackers, driver_user_id }, group_ids)
  await makeMaintenance(client, organisation_id, trackers, group_ids)
  const cold = trackers.find(({ simulated }) => simulated.is_cold)
  const tank = { organisation_id, group_id: group_ids.get('Trucks')!, name: 'Fuel', path: 'fuel', unit: '%' }
  await client.create('sensor', { ...tank, median_of: 5, fuel_step: 15 })
  if (!cold) return
  const range = { high: -12, hold_s: 120, hysteresis: 2 }
  await client.create('sensor', { tracker_id: cold.id, name: 'Cargo', path: 'temperature_1', unit: '°C', ...range })
}

async function makeGroups(client: Client, organisation_id: number, trackers: Tracked[]) {
  const ids = new Map<string, number>()
  for (const { name, parent, colour, trackers: named } of groups) {
    const parent_id = parent ? ids.get(parent)! : null
    const { data } = await client.create('trackergroup', { organisation_id, name, colour, parent_id })
    ids.set(name, data.id)
    for (const { id, simulated } of trackers) {
      if (named?.test(simulated.name)) await client.update('tracker', { id, group_id: data.id })
    }
  }
  return ids
}

async function limitDispatcher(client: Client, organisation_id: number, group_id: number): Promise<void> {
  const { data } = await client.list('membership', { organisation_id, search: 'demo.moana' })
  await client.update('membership', { id: data[0]!.id, role_name: 'Staff', group_ids: [group_id] })
}

/** Each is planned on working days, from a week ago, so that past trips have drivers, too. */
async function makeDrivers(
  client: Client,
  { organisation_id, trackers, driver_user_id }: Fleet,
  group_ids: Map<string, number>,
): Promise<void> {
  for (const { name, of, drives, expires, keys } of drivers) {
    const { data: driver } = await client.create('driver', {
      organisation_id,
      name,
      group_id: group_ids.get(of)!,
      licence_expires_on: day(expires),
      ...(keys && { keys }),
      user_id: drives === 'Truck 07' ? driver_user_id : null,
    })
    const tracker = trackers.find(({ simulated }) => simulated.name === drives)
    if (!tracker) continue
    await client.create('plannedshift', {
      driver_id: driver.id,
      tracker_id: tracker.id,
      starts_on: day(-8),
      until_on: day(90),
      weekdays: [1, 2, 3, 4, 5, 6],
      from_time: '05:30',
      to_time: '19:30',
    })
  }
}

/** Plans of which some are due soon, and two are due. */
async function makeMaintenance(
  client: Client,
  organisation_id: number,
  trackers: Tracked[],
  group_ids: Map<string, number>,
): Promise<void> {
  const plan = (name: string, group: string, every: object, began: number) =>
    client.create('maintenanceplan', {
      organisation_id,
      name,
      group_id: group_ids.get(group)!,
      starts_on: day(began),
      ...every,
    })
  const { data: fitness } = await plan('Certificate of fitness', 'Trucks', { every_days: 182 }, -186)
  await plan('Service', 'Freight', { every_m: 15_000_000, every_days: 365 }, -60)
  await plan('Warrant of fitness', 'Field crew', { every_days: 365 }, -357)
  for (const { id, simulated } of trackers) {
    if (!/^(Truck (?!08|11)|Refrigerated)/.test(simulated.name)) continue
    const done = { tracker_id: id, maintenance_plan_id: fitness.id, done_on: day(-20 - id), cost: 23_500 }
    await client.create('maintenancedone', { ...done, note: 'Passed; two tyres by the next one.' })
  }
}

const day = (days: number) => DateTime.now().setZone(TIMEZONE).plus({ days }).toISODate()!

type Tracked = { id: number; simulated: Simulated }
type Fleet = { organisation_id: number; trackers: Tracked[]; driver_user_id: number | null }
