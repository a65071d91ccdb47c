import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { makeExtract } from '../../road_extract.ts'
import { followAll } from './truth.ts'

const dir = mkdtempSync(join(tmpdir(), 'ringfence-roads-'))
let network: Network

const LAT = -36.8
/** Metres east of a place. */
const east = (metres: number) => 174.7 + metres / (111_195 * Math.cos((LAT / 180) * Math.PI))

beforeAll(async () => {
  const file = join(dir, 'here.osm.pbf')
  const line = (from: number, to: number): [number, number][] => [
    [east(from), LAT],
    [east(to), LAT],
  ]
  writeFileSync(
    file,
    makeExtract([
      { line: line(-100, 3000), tags: { highway: 'secondary', maxspeed: '36' } },
      { line: line(3000, 6000), tags: { highway: 'secondary' } },
      { line: line(6000, 9000), tags: { highway: 'secondary', maxspeed: '72' } },
    ]),
  )
  network = await startNetwork({ ROADS_FILE: file })
  await network.server.gateway.movement.roads!.ready
})
afterAll(async () => {
  await network.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Nine kilometres at 25 m/s; some fixes of the first road lie 20 m beside it. */
async function drive(device: Device): Promise<void> {
  const seconds = Array.from({ length: 71 }, (_, i) => i * 5)
  const began = Date.now() - 600_000
  const reports = seconds.map((s) => ({
    lat: LAT + (s === 40 || s === 45 ? 20 / 111_195 : 0),
    lon: east(s * 25),
    speed: 25,
    heading: 90,
    ts: new Date(began + s * 1000).toISOString(),
  }))
  await device.report(reports as never)
  await followAll(network)
}

async function speedingOf({ id }: Device) {
  const { rows } = await sql<{ limit: number; source: string; metres: number }>`
    select speed_limit::float8 as limit, limit_source as source, round(distance_m / 100) * 100 as metres from segment
    where organisation_id = 1 and tracker_id = ${id} and kind = 'speeding' order by began_at`.execute(network.db)
  return rows.map(({ limit, source, metres }) => `${limit} of the ${source}, ${metres} m`)
}

it('speeding is found by the limits of roads, once a road, and not where none is known', async () => {
  const van = await startTracker(network, 'van')
  await drive(van)
  expect(await speedingOf(van)).toEqual(['10 of the road, 2600 m', '20 of the road, 2600 m'])
  await van.stop()
})

it('the lowest limit holds, of the road or of the tracker', async () => {
  const van = await startTracker(network, 'slow-van', { speed_limit: 15 })
  await drive(van)
  expect(await speedingOf(van)).toEqual(['10 of the road, 2600 m', '15 of the tracker, 5800 m'])
  await van.stop()
})

it('people on foot, and profiles that say so, are not held to them', async () => {
  const { data: profile } = await network.admin.create('movementprofile', {
    organisation_id: 1,
    name: 'Race track',
    kind: 'car',
    settings: { road_limits: false },
  })
  const car = await startTracker(network, 'race-car', { movement_profile_id: profile.id })
  const phone = await startTracker(network, 'runner', { type: 'phone' })
  for (const device of [car, phone]) {
    await drive(device)
    expect(await speedingOf(device)).toEqual([])
    await device.stop()
  }
})
