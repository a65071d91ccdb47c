import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locate, readBounded, type Way } from '#gateway/movement/boundaries.ts'
import { type Network, startNetwork } from '../../network.ts'
import { fixOf } from './story.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

/** Ways of a tracker that drives for an hour and rests for another, through small areas in a large one. */
function makeWays(organisation_id: number, limits: Way['limits']): Way[] {
  const ways: Way[] = []
  let from: Way['from'] = null
  for (let minute = 0; minute < 240; minute++) {
    const drives = minute % 120 < 60
    const east = drives ? (minute % 60) * 150 - 4000 : 5000
    const clock = `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const fix = fixOf(`${clock} ${east},${drives ? 40 * Math.sin(minute) : 0}`)
    ways.push({ organisation_id, limits, fix, from })
    from = { lon: fix.lon!, lat: fix.lat! }
  }
  return ways
}

it('finds the same boundaries for fixes together as one by one', async () => {
  const { rows } = await sql<{ id: number }>`insert into organisation (name) values ('Located') returning id`.execute(
    network.db,
  )
  const organisation_id = Number(rows[0]!.id)
  const { lon, lat } = fixOf('08:00 0,0')
  await sql`insert into boundary (organisation_id, name, geometry, speed_limit)
    select ${organisation_id}, 'area ' || i, st_multi(case when i = 0
        then st_makeenvelope(${lon} - 0.2, ${lat} - 0.2, ${lon} + 0.2, ${lat} + 0.2, 4326)
        else st_makeenvelope(${lon} - 0.05 + i * 0.006, ${lat} - 0.0004, ${lon} - 0.049 + i * 0.006, ${lat} + 0.0004, 4326)
      end), 10 + i
    from generate_series(0, 18) i`.execute(network.db)
  const limits = (await readBounded(network.db, [organisation_id])).get(organisation_id)!
  const [together, single] = [makeWays(organisation_id, limits), makeWays(organisation_id, limits)]
  await locate(network.db, [together])
  await locate(
    network.db,
    single.map((way) => [way]),
  )
  const factsOf = (ways: Way[]) => ways.map(({ fix: { inside, crossed, limit } }) => ({ inside, crossed, limit }))
  expect(factsOf(together)).toEqual(factsOf(single))
  expect(single.some(({ fix }) => fix.crossed.length > 0)).toBe(true)
  expect(single.some(({ fix }) => fix.inside.length > 1)).toBe(true)
  expect(single.every(({ fix }) => fix.inside.length > 0)).toBe(true)
})
