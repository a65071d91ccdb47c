import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { closeThrough, makePartitionsOf } from './closing.ts'
import { makeEvents, makeTracker, midnight, store } from './events.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

it('values of sensors are the same before and after days are closed, across both', async () => {
  const { client } = ours.administrator
  const tracker_id = await makeTracker(network, ours, 'tanker', null)
  const other_id = await makeTracker(network, ours, 'other', null)
  await makePartitionsOf(network, [4, 3])
  const trackers = [tracker_id, other_id].map((id) => ({ organisation_id: ours.id, tracker_id: id, boundary_ids: [] }))
  const events = makeEvents(trackers, [4, 3, 2, 1], 40).map((event, i) => ({
    ...event,
    attributes:
      i % 3 === 0 ? { fuel: i, note: 'a "fuel": 7' } : { fuel: i, tags: [{ volts: i / 8 }], ready: i % 2 === 0 },
  }))
  await store(network, events)
  for (const [name, path] of [
    ['Fuel', 'fuel'],
    ['Tag', 'tags.0.volts'],
    ['Ready', 'ready'],
  ] as const) {
    await client.create('sensor', { tracker_id, name, path })
  }
  const query = { tracker_id, from: new Date(midnight(5)).toISOString(), until: new Date(midnight(-1)).toISOString() }
  const read = async () => (await client.act('GET sensor/values', { ...query, points: 5000 })).data
  const before = await read()
  const own = events.filter((event) => event.tracker_id === tracker_id)
  expect(before.map(({ name, count }) => [name, count])).toEqual([
    ['Fuel', own.length],
    ['Ready', own.filter(({ attributes }) => 'ready' in attributes).length],
    ['Tag', own.filter(({ attributes }) => 'tags' in attributes).length],
  ])
  await closeThrough(network, 3)
  const { files } = await network.db
    .selectFrom('event_archive')
    .select((a) => a.fn.countAll().as('files'))
    .executeTakeFirstOrThrow()
  expect(Number(files)).toBeGreaterThan(0)
  expect(await read()).toEqual(before)
})
