import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttp } from '../../messaging/fakes.ts'
import { type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { makeTracker } from '../history/events.ts'

type Routes = Awaited<ReturnType<typeof startHttp>>
let routes: Routes
let answer: { status: number; body: object }
let asked: string[] = []
let network: Network
let ours: Organisation
const place = { lon: 174.9, lat: -36.95 }

/** A server for routes that answers as OSRM does. */
beforeAll(async () => {
  routes = await startHttp(({ path }) => {
    asked.push(path)
    return answer
  })
  network = await startNetwork({ ROUTING_URL: `http://127.0.0.1:${routes.port}/route/v1/driving?exclude=ferry` })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(async () => {
  await network?.stop()
  await routes?.stop()
})

async function standing(name: string) {
  const tracker_id = await makeTracker(network, ours, name, null)
  await sql`update tracker_state set fix_at = now(), received = now(), valid = true,
      position = st_setsrid(st_makepoint(174.7, -36.85), 4326)
    where organisation_id = ${ours.id} and tracker_id = ${tracker_id}`.execute(network.db)
  return tracker_id
}
async function ask(tracker_id: number) {
  asked = []
  const { data } = await ours.administrator.client.act('GET arrival/estimate', { tracker_id, ...place })
  const minutes = Math.round((Date.parse(data.arrives_at!) - Date.now()) / 60_000)
  return { by_road: data.by_road, trips: data.trips, earliest_at: data.earliest_at, minutes }
}

it('is asked where no trips lead, once a minute for a position; without an answer it is the straight line', async () => {
  answer = { status: 200, body: { code: 'Ok', routes: [{ duration: 3000.4, distance: 40_000 }] } }
  const [truck, van, bus] = [await standing('truck'), await standing('van'), await standing('bus')]
  const by_road = { by_road: true, trips: 0, earliest_at: null }
  expect(await ask(truck)).toMatchObject(by_road)
  expect(asked).toEqual(['/route/v1/driving/174.7,-36.85;174.9,-36.95?exclude=ferry&overview=false'])
  expect((await ask(truck)).minutes).toBeGreaterThanOrEqual(49)
  expect(asked).toEqual([])

  // No road leads there, which is no reason to ask no more.
  answer = { status: 400, body: { code: 'NoRoute' } }
  const line = { by_road: false, trips: 0, earliest_at: null }
  expect(await ask(van)).toMatchObject(line)
  answer = { status: 503, body: {} }
  expect(await ask(bus)).toMatchObject(line)
  expect(asked).toHaveLength(1)
  // It rests now.
  answer = { status: 200, body: { code: 'Ok', routes: [{ duration: 60 }] } }
  expect(await ask(await standing('taxi'))).toMatchObject(line)
  expect(asked).toEqual([])
})
