import { beforeAll, describe, expect, it } from 'vitest'
import { applySchedules } from '#gateway/ingest/schedules.ts'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
  await network.admin.create('boundary', {
    name: 'Yard at night',
    geometry: box(0, 0, 1, 1),
    // The night from Friday to Saturday lies on two days.
    schedule: { timezone: 'Pacific/Auckland', weekly: [{ days: [1, 2, 3, 4, 5], from: '18:00', to: '07:00' }] },
  })
})

/** By the wall clock of Auckland, which is thirteen hours ahead in November 2026. */
const at = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}:00+13:00`)

const friday = (time: string) => at(20, time)
const saturday = (time: string) => at(21, time)

const inside = { lat: 0.5, lon: 0.5 }
const outside = { lat: 5, lon: 5 }

async function flagsOf({ id }: Device) {
  const { data } = await network.admin.list('trackerevent', { tracker_id: id, sort: 'fix_at' })
  return data.map((event) => [event.outside_boundary, event.repeated])
}

async function alertsOf({ id }: Device) {
  const rows = await network.db
    .selectFrom('alert')
    .select(['started_at', 'ended_at'])
    .where('tracker_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => [Date.parse(row.started_at), row.ended_at && Date.parse(row.ended_at)])
}

describe('a boundary with a schedule', () => {
  it('applies to reports in its times only', async () => {
    const tracker = await startTracker(network, 'by-report')
    await tracker.report({ ...outside, ts: friday('12:00') / 1000 })
    await tracker.report({ ...inside, ts: friday('17:59') / 1000 })
    await tracker.report({ ...inside, ts: friday('18:00') / 1000 })
    await tracker.report({ ...outside, ts: friday('23:59') / 1000 })
    await tracker.report({ ...outside, ts: saturday('06:59') / 1000 })
    await tracker.report({ ...outside, ts: saturday('07:00') / 1000 })
    await tracker.stop()
    expect(await flagsOf(tracker)).toEqual([
      [null, false],
      [null, false],
      [false, false],
      [true, false],
      [true, true],
      [null, false],
    ])
    expect(await alertsOf(tracker)).toEqual([[friday('23:59'), saturday('07:00')]])
    // For the Friday of the next test its state lies in the future.
    await network.admin.remove('tracker', tracker.id)
  })

  it('raises one alert, without a report, for a tracker outside when it begins, and ends it when it ends', async () => {
    const tracker = await startTracker(network, 'in-silence')
    const home = await startTracker(network, 'at-home')
    await tracker.report({ ...outside, ts: friday('12:00') / 1000 })
    await home.report({ ...inside, ts: friday('12:00') / 1000 })
    const apply = (since: number | null, now: number) => applySchedules(network.db, since, now)

    expect(await apply(friday('17:00'), friday('17:59'))).toEqual([])
    const [first, second] = await Promise.all([
      apply(friday('17:59'), friday('18:00')),
      apply(friday('17:59'), friday('18:00')),
    ])
    expect([...first, ...second].map((alert) => alert.tracker_id)).toEqual([tracker.id])
    expect(await apply(null, friday('18:30'))).toEqual([])

    await tracker.report({ ...outside, ts: friday('18:05') / 1000 })
    expect(await flagsOf(tracker)).toEqual([
      [null, false],
      [true, true],
    ])
    expect(await alertsOf(tracker)).toEqual([[friday('18:00'), null]])

    await apply(friday('18:30'), saturday('07:00'))
    expect(await alertsOf(tracker)).toEqual([[friday('18:00'), saturday('07:00')]])
    expect(await alertsOf(home)).toEqual([])
    await tracker.stop()
    await home.stop()
  })

  it('does not make buffered reports late when it was applied to the tracker in between', async () => {
    const tracker = await startTracker(network, 'kept')
    await tracker.report({ ...inside, ts: friday('12:00') / 1000 })
    await applySchedules(network.db, friday('17:59'), friday('18:00'))
    await tracker.report({ ...inside, ts: friday('17:30') / 1000 })
    const { data } = await network.admin.list('trackerevent', { tracker_id: tracker.id, sort: 'fix_at' })
    expect(data.map((event) => event.late)).toEqual([false, false])
    await tracker.stop()
  })
})
