import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releaseHeld } from '#messages/queue/gate.ts'
import { type HttpFake, startHttp } from './fakes.ts'
import { inside, outside, type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

const own = 'freight-user@example.com'
const subjects = (address: string) => setting.smtp.to(address).map(({ subject }) => subject)
const quotas = (values: object) =>
  setting.network.admin.call('POST', 'organisation/quotas', { organisation_id: setting.people.id, quotas: values })
const newest = async () =>
  (await setting.people.administrator.client.list('message', { kind: 'alert', limit: 1 })).data[0]!
const usage = async () => {
  const { data } = await setting.people.administrator.client.call('GET', 'usage', {
    organisation_id: setting.people.id,
  })
  const all = data.quotas as { name: string; used: number | null; most: number }[]
  return (name: string) => all.find((one) => one.name === name)!
}
/** Resets the hourly counts. */
const nextHour = async () => {
  const { db } = setting.network
  await sql`update send_count set hour = hour - interval '1 hour'`.execute(db)
  await sql`update message_delivery set due_at = now() where state = 'held'`.execute(db)
  await sql`delete from alert_count`.execute(db)
  await releaseHeld(db)
  await setting.settled()
}
const leave = async (name: string) => {
  await setting.leave(await setting.tracker(name))
  await setting.settled()
}

describe('an organisation', () => {
  it('is limited in mails per hour; SOS is exempt, and nothing is lost', async () => {
    await quotas({ mails_per_hour: 3 })
    for (const name of ['q1', 'q2', 'q3', 'q4', 'q5']) await leave(name)
    expect(subjects(own)).toEqual(['q1', 'q2', 'q3'].map((name) => `${name} has left Depot`))
    const all = await setting.people.administrator.client.list('message', { kind: 'alert', limit: 2 })
    for (const { state, reason } of all.data) {
      expect([state, reason]).toEqual(['held', "the organisation's quota is used up: 3 e-mails an hour"])
    }
    expect((await usage())('mails_per_hour')).toMatchObject({ used: 3, most: 3, standard: 200, is_set: true })
    const notices = async () =>
      (await setting.people.administrator.client.list('message', { kind: 'digest' })).data.map(({ subject }) => subject)
    expect(await notices()).toEqual(['The quota of e-mails is used up'])
    const lorry = await setting.tracker('calls')
    await lorry.report({ ...inside, alarm: 'sos' })
    await setting.settled()
    expect(subjects(own).at(-1)).toBe('calls: The person calls for help')
    const figures = await setting.metrics()
    expect(figures).toMatch(/ringfence_deliveries_held_total\{channel="email",because="quota"\} 2/)
    expect(figures).toMatch(/ringfence_deliveries_held\{channel="email",because="quota"\} 2/)
    await nextHour()
    expect(subjects(own).slice(-2)).toEqual(['q4 has left Depot', 'q5 has left Depot'])
    expect(await notices()).toHaveLength(1)
    await quotas({ mails_per_hour: null })
  })

  it('is limited for its first week, until the platform trusts it', async () => {
    expect((await usage())('sms_per_hour')).toMatchObject({ most: 10, standard: 10 })
    const trusted = await setting.network.admin.call('POST', 'organisation/quotas', {
      organisation_id: setting.people.id,
      trusted: true,
    })
    expect(trusted.data).toMatchObject({ trusted: true, limited_until: null })
    expect((await usage())('sms_per_hour')).toMatchObject({ most: 100, standard: 100 })
    await setting.network.admin.call('POST', 'organisation/quotas', {
      organisation_id: setting.people.id,
      trusted: false,
    })
    await sql`update organisation set created_at = now() - interval '8 days' where id = ${setting.people.id}`.execute(
      setting.network.db,
    )
    expect((await usage())('sms_per_hour')).toMatchObject({ most: 100, standard: 100 })
  })

  it('cannot raise the platform’s limit', async () => {
    const { administrator, id } = { ...setting.people, administrator: setting.people.administrator.client }
    await expect(
      administrator.call('POST', 'organisation/quotas', { organisation_id: id, quotas: { mails_per_hour: 9 } }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(
      administrator.call('POST', 'organisationconfig/save', { organisation_id: id, alerts_per_hour: 61 }),
    ).rejects.toMatchObject({ status: 400, field: 'alerts_per_hour' })
    await expect(
      administrator.update('organisation', { id, trusted_at: new Date().toISOString() } as never),
    ).rejects.toMatchObject({ status: 400 })
    const saved = { organisation_id: id, alerts_per_hour: 60 }
    expect((await administrator.call('POST', 'organisationconfig/save', saved)).status).toBe(261)
    // A value saved before the platform lowered the limit has no effect either.
    await quotas({ alerts_per_hour: 1 })
    const before = subjects(own).length
    await setting.network.db.updateTable('recipient').set({ window_began_at: null, window_count: 0 }).execute()
    await leave('first')
    await leave('second')
    expect(subjects(own).slice(before)).toEqual(['first has left Depot'])
    await quotas({ alerts_per_hour: null })
  })

  it('counts invitations among its mails', async () => {
    const client = setting.people.administrator.client
    const { used } = (await usage())('mails_per_hour')
    await client.create('invitation', {
      organisation_id: setting.people.id,
      email: 'new@example.com',
      role_name: 'User',
    })
    expect((await usage())('mails_per_hour').used).toBe(used! + 1)
    await quotas({ mails_per_hour: used! + 1 })
    await expect(
      client.create('invitation', { organisation_id: setting.people.id, email: 'b@example.com', role_name: 'User' }),
    ).rejects.toMatchObject({
      status: 476,
      message: `This organisation has sent ${used! + 1} e-mails in this hour, as many as it may.`,
    })
    await quotas({ mails_per_hour: null })
  })
})

it('alerts of a tracker that alternates between alarms are limited, then sent in one digest', async () => {
  const { network } = setting
  await network.db.updateTable('recipient').set({ window_began_at: null, window_count: 0 }).execute()
  await network.db.deleteFrom('held_alert').execute()
  const before = subjects(own).length
  const horn = await setting.tracker('alternates', { name: 'Horn' })
  for (let i = 0; i < 30; i++) {
    await horn.report({ ...inside, alarm: i % 2 === 0 ? 'sos' : 'tow', ts: Date.now() / 1000 - 100 + i })
  }
  await setting.settled()
  const limited = subjects(own).slice(before)
  expect(limited.filter((subject) => subject.includes('calls for help'))).toHaveLength(6)
  expect(limited.filter((subject) => subject.includes('towed'))).toHaveLength(6)
  expect(limited).toHaveLength(12)
  await network.db.updateTable('held_alert').set({ due_at: sql`now() - interval '1 s'` }).execute()
  await setting.settled()
  expect(subjects(own).slice(before + 12)).toEqual(['18 alerts of freight'])
  expect(setting.smtp.to(own).at(-1)!.text).toContain('since one tracker had raised more than 6 of a kind in an hour')
  // Alerts of another tracker are not affected.
  const lorry = await setting.tracker('as ever')
  await lorry.report({ ...outside, alarm: 'sos' })
  await setting.settled()
  expect(subjects(own).at(-1)).toBe('as ever: The person calls for help')
})

describe('webhooks', () => {
  let receiver: HttpFake
  beforeAll(async () => {
    receiver = await startHttp(() => ({ status: 200 }))
  })
  afterAll(() => receiver.stop())

  it('are limited as well, and sent later', async () => {
    await quotas({ webhooks_per_hour: 2 })
    await setting.people.administrator.client.call('POST', 'organisationconfig/save', {
      organisation_id: setting.people.id,
      webhook_url: `http://127.0.0.1:${receiver.port}/hook`,
    })
    for (const name of ['h1', 'h2', 'h3']) await leave(name)
    expect(receiver.all).toHaveLength(2)
    expect((await newest()).reason).toBe("the organisation's quota is used up: 2 webhook calls an hour")
    await nextHour()
    expect(receiver.all).toHaveLength(3)
  })
})
