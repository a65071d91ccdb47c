import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../network.ts'
import { PASSWORD } from '../seeds/people.ts'
import { agree } from '../seeds/recipients.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

const fatesOf = async (client: Setting['people']['user']['client'], message_ids: number[]) =>
  (await client.call('GET', 'userconfig/test', { message_ids })).data

it('a test goes to oneself by the channels of the saved settings, through the queue', async () => {
  const { client } = setting.people.user
  const { status, data } = await client.call('POST', 'userconfig/test', {})
  expect(status).toBe(202)
  expect(data).toEqual({ message_ids: [expect.any(Number)], without_address: ['push'] })
  await setting.settled()
  const [mail] = setting.smtp.to('freight-user@example.com')
  expect(mail!.text).toContain('This is a test. Alerts of freight reach you here.')
  expect(await fatesOf(client, data.message_ids)).toEqual([
    { channel: 'email', address: 'freight-user@example.com', state: 'sent', reason: null },
  ])
  expect(await fatesOf(setting.people.administrator.client, data.message_ids)).toEqual([])
})

it('a test includes the channels of single kinds of alerts, and says what is missing', async () => {
  const { client } = setting.people.user
  await setting.save({ alert_tracker_email: false, alert_phone_email: false, alarm_channels: ['sms'] })
  await expect(client.call('POST', 'userconfig/test', {})).rejects.toMatchObject({ status: 476 })
  await client.update('user', { id: setting.people.user.id, phone_mobile: '+64 21 555 999' })
  const { data } = await client.call('POST', 'userconfig/test', {})
  await setting.settled()
  expect(await fatesOf(client, data.message_ids)).toMatchObject([
    { channel: 'sms', address: '+6421555999', state: 'held', reason: 'the address has not been confirmed' },
  ])
})

it('a test of one channel goes by that one alone, a person’s and an organisation’s', async () => {
  const { administrator, id: organisation_id } = setting.people
  const { client } = setting.people.user
  const { data } = await client.call('POST', 'userconfig/test', { channel: 'email' })
  await setting.settled()
  expect(await fatesOf(client, data.message_ids)).toMatchObject([{ channel: 'email', state: 'sent' }])
  await expect(client.call('POST', 'userconfig/test', { channel: 'pigeon' })).rejects.toMatchObject({
    status: 400,
    field: 'channel',
  })
  const recipients = { email_recipients: 'office@example.com', phone_recipients: '+6421555123', alert_sms: false }
  await agree(setting.network, organisation_id, recipients)
  await administrator.client.call('POST', 'organisationconfig/save', { organisation_id, ...recipients })
  const test = (body: object) =>
    setting.network.admin.call('POST', 'organisationconfig/test', { organisation_id, ...body })
  expect((await test({})).data.message_ids).toHaveLength(1)
  const { data: sms } = await test({ channel: 'sms' })
  const { data: message } = await administrator.client.read('message', sms.message_ids[0])
  expect(message.deliveries.map(({ channel, address }) => [channel, address])).toEqual([['sms', '+6421555123']])
})

it('a test is for members, not for impersonators, and limited', async () => {
  const { staff, administrator, id: organisation_id } = setting.people
  await expect(setting.network.admin.call('POST', 'userconfig/test', { organisation_id })).rejects.toMatchObject({
    status: 476,
  })
  const { data } = await setting.network.admin.call('POST', 'user/impersonate', { id: staff.id })
  const refused = await fetch(`${setting.network.url}/api/v1/userconfig/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(refused.status).toBe(403)
  const statuses = []
  for (let i = 0; i < 11; i++) {
    statuses.push(
      await administrator.client.call('POST', 'userconfig/test', {}).then(
        ({ status }) => status,
        ({ status }) => status,
      ),
    )
  }
  expect(statuses).toEqual([...Array(10).fill(202), 429])
})

it.each([
  ['return_channels.0', ['pigeon']],
  ['alarm_channels', ['sms', 'sms']],
  ['offline_channels', 'email'],
])('wrong %s are refused: %j', async (field, value) => {
  const token = await signIn(setting.network.url, 'freight-user', PASSWORD)
  const answer = await fetch(`${setting.network.url}/api/v1/userconfig/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ [field.split('.')[0]!]: value }),
  })
  expect(answer.status).toBe(400)
  expect((await answer.json()).field).toBe(field)
})
