import { afterAll, beforeAll, expect, it } from 'vitest'
import { inside, outside, type Setting, startSetting } from '../messaging/setting.ts'
import { box, type Device } from '../network.ts'
import { makeOrganisation, type Person } from '../seeds/people.ts'

let setting: Setting
let ute: Device
const began = Date.now() - 600_000
const at = (seconds: number) => new Date(began + seconds * 1000).toISOString()

beforeAll(async () => {
  setting = await startSetting()
  ute = await setting.tracker('ute', { exit_confirmations: 2 })
  await ute.report({ ...inside, ts: at(0) })
  await ute.report({ ...outside, ts: at(60) })
})
afterAll(async () => {
  await setting?.stop()
})

const administrator = () => setting.people.administrator
const owner = () => setting.people.user
const explain = async ({ client }: Person, query: object = {}) =>
  (await client.act('GET explain', { tracker_id: ute.id, ...query })).data

it('a tracker that is outside for the first of two reports waits for the second', async () => {
  const now = await explain(administrator(), { at: at(90) })
  expect(now.report).toMatchObject({ fix_at: at(60), outside_boundary: true })
  expect(now.verdict).toMatchObject({ report: 'counts', state: 'waiting', count: 1, elapsed_s: 30 })
  expect(now.boundaries[0]).toMatchObject({ name: 'Depot', inside: false, of_tracker: true, in_schedule: true })
  expect(now.boundaries[0]!.distance_m).toBeGreaterThan(50_000)
  expect(now.alerts).toEqual([])
  expect(now.notified).toMatchObject({ alert_id: null, kind: 'left_boundary', deliveries: [] })
  const before = await explain(administrator(), { at: at(30) })
  expect(before.verdict.state).toBe('inside')
  expect(before.boundaries[0]).toMatchObject({ inside: true, distance_m: 0 })
  expect((await explain(administrator(), { at: at(-30) })).verdict).toMatchObject({ report: 'none', state: 'unknown' })
})

it('an alert names who was notified, by which channel, and who was not and why', async () => {
  await ute.report({ ...outside, ts: at(120) })
  await setting.settled()
  const { alerts, notified, verdict } = await explain(administrator(), { at: at(150) })
  expect(verdict).toMatchObject({ state: 'alerted', count: 2 })
  expect(alerts).toMatchObject([{ kind: 'left_boundary', boundary_name: 'Depot', ended_at: null }])
  const of = (id: number) => notified.recipients.find(({ user_id }) => user_id === id)
  expect(of(owner().id)).toMatchObject({ notified: true, because: 'owner', channels: ['email'] })
  expect(of(administrator().id)).toMatchObject({ notified: false, because: 'not_asked', channels: [] })
  expect(notified.deliveries).toMatchObject([{ user_id: owner().id, channel: 'email', state: 'sent', reason: null }])
  const by_alert = await explain(administrator(), { alert_id: alerts[0]!.id })
  expect(by_alert.at).toBe(at(120))
})

it('everybody but an Administrator reads of themselves only', async () => {
  const own = await explain(owner(), { at: at(150) })
  expect(own.notified.recipients.map(({ user_id }) => user_id)).toEqual([owner().id])
  expect(own.notified.deliveries).toHaveLength(1)
  const staff = await explain(setting.people.staff, { at: at(150) })
  expect(staff.notified.recipients).toMatchObject([{ user_id: setting.people.staff.id, notified: false }])
  expect(staff.notified.deliveries).toEqual([])
  await expect(explain(setting.people.customer)).rejects.toThrow(/no such tracker/)
  const others = await makeOrganisation(setting.network, 'strangers')
  await expect(explain(others.administrator)).rejects.toThrow(/no such tracker/)
})

it('quiet hours and a setting that is off are the reason of a silence', async () => {
  await setting.save({ quiet_from: '00:00', quiet_to: '23:59', timezone: 'UTC' })
  const van = await setting.tracker('van')
  await setting.leave(van)
  await setting.settled()
  const { notified } = await explain(owner(), { tracker_id: van.id })
  expect(notified.recipients).toMatchObject([{ notified: true, quiet: expect.any(String) }])
  expect(notified.deliveries).toEqual([])
  expect(notified.deferred).toMatchObject([{ channel: 'email', because: 'quiet', user_id: owner().id }])
  await setting.save({ alert_tracker_email: false, alert_tracker_push: false })
  const off = await explain(owner(), { tracker_id: van.id })
  expect(off.notified.recipients).toMatchObject([{ notified: false, because: 'no_channel' }])
})

it('a boundary says why it does not apply, and one that is not seen is only counted', async () => {
  const organisation_id = setting.people.id
  const geometry = box(175.7, -36.9, 175.8, -36.8)
  const make = (name: string, more: object) =>
    setting.network.admin.create('boundary', { organisation_id, name, geometry, ...more })
  await make('Off', { active: false })
  await make('Of others', { owner_user_id: setting.people.customer.id })
  await make('Of another tracker', { all_trackers: false, tracker_ids: [] })
  await make('Mine', { owner_user_id: owner().id })
  const { boundaries } = await explain(administrator(), { at: at(150) })
  const of = (name: string) => boundaries.find((one) => one.name === name)
  expect(of('Off')).toMatchObject({ active: false, inside: null })
  expect(of('Of others')).toMatchObject({ active: true, of_owner: false, inside: true })
  expect(of('Of another tracker')).toMatchObject({ of_tracker: false })
  expect(of('Mine')).toMatchObject({ active: true, of_owner: true, of_tracker: true, in_schedule: true, inside: true })
  expect((await explain(owner(), { at: at(150) })).boundaries.map(({ name }) => name)).not.toContain('Of others')
})

it('a time in the future and an alert of another tracker are refused by name', async () => {
  await expect(explain(administrator(), { at: '2999-01-01T00:00:00Z' })).rejects.toThrow(/at: lies in the future/)
  const { alerts } = await explain(administrator(), { at: at(150) })
  const other = await setting.tracker('other')
  const query = { tracker_id: other.id, alert_id: alerts[0]!.id }
  await expect(explain(administrator(), query)).rejects.toThrow(/no such alert of this tracker/)
})
