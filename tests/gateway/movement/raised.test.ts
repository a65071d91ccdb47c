import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork, startTracker } from '../../network.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeOrganisation, makePerson } from '../../seeds/people.ts'
import { followAll } from './truth.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const MINUTE = 60_000
const STEP_S = 15

/** Reports of a drive north, from some minutes ago to others, at a speed in metres per second. */
const drive = (from: number, to: number, speed: number, others = {}) =>
  Array.from({ length: ((from - to) * 60) / STEP_S }, (_, i) => ({
    lat: -36.8 + ((30 - from) * 60 + i * STEP_S) * (30 / 111_320),
    lon: 174.7,
    speed,
    ts: new Date(Date.now() - from * MINUTE + i * STEP_S * 1000).toISOString(),
    ...others,
  }))

const alertsOf = async (tracker_id: number) => (await network.admin.list('alert', { tracker_id, sort: 'id' })).data

async function mailed(alert_id: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select d.address from message m
    join message_delivery d on d.message_id = m.id where m.alert_id = ${alert_id} and d.channel = 'email'
    order by d.address`.execute(network.db)
  return rows.map(({ address }) => address)
}

it('speeding is one alert, for those who see the tracker and want it; found again it is not another', async () => {
  const { data: region } = await network.admin.create('trackergroup', { name: 'Region', speed_limit: 25 })
  const { data: group } = await network.admin.create('trackergroup', { name: 'North', parent_id: region.id })
  const truck = await startTracker(network, 'truck', { name: 'Truck 7', group_id: group.id, speed_limit: 50 } as never)
  const staff = await makePerson(network, 'dana', 1, 'Staff')
  const other = await makePerson(network, 'lee', 1, 'Staff')
  const silent = await makePerson(network, 'kim', 1, 'Staff')
  const theirs = await makeOrganisation(network, 'theirs')
  await limitToGroup(network, other.id, 1, 'South')
  for (const { client } of [staff, other, silent, theirs.administrator]) {
    const kind_channels = client === silent.client ? { speeding: [] } : { speeding: ['email'] }
    await client.call('POST', 'userconfig/save', {
      alert_tracker_email: false,
      alert_tracker_push: false,
      kind_channels,
    })
  }

  await truck.report([...drive(12, 8, 20), ...drive(8, 5, 30)] as never)
  await followAll(network)
  const [alert, ...more] = await alertsOf(truck.id)
  expect(more).toEqual([])
  expect(alert).toMatchObject({ kind: 'speeding', speed_limit: 25, top_speed: 30, ended_at: null })
  await expect.poll(() => mailed(alert!.id)).toEqual(['admin@example.com', 'dana@example.com'])
  const { data: messages } = await network.admin.list('message', { kind: 'alert' })
  expect(messages[0]!.text).toContain('Truck 7 (truck) is faster than allowed.')
  expect(messages[0]!.text).toContain('Limit: 90 km/h')

  // It slows down, a late report comes, and all is found again: the alert ends, and no other is raised.
  await truck.report(drive(4, 1, 20) as never)
  await followAll(network)
  await truck.report(drive(7, 6, 30).slice(1, 2) as never)
  await sql`update movement_checkpoint set dirty_from = '2020-01-01', dirty_until = now()
    where tracker_id = ${truck.id}`.execute(network.db)
  await followAll(network)
  const after = await alertsOf(truck.id)
  expect(after.map(({ id, kind, ended_at }) => [id, kind, ended_at !== null])).toEqual([[alert!.id, 'speeding', true]])
  expect(await mailed(alert!.id)).toEqual(['admin@example.com', 'dana@example.com'])
  await truck.stop()
})

it('idling is raised where the organisation has switched it on', async () => {
  const van = await startTracker(network, 'van')
  const stands = (from: number, to: number) =>
    drive(from, to, 0, { lat: -37, lon: 175, attributes: { ignition: true } })
  await van.report(stands(14, 2) as never)
  await followAll(network)
  expect(await alertsOf(van.id)).toEqual([])
  await expect(
    network.admin.call('POST', 'organisationconfig/save', { alert_kinds: ['leaving'] }),
  ).rejects.toMatchObject({ status: 400, field: 'alert_kinds.0' })
  await network.admin.call('POST', 'organisationconfig/save', { alert_kinds: ['idling'] })
  await van.report(stands(2, 0) as never)
  await followAll(network)
  expect((await alertsOf(van.id)).map(({ kind }) => kind)).toEqual(['idling'])
  await van.stop()
})

it('a group raises kinds of its own, for its trackers and those below it', async () => {
  const { data: region } = await network.admin.create('trackergroup', { name: 'Cold' })
  const { data: group } = await network.admin.create('trackergroup', { name: 'Depot', parent_id: region.id })
  const inside = await startTracker(network, 'fridge', { group_id: group.id } as never)
  const outside = await startTracker(network, 'bike')
  const { data: config } = await network.admin.create('trackergroupconfig', {
    group_id: region.id,
    alert_kinds: ['low_battery'],
  })
  const { conditions } = network.server.gateway.alerting
  const judge = async () => {
    for (const device of [inside, outside]) {
      const ts = new Date(Date.now() - 10_000).toISOString()
      await device.report([{ lat: -39, lon: 175, speed: 0, ts, attributes: { battery: 9 } }] as never)
    }
    await conditions.judge()
  }
  await judge()
  expect((await alertsOf(inside.id)).map(({ kind }) => kind)).toEqual(['low_battery'])
  expect(await alertsOf(outside.id)).toEqual([])
  // The nearest group counts; what is switched off ends.
  await network.admin.create('trackergroupconfig', { group_id: group.id, alert_kinds: [] })
  await conditions.judge()
  expect((await alertsOf(inside.id))[0]!.ended_at).not.toBeNull()
  await network.admin.remove('trackergroupconfig', config.id)
  await inside.stop()
  await outside.stop()
})

it('a low battery, a supply that is gone and silence on the way are raised once, and end', async () => {
  const box = await startTracker(network, 'box')
  await network.admin.call('POST', 'organisationconfig/save', { alert_kinds: ['no_data', 'low_battery', 'unplugged'] })
  const { conditions } = network.server.gateway.alerting
  const open = async () => (await alertsOf(box.id)).filter(({ ended_at }) => ended_at === null).map(({ kind }) => kind)
  const report = async (attributes: object, ago_s: number) => {
    const at = (more_s: number) => {
      return { lat: -38, lon: 175, speed: 0, ts: new Date(Date.now() - (ago_s - more_s) * 1000).toISOString() }
    }
    // As many devices do it: one message about the supply, and positions that say nothing of it.
    await box.report([{ ...at(0), attributes }] as never)
    await box.report([at(1)] as never)
    await conditions.judge()
    await conditions.judge()
  }
  // It has never had a supply; what a device sends of an hour ago is no news.
  await report({ external_power: false, battery: 5 }, 3600)
  expect(await open()).toEqual([])
  await report({ external_power: true, battery: 24 }, 50)
  expect(await open()).toEqual([])
  await report({ external_power: false, battery: 19 }, 40)
  expect((await open()).sort()).toEqual(['low_battery', 'unplugged'])
  await report({ external_power: false, battery: 22 }, 30)
  expect((await network.admin.read('tracker', box.id)).data.battery).toBe(22)
  expect(await open()).toHaveLength(2)
  await report({ external_power: true, battery: 26 }, 20)
  expect(await open()).toEqual([])
  expect(await alertsOf(box.id)).toHaveLength(2)

  // A device that says so itself, once, is alerted by that alone.
  const own = await startTracker(network, 'own-alarm')
  const place = { lat: -38, lon: 175, speed: 0 }
  for (const report of [{ ...place, alarm: 'low_battery', attributes: { battery: 9 } }, place]) await own.report(report)
  await conditions.judge()
  expect((await alertsOf(own.id)).map(({ kind, ended_at }) => [kind, ended_at !== null])).toEqual([['alarm', true]])
  // Others report the voltage of the supply alone.
  for (const power_volts of [12.6, 0.2]) {
    await own.report({ ...place, attributes: { power_volts } })
    await conditions.judge()
  }
  expect((await alertsOf(own.id)).map(({ kind, ended_at }) => [kind, ended_at !== null])).toEqual([
    ['alarm', true],
    ['unplugged', false],
  ])
  await own.stop()

  // What was reported is read, so that it stays moving.
  await followAll(network)
  await sql`update movement_checkpoint set movement = 'moving' where tracker_id = ${box.id}`.execute(network.db)
  await sql`update tracker_state set received = now() - interval '31 minutes' where tracker_id = ${box.id}`.execute(
    network.db,
  )
  // A process that has just begun to listen knows of no silence.
  await conditions.judge(60)
  expect(await open()).toEqual([])
  await conditions.judge(3600)
  await conditions.judge(3600)
  expect(await open()).toEqual(['no_data'])
  await report({ battery: 80 }, 0)
  expect(await open()).toEqual([])
  await box.stop()
})

it('what comes late is found, and raises nothing: speeding, idling and towing of this morning are no news', async () => {
  const alert_kinds = ['speeding', 'idling', 'towed']
  await network.admin.call('POST', 'organisationconfig/save', { alert_kinds })
  const van = await startTracker(network, 'late-van', { speed_limit: 25 } as never)
  let [ago_s, metres] = [200 * 60, 0]
  const during = (minutes: number, speed: number, ignition: boolean) =>
    Array.from({ length: (minutes * 60) / STEP_S }, () => {
      ago_s -= STEP_S
      metres += speed * STEP_S
      const ts = new Date(Date.now() - ago_s * 1000).toISOString()
      return { lat: -39 + metres / 111_320, lon: 175, speed, ts, attributes: { ignition } }
    })
  const phases = [during(5, 0, true), during(10, 30, true), during(15, 0, true), during(5, 0, false)]
  const morning = [...phases, during(10, 10, false), during(5, 0, false)].flat()
  ago_s = 2 * 60
  await van.report(during(2, 0, false) as never)
  await followAll(network)
  for (let at = 0; at < morning.length; at += 50) await van.report(morning.slice(at, at + 50) as never)
  await followAll(network)
  const { data: segments } = await network.admin.list('segment', { tracker_id: van.id, limit: 100 } as never)
  expect(segments.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['speeding', 'idle', 'towed']))
  expect(await alertsOf(van.id)).toEqual([])
  await van.stop()
})
