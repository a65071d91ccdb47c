import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFixes } from '#gateway/movement/history.ts'
import type { Fix } from '#gateway/movement/rules/index.ts'
import { type Network, startNetwork, startTracker } from '../../network.ts'
import { closeThrough, makePartitionsOf } from '../../tracking/history/closing.ts'
import { midnight } from '../../tracking/history/events.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
  await makePartitionsOf(network, [3, 2, 1, 0])
})
afterAll(() => network.stop())

/** Reports of each minute from one to another of a day. */
const minutes = (days_ago: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    lat: -41,
    lon: 174 + i / 1e4,
    ts: new Date(midnight(days_ago) + (from + i) * 60_000).toISOString(),
  }))

const timesOf = (fixes: readonly Fix[]) => fixes.map(({ at }) => new Date(at).toISOString())

it('reads all of a day that gets more while it is read, before the next day', async () => {
  const van = await startTracker(network, 'midnight-van')
  const first = minutes(2, 1380, 1400)
  await van.report(first as never)
  const pages = readFixes(network.db, { organisation_id: 1, tracker_id: van.id }, null)
  const fixes = [...((await pages.next()).value as Fix[])]
  expect(timesOf(fixes)).toEqual(first.map(({ ts }) => ts))
  const later = [...minutes(2, 1400, 1440), ...minutes(1, 0, 30)]
  await van.report(later as never)
  for await (const page of pages) fixes.push(...page)
  expect(timesOf(fixes)).toEqual([...first, ...later].map(({ ts }) => ts))
  await van.stop()
})

it('reads each report once, though its day is moved into files while it is read', async () => {
  const van = await startTracker(network, 'closing-van')
  const first = minutes(3, 600, 640)
  await van.report(first as never)
  const pages = readFixes(network.db, { organisation_id: 1, tracker_id: van.id }, null)
  const fixes = [...((await pages.next()).value as Fix[])]
  const later = [...minutes(3, 640, 700), ...minutes(1, 60, 90)]
  await van.report(later as never)
  await closeThrough(network, 3)
  for await (const page of pages) fixes.push(...page)
  expect(timesOf(fixes)).toEqual([...first, ...later].map(({ ts }) => ts))
  const again: Fix[] = []
  for await (const page of readFixes(network.db, { organisation_id: 1, tracker_id: van.id }, null)) again.push(...page)
  expect(timesOf(again)).toEqual(timesOf(fixes))
  await van.stop()
})
