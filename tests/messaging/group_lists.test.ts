import { afterAll, beforeAll, expect, it } from 'vitest'
import { agree } from '../seeds/recipients.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
let client: Setting['people']['administrator']['client']
beforeAll(async () => {
  setting = await startSetting()
  client = setting.people.administrator.client
})
afterAll(() => setting.stop())

const subjects = (address: string) => setting.smtp.to(address).map((mail) => mail.subject)
const makeGroup = async (name: string, parent_id: number | null = null) =>
  (await client.create('trackergroup', { organisation_id: setting.people.id, name, parent_id })).data.id

async function configure(group_id: number, lists: object) {
  await agree(setting.network, setting.people.id, lists)
  return (await client.create('trackergroupconfig', { group_id, ...lists })).data
}

it('the lists of a group and of those above it are notified of its trackers, each once, and of no others', async () => {
  const north = await makeGroup('North')
  const depot = await makeGroup('Depot', north)
  const south = await makeGroup('South')
  await configure(north, { email_recipients: 'north@example.com, both@example.com' })
  await configure(depot, { email_recipients: 'both@example.com', phone_recipients: '+6421555111', alert_sms: true })
  await configure(south, { email_recipients: 'south@example.com' })
  const truck = await setting.tracker('truck', { name: 'Truck', group_id: depot })
  const ute = await setting.tracker('ute', { name: 'Ute', group_id: south })
  await setting.leave(truck)
  await setting.leave(ute)
  await expect.poll(() => subjects('south@example.com')).toEqual(['Ute has left Depot'])
  await setting.settled()
  expect(subjects('north@example.com')).toEqual(['Truck has left Depot'])
  expect(subjects('both@example.com')).toEqual(['Truck has left Depot'])
  expect(setting.twilio.sms.map(({ To }) => To)).toEqual(['+6421555111'])
})

it('reminders and escalations go to the list that asks for them', async () => {
  const west = await makeGroup('West')
  await configure(west, {
    email_recipients: 'west@example.com',
    remind_every_s: 1,
    escalate_after_s: 1,
    escalate_email_recipients: 'boss@example.com',
  })
  const van = await setting.tracker('van', { name: 'Van', group_id: west })
  await setting.leave(van)
  await expect.poll(() => subjects('west@example.com').length).toBeGreaterThan(1)
  await expect.poll(() => subjects('boss@example.com').length).toBe(1)
  expect(subjects('freight-user@example.com').filter((subject) => subject.includes('Van'))).toEqual([
    'Van has left Depot',
  ])
})

it('settings are of one group each, and a test goes to its list by one channel', async () => {
  const group_id = await makeGroup('East')
  const config = await configure(group_id, { email_recipients: 'east@example.com', phone_recipients: '+6421555222' })
  await expect(client.create('trackergroupconfig', { group_id })).rejects.toMatchObject({
    status: 409,
    field: 'group_id',
  })
  await expect(client.update('trackergroupconfig', { id: config.id, email_recipients: 'east' })).rejects.toMatchObject({
    status: 466,
    field: 'email_recipients',
  })
  const test = (body: object) => client.call('POST', 'trackergroupconfig/test', { id: config.id, ...body })
  const channelsOf = async (body: object) => {
    const { message_ids } = (await test(body)).data
    const { data } = await client.read('message', message_ids[0])
    return data.deliveries.map(({ channel, address }) => `${channel} ${address}`)
  }
  expect(await channelsOf({})).toEqual(['email east@example.com'])
  expect(await channelsOf({ channel: 'sms' })).toEqual(['sms +6421555222'])
})
