import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork, startTracker } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const report = (ago_s: number, attributes: object | null, others: object = {}) => ({
  lat: -36.8,
  lon: 174.7,
  ts: new Date(Date.now() - ago_s * 1000).toISOString(),
  ...(attributes && { attributes }),
  ...others,
})
const alertsOf = async (tracker_id: number) => (await network.admin.list('alert', { tracker_id, sort: 'id' })).data
const shown = async (tracker_id: number) =>
  (await alertsOf(tracker_id)).map(({ kind, alarm, ended_at }) => [kind, alarm, ended_at === null])
/** Another process continues from here: nothing of it is in memory. */
const forget = (tracker_id: number) =>
  sql`update tracker_state set event_id = event_id where tracker_id = ${tracker_id}`.execute(network.db)

it('jamming that a device detects is one alert until the same detector says that it is over', async () => {
  const truck = await startTracker(network, 'jammed', { name: 'Truck 7' })
  const send = (...reports: object[]) => truck.report(reports as never)
  await send(report(100, { jamming: false }), report(90, { gnss_jamming: true }, { alarm: 'jamming' }))
  expect(await shown(truck.id)).toEqual([['jamming', 'gnss_jamming', true]])
  await forget(truck.id)
  await send(report(80, null), report(70, { gnss_jamming: true }), report(60, { jamming: false }))
  expect(await shown(truck.id)).toEqual([['jamming', 'gnss_jamming', true]])
  await expect
    .poll(async () => (await network.admin.list('message', { kind: 'alert' })).data.map(({ subject }) => subject))
    .toEqual(['Truck 7 is being jammed'])
  await forget(truck.id)
  // Late reports say nothing of now.
  await send(report(200, { gnss_jamming: false }))
  expect(await shown(truck.id)).toEqual([['jamming', 'gnss_jamming', true]])
  await send(report(50, { gnss_jamming: false }), report(40, { jamming: true }), report(30, { jamming: false }))
  expect(await shown(truck.id)).toEqual([
    ['jamming', 'gnss_jamming', false],
    ['jamming', 'jamming', false],
  ])

  // A device that does not say when it is over has the alert of its alarm.
  await send(report(20, null, { alarm: 'jamming' }))
  expect((await shown(truck.id)).at(-1)).toEqual(['alarm', 'jamming', true])
  await network.admin.call('POST', 'organisationconfig/save', { alert_kinds: ['speeding'] })
  await send(report(10, { jamming: true }), report(5, { speed: 'jamming' }))
  expect(await shown(truck.id)).toHaveLength(3)
  await truck.stop()
})
