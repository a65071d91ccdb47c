import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Outcome, Reporter } from '#gateway/ingest/entry.ts'
import { Ingest, ingestDefaults } from '#gateway/ingest/ingest.ts'
import { box, type Network } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { reportOf } from './report.ts'

// Two gateways on one database cache the states of the same trackers, and each must notice the other's writes.
let network: Network
let gateways: [Ingest, Ingest]
beforeAll(async () => {
  network = await sharedNetwork()
  gateways = [makeIngest(), makeIngest()]
  await network.admin.create('boundary', { name: 'Home', geometry: box(0, 0, 1, 1) })
})

function makeIngest(): Ingest {
  const kind = network.server.database.kind
  return new Ingest(network.db, {
    log: pino({ level: 'silent' }),
    ...ingestDefaults[kind],
    on_committed() {},
    on_waiting() {},
  })
}

async function makeTracker(number: string, settings = {}): Promise<Reporter> {
  const { data } = await network.admin.create('tracker', { number, ...settings })
  return { organisation_id: data.organisation_id, tracker_id: data.id }
}

function send(gateway: Ingest, tracker: Reporter, second: number, lon: number): Promise<Outcome> {
  const report = reportOf({ second, lon, lat: 0.5 })
  return new Promise((resolve) => gateway.add(tracker, report, false, resolve))
}

async function eventsOf({ tracker_id }: Reporter) {
  return network.db
    .selectFrom('tracker_event')
    .select(['outside_boundary', 'repeated', 'late'])
    .where('tracker_id', '=', tracker_id)
    .orderBy('fix_at')
    .execute()
}

async function alertsOf({ tracker_id }: Reporter) {
  return network.db.selectFrom('alert').select('ended_at').where('tracker_id', '=', tracker_id).execute()
}

const inside = 0.5
const outside = 5

describe('two gateways on one database', () => {
  it('judge a tracker that reports to them alternately as one gateway would', async () => {
    const tracker = await makeTracker('in-turn')
    const path = [inside, outside, outside, outside, inside, inside, outside, inside]
    for (const [i, lon] of path.entries()) expect(await send(gateways[i % 2]!, tracker, i, lon)).toBe('stored')
    const events = await eventsOf(tracker)
    expect(events.map((e) => e.outside_boundary)).toEqual(path.map((lon) => lon === outside))
    expect(events.map((e) => e.repeated)).toEqual([false, false, true, true, false, false, false, false])
    expect(await alertsOf(tracker)).toEqual([{ ended_at: expect.any(String) }, { ended_at: expect.any(String) }])
  })

  it('store everything once and raise one alert when both receive the same reports concurrently', async () => {
    const trackers = await Promise.all(Array.from({ length: 20 }, (_, i) => makeTracker(`at-once-${i}`)))
    for (let second = 0; second < 10; second++) {
      const lon = second < 3 ? inside : outside
      const outcomes = await Promise.all(
        trackers.flatMap((tracker) => gateways.map((gateway) => send(gateway, tracker, second, lon))),
      )
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(trackers.length)
      expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(trackers.length)
    }
    for (const tracker of trackers) {
      expect(await eventsOf(tracker)).toHaveLength(10)
      expect(await alertsOf(tracker)).toEqual([{ ended_at: null }])
    }
  })
})

describe('the cached state of a tracker', () => {
  it('is invalidated when a setting of the rules changes', async () => {
    const tracker = await makeTracker('patient')
    await send(gateways[0], tracker, 0, inside)
    await network.admin.update('tracker', { id: tracker.tracker_id, exit_confirmations: 3 })
    await send(gateways[0], tracker, 1, outside)
    await send(gateways[0], tracker, 2, outside)
    expect(await alertsOf(tracker)).toEqual([])
    await send(gateways[0], tracker, 3, outside)
    expect(await alertsOf(tracker)).toEqual([{ ended_at: null }])
  })

  it.each([
    ['newer', 10],
    ['late', -10],
  ])('is invalidated when the tracker is deactivated: a %s report is refused', async (_, second) => {
    const tracker = await makeTracker(`off-${second}`)
    await send(gateways[0], tracker, 0, inside)
    await network.admin.update('tracker', { id: tracker.tracker_id, active: false })
    expect(await send(gateways[0], tracker, second, inside)).toBe('unknown_tracker')
    expect(await eventsOf(tracker)).toHaveLength(1)
  })

  it('is invalidated when its boundary is deleted, moved or deactivated', async () => {
    const tracker = await makeTracker('moved')
    const { data: yard } = await network.admin.create('boundary', { name: 'Yard', geometry: box(20, 0, 21, 1) })
    await send(gateways[0], tracker, 0, 20.5)
    await network.admin.update('boundary', { id: yard.id, geometry: box(20, 0, 20.1, 1) })
    await send(gateways[0], tracker, 1, 20.5)
    await network.admin.update('boundary', { id: yard.id, geometry: box(20, 0, 21, 1) })
    await send(gateways[0], tracker, 2, 20.5)
    await network.admin.update('boundary', { id: yard.id, active: false })
    await send(gateways[0], tracker, 3, 20.5)
    expect((await eventsOf(tracker)).map((e) => e.outside_boundary)).toEqual([false, true, false, true])
  })
})
