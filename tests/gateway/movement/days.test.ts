import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork, startTracker } from '../../network.ts'
import { driveAt, park, simulate } from './simulated.ts'
import { compareSegments, followAll } from './truth.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ HTTP_RATE: '100000' })
})
afterAll(() => network.stop())

const HOUR_MS = 3_600_000

/** Reports of a trip of 50 minutes, fast at first and slow afterwards, the middle of which is at a time. */
function tripAround(middle: number): object[] {
  const { fixes } = simulate([park(30), driveAt(25, 25), driveAt(8, 25), park(20)], { every_s: 30, ignition: 'none' })
  const shift = middle - 55 * 60_000 - fixes[0]!.at
  return fixes.map(({ at, lat, lon, speed }) => ({ lat, lon, speed, ts: new Date(at + shift).toISOString() }))
}

/** The organisation's time zone where a whole hour of UTC is midnight. */
function zoneOfMidnight(at: number): string {
  const hours = new Date(at).getUTCHours()
  return hours <= 12 ? `Etc/GMT+${hours}` : `Etc/GMT-${24 - hours}`
}

async function setZone(timezone: string): Promise<void> {
  const { data } = await network.admin.read('organisation', 1)
  await network.admin.update('organisation', { id: 1, timezone, modified_at: data.modified_at } as never)
}

async function daysOf(tracker_id: number) {
  const { rows } = await sql<{
    day: string
    distance_m: number
  }>`select day::text, round(distance_m)::int as distance_m,
    round(driving_s)::int as driving_s, stops from tracker_day where tracker_id = ${tracker_id} order by day`.execute(
    network.db,
  )
  return rows
}

it('shares a trip over midnight between its days, though it was written before it ended', async () => {
  const midnight = Math.floor((Date.now() - HOUR_MS) / HOUR_MS) * HOUR_MS
  await setZone(zoneOfMidnight(midnight))
  const van = await startTracker(network, 'night-van')
  const reports = tripAround(midnight)
  for (let at = 0; at < reports.length; at += 20) {
    await van.report(reports.slice(at, at + 20) as never)
    await followAll(network)
  }
  const followed = await daysOf(van.id)
  const { from, to } = { from: midnight - 3 * HOUR_MS, to: midnight + HOUR_MS }
  await network.admin.act('POST movement/recompute', {
    tracker_id: van.id,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  await followAll(network)
  expect(followed).toHaveLength(2)
  expect(followed).toEqual(await daysOf(van.id))
  await van.stop()
})

it('reads a tracker from history once, however often it is asked to at once', async () => {
  const van = await startTracker(network, 'twice-van')
  await van.report(tripAround(Date.now() - HOUR_MS) as never)
  await followAll(network)
  const { movement } = network.server.gateway
  const to = new Date().toISOString()
  await sql`update movement_checkpoint set dirty_from = ${to}, dirty_until = ${to} where tracker_id = ${van.id}`.execute(
    network.db,
  )
  const read = await Promise.all([movement.catchUp(), movement.catchUp(), movement.catchUp()])
  // The server's own timer may have come first.
  expect(read.reduce((sum, trackers) => sum + trackers, 0)).toBeLessThanOrEqual(1)
  const { stored, truth } = await compareSegments(network, { organisation_id: 1, tracker_id: van.id })
  expect(stored).toEqual(truth)
  await van.stop()
})
