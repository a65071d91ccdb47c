import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Device } from '../network.ts'
import { agree } from '../seeds/recipients.ts'
import { inside, outside, type Setting, startSetting } from './setting.ts'

let setting: Setting
let truck: Device
const own = 'freight-user@example.com'
const subjects = (address: string) => setting.smtp.to(address).map((mail) => mail.subject)

beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

it('a tracker that never was inside is outside the only boundary that applies, which is named', async () => {
  await setting.save({ alert_tracker_email: true })
  const ute = await setting.tracker('never inside', { name: 'Ute 9' })
  await ute.report(outside)
  await expect.poll(() => subjects(own)).toEqual(['Ute 9 is outside Depot'])
  expect(setting.smtp.to(own)[0]!.text).toContain('is outside Depot. It has not been inside yet.')
  const { data } = await setting.network.admin.list('alert', { tracker_id: ute.id })
  expect(data).toMatchObject([{ kind: 'left_boundary', boundary_name: 'Depot', never_inside: true }])

  // Once it has been inside, it leaves; with two boundaries that apply, neither is named.
  await setting.leave(ute)
  await expect.poll(() => subjects(own).at(-1)).toBe('Ute 9 has left Depot')
  const far = { organisation_id: setting.people.id, name: 'Yard', geometry: box(170, -46, 171, -45) }
  const { data: yard } = await setting.network.admin.create('boundary', far)
  const other = await setting.tracker('between', { name: 'Ute 10' })
  await other.report(outside)
  await expect.poll(() => subjects(own).at(-1)).toBe('Ute 10 is outside the active boundary')
  await setting.network.admin.remove('boundary', yard.id)
  setting.smtp.mails.length = 0
})

describe('a tracker that leaves', () => {
  it('is reported by mail and SMS, with its details', async () => {
    await setting.save({
      alert_tracker_email: true,
      alert_tracker_sms: true,
      phone_recipients: '021 555 123',
      email_recipients: 'b@example.com',
    })
    truck = await setting.tracker('leaves', { name: 'Truck 7' })
    await truck.report({ ...inside, ts: '2026-11-20T00:00:00Z' })
    await truck.report({ ...outside, ts: '2026-11-20T00:01:00Z' })
    await expect.poll(() => setting.smtp.mails.length).toBe(2)
    await expect.poll(() => setting.twilio.sms.length).toBe(1)
    const [mail] = setting.smtp.to(own)
    expect(mail!.subject).toBe('Truck 7 has left Depot')
    expect(mail!.text.replaceAll('\r\n', '\n')).toMatch(
      `Truck 7 (leaves) has left Depot.

When: 20/11/2026 13:01:00 NZDT
Where: 6 km E of Whitianga (36°50'54.6"S 175°45'47.9"E)
Speed: 45 km/h

On the map, at that moment: https://ringfence.example.com/app/map?tracker_id=${truck.id}&at=2026-11-20T00%3A01%3A00.000Z

--
No more alerts to this address: https://ringfence.example.com/app/unsubscribe?token=`,
    )
    expect(mail!.raw).toMatch(/^List-Unsubscribe:\s+<https:\/\/ringfence.example.com\/app\/unsubscribe\?token=/m)
    expect(mail!.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(setting.smtp.to('b@example.com')).toHaveLength(1)
    expect(setting.twilio.sms[0]).toMatchObject({
      To: '+6421555123',
      From: '+64211234567',
      Body: `Truck 7 has left Depot at 20/11/2026 13:01:00 NZDT, 6 km E of Whitianga, 45 km/h. https://ringfence.example.com/app/map?tracker_id=${truck.id}&at=2026-11-20T00%3A01%3A00.000Z`,
    })
  })

  it('is reported once, however often it reports outside', async () => {
    const before = [setting.smtp.mails.length, setting.twilio.sms.length]
    for (let i = 0; i < 50; i++) await truck.report({ ...outside, lon: 176 + i / 100, ts: 1_795_132_900 + i })
    await setting.settled()
    expect([setting.smtp.mails.length, setting.twilio.sms.length]).toEqual(before)
  })

  it('is reported when it returns, if enabled', async () => {
    await setting.save({ alert_on_return: true, alert_tracker_sms: false, email_recipients: '' })
    await truck.report({ ...inside, ts: '2026-11-20T01:03:00Z' })
    await expect.poll(() => subjects(own)).toContain('Truck 7 is back')
    expect(setting.smtp.to(own).at(-1)!.text).toContain('It was outside for 1 h 2 min, since 20/11/2026 13:01:00 NZDT.')
    expect(setting.twilio.sms).toHaveLength(1)
  })

  it('is not reported when it returns, if disabled', async () => {
    await setting.save({ alert_on_return: false })
    await truck.report({ ...outside, ts: '2026-11-20T02:00:00Z' })
    await truck.report({ ...inside, ts: '2026-11-20T02:10:00Z' })
    await setting.settled()
    expect(subjects(own).slice(-1)).toEqual(['Truck 7 has left Depot'])
  })
})

describe('other notifications', () => {
  /** The open alert of the tracker. */
  const openAlert = async (tracker_id: number) =>
    (await setting.people.user.client.list('alert', { tracker_id, open: true })).data[0]!
  /** Makes queued jobs and deferred alerts due. */
  const letTimePass = async () => {
    await setting.network.db.updateTable('alert_job').set({ due_at: sql`now()` }).execute()
    await setting.network.db.updateTable('held_alert').set({ due_at: sql`now() - interval '1 s'` }).execute()
    await setting.settled()
  }

  it('are sent for an alarm, once, unless it is muted', async () => {
    await setting.save({ muted_alarms: ['low_battery'] })
    const car = await setting.tracker('alarms', { name: 'Car' })
    for (const alarm of ['low_battery', 'power_cut', 'power_cut', 'sos']) await car.report({ ...inside, alarm })
    await setting.settled()
    expect(subjects(own).slice(-2)).toEqual(['Car: The external supply was cut', 'Car: The person calls for help'])
  })

  it('send a reminder while the tracker is outside, until the alert is acknowledged', async () => {
    await setting.save({ remind_every_s: 600 })
    const van = await setting.tracker('reminds', { name: 'Van' })
    await setting.leave(van)
    await setting.settled()
    const before = subjects(own).length
    await letTimePass()
    await letTimePass()
    expect(subjects(own).slice(before)).toEqual(['Van is still outside', 'Van is still outside'])
    const { id } = await openAlert(van.id)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await setting.people.user.client.call('POST', 'alert/snooze', { id, until })
    await letTimePass()
    expect(subjects(own).slice(before)).toHaveLength(2)
    const waiting = await setting.network.db.selectFrom('alert_job').select('due_at').execute()
    expect(waiting.map(({ due_at }) => Date.parse(due_at))).toEqual([Date.parse(until)])
    await setting.network.db.updateTable('alert').set({ snoozed_until: sql`now()` }).where('id', '=', id).execute()
    await letTimePass()
    expect(subjects(own).slice(before)).toHaveLength(3)
    const { data } = await setting.people.user.client.call('POST', 'alert/acknowledge', { id })
    expect(data).toMatchObject({ acknowledged_by_user_id: setting.people.user.id, snoozed_until: expect.any(String) })
    await letTimePass()
    expect(subjects(own).slice(before)).toHaveLength(3)
    expect(await setting.network.db.selectFrom('alert_job').selectAll().execute()).toEqual([])
    await setting.save({ remind_every_s: 0 })
  })

  it('escalate to the second list if the alert is not acknowledged', async () => {
    await setting.save({ escalate_after_s: 60, escalate_email_recipients: 'boss@example.com' })
    const first = await setting.tracker('escalates', { name: 'Lorry' })
    const second = await setting.tracker('seen-to', { name: 'Bus' })
    await setting.leave(first)
    await setting.leave(second)
    await setting.settled()
    await setting.people.user.client.call('POST', 'alert/acknowledge', { id: (await openAlert(second.id)).id })
    expect(subjects('boss@example.com')).toEqual([])
    const { rows } = await sql`
      select j.due_at >= a.created_at + interval '60 s' and j.due_at <= now() + interval '60 s' as in_a_minute
      from alert_job j join alert a on a.id = j.alert_id where j.occasion = 'escalation'`.execute(setting.network.db)
    expect(rows).toEqual([{ in_a_minute: true }, { in_a_minute: true }])
    await letTimePass()
    expect(subjects('boss@example.com')).toEqual(['Nobody has seen to it: Lorry'])

    // A device says once that a person calls for help; another alarm that is over needs no one.
    const calls = await setting.tracker('calls', { name: 'Nurse' })
    for (const alarm of ['power_cut', 'sos', undefined]) await calls.report({ ...inside, alarm })
    await setting.settled()
    await letTimePass()
    expect(subjects('boss@example.com').slice(1)).toEqual(['Nobody has seen to it: Nurse'])
    const { data } = await setting.people.user.client.list('alert', { open: false, waiting: true })
    expect(data.map(({ tracker_name, alarm }) => [tracker_name, alarm])).toEqual([['Nurse', 'sos']])

    // A call that the device kept until it had sent others, in several reports and twice, is one.
    const kept = await setting.tracker('kept', { name: 'Diver' })
    await kept.report(inside)
    const ago = (minutes: number, alarm: string) => {
      return { ...inside, alarm, ts: new Date(Date.now() - minutes * 60_000).toISOString() }
    }
    const late = [ago(20, 'fall'), ago(19, 'fall'), ago(18, 'power_cut'), ago(60 * 25, 'sos')]
    for (const reports of [late, late, [ago(17, 'fall')]]) await kept.report(reports)
    await setting.settled()
    expect(subjects(own).filter((subject) => subject.startsWith('Diver'))).toEqual(['Diver: A person has fallen'])
    const { data: calls_left } = await setting.people.user.client.list('alert', { tracker_id: kept.id })
    expect(calls_left.map(({ alarm, ended_at }) => [alarm, ended_at !== null])).toEqual([['fall', true]])
    await letTimePass()
    expect(subjects('boss@example.com').slice(2)).toEqual(['Nobody has seen to it: Diver'])
    await setting.save({ escalate_after_s: 0 })
  })

  it('are deferred in quiet hours, except SOS, and sent as a digest', async () => {
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    await setting.save({ timezone: 'UTC', quiet_from: hour(-2), quiet_to: hour(2) })
    const before = subjects(own).length
    const ute = await setting.tracker('night', { name: 'Ute' })
    await setting.leave(ute)
    await ute.report({ ...outside, alarm: 'tow' })
    await ute.report({ ...outside, alarm: 'sos' })
    await setting.settled()
    expect(subjects(own).slice(before)).toEqual(['Ute: The person calls for help'])
    await letTimePass()
    expect(subjects(own).slice(before + 1)).toEqual(['2 alerts of freight'])
    const { text } = setting.smtp.to(own).at(-1)!
    expect(text).toMatch('2 alerts have been kept for you, during your quiet hours.')
    expect(text).toMatch(/: Ute has left Depot\s+.*: Ute has raised an alarm: The vehicle is being towed/)
    await setting.save({ quiet_from: null, quiet_to: null, timezone: null })
  })

  it('follow the overrides of one tracker', async () => {
    const { user } = setting.people
    const quiet_one = await setting.tracker('otherwise', { name: 'Boat' })
    await agree(setting.network, setting.people.id, { phone_recipients: '+64 21 555 999' })
    await user.client.call('POST', 'usertrackerconfig/save', {
      tracker_id: quiet_one.id,
      alert_email: false,
      alert_sms: true,
      phone_recipients: '+64 21 555 999',
    })
    const before = subjects(own).length
    await setting.leave(quiet_one)
    await setting.settled()
    expect(subjects(own)).toHaveLength(before)
    expect(setting.twilio.sms.at(-1)).toMatchObject({ To: '+6421555999' })
  })

  it('go to Administrators for trackers without an owner', async () => {
    const nobodys = await setting.tracker('nobodys', { name: 'Trailer', owner_user_id: null })
    await setting.leave(nobodys)
    await setting.settled()
    expect(subjects('freight-administrator@example.com')).toEqual(['Trailer has left Depot'])
    expect(subjects('freight-staff@example.com')).toEqual([])
    expect(subjects('freight-customer@example.com')).toEqual([])
  })
})
