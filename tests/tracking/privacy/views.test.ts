import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { purgeDeleted } from '#api/upkeep.ts'
import type { Network } from '../../network.ts'
import { makeKey, makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { makeTracker } from '../history/events.ts'

let network: Network
let ours: Organisation
let driver: Person
let car: number
let truck: number
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'watched')
  driver = await makePerson(network, 'driver', ours.id, 'User')
  car = await makeTracker(network, ours, 'car', ours.user.id)
  truck = await makeTracker(network, ours, 'truck', null)
  for (const tracker_id of [car, truck]) {
    await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, repeated,
        late, digest)
      values (${ours.id}, ${tracker_id}, now(), now(), 'position', true, st_setsrid(st_makepoint(174, -36), 4326),
        false, false, 1)`.execute(network.db)
  }
})

const seenBy = async ({ client }: Person) =>
  (await client.list('trackerview', { sort: 'id' })).data.map(
    ({ tracker_name, viewer_name, by_key }) => `${viewer_name} ${tracker_name}${by_key ? ' by key' : ''}`,
  )
const get = (token: string, path: string) =>
  fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } }).then((it) => it.text())

it('a person sees who has read where their tracker was, once an hour', async () => {
  await ours.user.client.list('trackerevent', { tracker_id: car })
  await ours.administrator.client.list('trackerevent', { organisation_id: ours.id })
  expect(await seenBy(ours.user)).toEqual([])
  for (let i = 0; i < 3; i++) await ours.staff.client.list('trackerevent', { tracker_id: car })
  expect(await seenBy(ours.user)).toEqual([`${ours.staff.username} The car`])
  expect(await seenBy(driver)).toEqual([])
  const others = await makeOrganisation(network, 'curious')
  await others.administrator.client.list('trackerevent', { tracker_id: car })
  await get(others.administrator.token, `trackerevents?tracker_id=${car}&format=csv`)
  for (const person of [ours.administrator, ours.staff, others.administrator]) expect(await seenBy(person)).toEqual([])
  expect((await network.admin.list('trackerview', { organisation_id: ours.id })).data).toEqual([])
  expect(await seenBy(ours.user)).toHaveLength(1)
})

it('files of all, and keys, are noted, and drivers see it of what they drive', async () => {
  const { client } = ours.administrator
  const made = { organisation_id: ours.id, name: 'Hine', user_id: driver.id }
  const { data: hine } = await client.create('driver', made)
  const began_at = new Date(Date.now() - 3_600_000).toISOString()
  await client.create('drivershift', { tracker_id: truck, driver_id: hine.id, began_at })
  await get(ours.administrator.token, `trackerevents?organisation_id=${ours.id}&format=gpx`)
  expect(await seenBy(driver)).toEqual([`${ours.administrator.username} The truck`])
  expect(await seenBy(ours.user)).toContain(`${ours.administrator.username} The car`)
  const key = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['read'] })
  await get(key, `segments?tracker_id=${truck}&format=csv`)
  expect(await seenBy(driver)).toContain(`${ours.administrator.username} The truck by key`)
  // Who drives by a plan has no shift: the trip says who drove.
  const planned = await makePerson(network, 'planned', ours.id, 'User')
  const { data: rua } = await client.create('driver', { ...made, name: 'Rua', user_id: planned.id })
  expect(await seenBy(planned)).toEqual([])
  const times = { from: new Date(Date.now() - 7_200_000).toISOString(), until: began_at }
  const trip = { organisation_id: ours.id, tracker_id: car, kind: 'trip', ...times }
  await writeSegment(network.db, trip)
  await network.db.updateTable('segment').set({ driver_id: rua.id }).where('tracker_id', '=', car).execute()
  expect(await seenBy(planned)).toContain(`${ours.administrator.username} The car`)
})

it('is kept for 90 days', async () => {
  await sql`update tracker_view set viewed_at = now() - interval '91 days' where tracker_id = ${car}`.execute(
    network.db,
  )
  await purgeDeleted(network.server.api.context)
  expect(await seenBy(ours.user)).toEqual([])
  expect((await seenBy(driver)).length).toBeGreaterThan(0)
})
