import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releaseHeld } from '#messages/queue/gate.ts'
import { expireUndelivered } from '#messages/queue/queue.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'
import { PUBLIC_URL, type Setting, startSetting } from './setting.ts'

let setting: Setting
let strangers: Organisation
beforeAll(async () => {
  setting = await startSetting({ QUOTAS: 'confirmations_per_day=1000' })
  strangers = await makeOrganisation(setting.network, 'Win a prize at https://evil.example.com')
})
afterAll(() => setting.stop())

const save = (person: Person, organisation_id: number, settings: object) =>
  person.client.call('POST', 'userconfig/save', { organisation_id, ...settings })
const mine = (settings: object) => save(setting.people.user, setting.people.id, settings)
const check = async (address: string, channel = 'email') => {
  const request = { organisation_id: setting.people.id, channel, addresses: [address] }
  const { data } = await setting.people.user.client.call('POST', 'recipient/check', request)
  return (data as { confirmation: string }[])[0]?.confirmation ?? 'agreed'
}
const newest = async () => (await setting.people.administrator.client.list('message', { limit: 1 })).data[0]!
const linkIn = (text: string) =>
  /https:\/\/\S+\/app\/confirm\?token=\S+/.exec(text)![0].replace(PUBLIC_URL, setting.network.url)
const mailTo = (address: string) => setting.smtp.to(address)
const answer = (link: string, action: string) => fetch(link, { method: 'POST', body: new URLSearchParams({ action }) })
const leaveAs = async (name: string) => {
  await setting.leave(await setting.tracker(name))
  await setting.settled()
}
const tomorrow = () =>
  sql`update address_confirmation set asked_at = now() - interval '25 hours'`.execute(setting.network.db)

describe('an address that has not agreed', () => {
  it('gets one confirmation request with a fixed text, and alerts after its reader has agreed', async () => {
    const { message } = await mine({ email_recipients: 'mate@example.com' })
    expect(message).toBe('The settings have been saved. mate@example.com gets messages once its reader has agreed.')
    await setting.settled()
    const [question] = mailTo('mate@example.com')
    expect(question!.subject).toBe('Do you want messages at this address?')
    expect(question!.text.replaceAll('\r\n', '\n')).toMatch(
      /^This address has been entered in Ringfence, to send messages about GPS trackers to it\.\n\nWho it is, and whether you agree, is on this page: https:\/\/ringfence\.example\.com\/app\/confirm\?token=[\w.-]+\n\nNothing is sent to you before you have agreed\. You need not answer, and you can decline for good there\.\s*$/,
    )
    await leaveAs('held')
    expect(mailTo('mate@example.com')).toHaveLength(1)
    expect(mailTo('freight-user@example.com')).toHaveLength(1)
    const message_held = await newest()
    expect(message_held).toMatchObject({ state: 'held', reason: 'the address has not been confirmed' })
    expect(message_held.deliveries.map(({ address, state }) => [address, state])).toEqual([
      ['freight-user@example.com', 'sent'],
      ['mate@example.com', 'held'],
    ])
    expect(await check('mate@example.com')).toBe('waiting')
    const link = linkIn(question!.text)
    expect(await (await fetch(link)).text()).toContain('freight wants to send messages to mate@example.com')
    await setting.settled()
    expect(mailTo('mate@example.com')).toHaveLength(1)
    expect(await (await answer(link, 'agree')).text()).toContain(
      'mate@example.com gets messages of freight from now on.',
    )
    await setting.settled()
    expect(
      mailTo('mate@example.com')
        .map(({ subject }) => subject)
        .slice(1),
    ).toEqual(['held has left Depot'])
    expect((await newest()).state).toBe('sent')
    expect(await check('mate@example.com')).toBe('agreed')
  })

  it('gets one request, however often settings are saved', async () => {
    for (let i = 0; i < 3; i++) await mine({ email_recipients: 'mate@example.com, once@example.com' })
    await mine({ email_recipients: '' })
    await mine({ escalate_email_recipients: 'once@example.com' })
    await setting.settled()
    expect(mailTo('once@example.com')).toHaveLength(1)
    await mine({ escalate_email_recipients: '' })
  })

  it('gets one request a day from all organisations, and answers each separately', async () => {
    await mine({ email_recipients: 'shared@example.com' })
    await setting.settled()
    await answer(linkIn(mailTo('shared@example.com')[0]!.text), 'agree')
    await save(strangers.user, strangers.id, { email_recipients: 'shared@example.com' })
    const ask = () =>
      strangers.user.client.call('POST', 'recipient/ask', {
        organisation_id: strangers.id,
        channel: 'email',
        address: 'shared@example.com',
      })
    await expect(ask()).rejects.toMatchObject({ status: 476 })
    await setting.settled()
    expect(mailTo('shared@example.com')).toHaveLength(1)
    await tomorrow()
    expect((await ask()).status).toBe(202)
    await expect(ask()).rejects.toMatchObject({ status: 476 })
    await setting.settled()
    const [, second, ...more] = mailTo('shared@example.com')
    expect(more).toEqual([])
    // The mail contains no text that a user can choose; the page shows the sender as text.
    expect(second!.raw).not.toMatch(/prize|evil/)
    const page = await (await fetch(linkIn(second!.text))).text()
    expect(page).toContain('Win a prize')
    expect(page).not.toContain('<a ')
    await mine({ email_recipients: '' })
  })

  it('can decline permanently: for one organisation, or for all', async () => {
    await tomorrow()
    await mine({ email_recipients: 'no@example.com, never@example.com' })
    await leaveAs('declined')
    await answer(linkIn(mailTo('no@example.com')[0]!.text), 'decline')
    await answer(linkIn(mailTo('never@example.com')[0]!.text), 'decline_all')
    await tomorrow()
    expect(await check('no@example.com')).toBe('declined')
    await expect(
      setting.people.user.client.call('POST', 'recipient/ask', {
        organisation_id: setting.people.id,
        channel: 'email',
        address: 'no@example.com',
      }),
    ).rejects.toMatchObject({ status: 476, message: 'no@example.com has declined further requests.' })
    await leaveAs('declined again')
    expect((await newest()).reason).toBe('the reader of the address has declined messages of this organisation')
    await save(strangers.user, strangers.id, { email_recipients: 'no@example.com, never@example.com' })
    await setting.settled()
    expect(mailTo('no@example.com')).toHaveLength(2)
    expect(mailTo('never@example.com')).toHaveLength(1)
    // Other organisations cannot write to an address that has declined for all.
    const { administrator } = strangers
    await administrator.client.create('invitation', {
      organisation_id: strangers.id,
      email: 'never@example.com',
      role_name: 'User',
    })
    await administrator.client.create('user', {
      username: 'never',
      email: 'never@example.com',
      organisation_id: strangers.id,
    })
    await setting.settled()
    expect(mailTo('never@example.com')).toHaveLength(1)
    // An administrator cannot delete the refusal.
    const { data } = await setting.people.administrator.client.list('recipient', { search: 'no@example.com' })
    await expect(setting.people.administrator.client.remove('recipient', data[0]!.id)).rejects.toMatchObject({
      status: 476,
    })
    await mine({ email_recipients: '' })
  })

  it('gets nothing without an answer, and the message has the reason', async () => {
    await mine({ email_recipients: 'silent@example.com' })
    await leaveAs('given up')
    await sql`update message_delivery set queued = now() - interval '2 days' where state = 'held'`.execute(
      setting.network.db,
    )
    await expireUndelivered(setting.network.db, 86_400)
    expect(await newest()).toMatchObject({ state: 'failed', reason: 'given up: the address has not been confirmed' })
    await setting.people.administrator.client.call('POST', 'message/resend', { id: (await newest()).id })
    await setting.settled()
    expect(mailTo('silent@example.com')).toHaveLength(1)
    expect((await newest()).state).toBe('held')
    await mine({ email_recipients: '' })
  })

  it('gets only the newest deferred messages', async () => {
    const { db } = setting.network
    const { id: message_id } = await newest()
    await sql`insert into message_delivery (organisation_id, message_id, channel, address, state, held_because)
      select ${setting.people.id}, ${message_id}, 'email', 'many@example.com', 'held', 'unconfirmed'
      from generate_series(1, 50)`.execute(db)
    await sql`insert into recipient (organisation_id, channel, address, proved_at)
      values (${setting.people.id}, 'email', 'many@example.com', now())`.execute(db)
    await releaseHeld(db)
    await setting.settled()
    expect(mailTo('many@example.com')).toHaveLength(20)
  })
})

describe('a link', () => {
  it.each(['', '1.rubbish', 'zzz.8PVnHsAAAAAAAAAAAAAAAA'])('that is forged (%j) is refused', async (token) => {
    const link = `${setting.network.url}/app/confirm?token=${token}`
    expect((await fetch(link)).status).toBe(404)
    expect((await answer(link, 'agree')).status).toBe(404)
  })

  it('is not visible to the organisation', async () => {
    const sent = JSON.stringify((await setting.network.admin.list('message', { kind: 'account', limit: 100 })).data)
    expect(sent).toContain('Do you want messages')
    expect(sent).not.toContain('token=')
    const theirs = await setting.people.administrator.client.list('message', { kind: 'account' })
    expect(theirs.data).toEqual([])
  })
})

describe('SMS', () => {
  it('go to an external number after its reader has agreed', async () => {
    await mine({ alert_tracker_email: false, alert_tracker_sms: true, phone_recipients: '021 555 777' })
    await leaveAs('sms')
    const to = () => setting.twilio.sms.filter(({ To }) => To === '+6421555777').map(({ Body }) => Body!)
    expect(to()).toEqual([
      expect.stringMatching(/^Ringfence: may messages about GPS trackers be sent to this number\?/),
    ])
    await answer(linkIn(to()[0]!), 'agree')
    await setting.settled()
    expect(to()).toHaveLength(2)
    expect(to()[1]).toMatch('sms has left Depot')
    await mine({ phone_recipients: '' })
  })

  it('go to a person’s own number after confirmation by the code', async () => {
    const { user } = setting.people
    await user.client.update('user', { id: user.id, phone_mobile: '021 555 888' })
    await leaveAs('own number')
    const to = () => setting.twilio.sms.filter(({ To }) => To === '+6421555888').map(({ Body }) => Body!)
    expect(to()).toEqual([])
    expect((await user.client.call('POST', 'phone/code')).status).toBe(202)
    await expect(user.client.call('POST', 'phone/code')).rejects.toMatchObject({ status: 476 })
    await setting.settled()
    const code = /\d{6}/.exec(to()[0]!)![0]
    const wrong = code === '123456' ? '654321' : '123456'
    await expect(user.client.call('POST', 'phone/prove', { code: wrong })).rejects.toMatchObject({ status: 469 })
    // Not by another person's code, and not for a number set later.
    await expect(strangers.user.client.call('POST', 'phone/prove', { code })).rejects.toMatchObject({ status: 470 })
    await user.client.update('user', { id: user.id, phone_mobile: '021 555 889' })
    await expect(user.client.call('POST', 'phone/prove', { code })).rejects.toMatchObject({ status: 476 })
    await user.client.update('user', { id: user.id, phone_mobile: '+64 21 555 888' })
    expect((await user.client.call('POST', 'phone/prove', { code })).status).toBe(261)
    await setting.settled()
    expect(to().slice(1)).toEqual([expect.stringMatching('own number has left Depot')])
    await setting.people.administrator.client.update('user', { id: user.id, phone_mobile: '021 555 890' })
    await leaveAs('another number')
    expect((await newest()).state).toBe('held')
    expect(setting.twilio.sms.some(({ To }) => To === '+6421555890')).toBe(false)
    await user.client.update('user', { id: user.id, phone_mobile: null })
    await mine({ alert_tracker_email: true, alert_tracker_sms: false })
  })

  it('ten wrong codes end a code', async () => {
    const { staff } = setting.people
    await staff.client.update('user', { id: staff.id, phone_mobile: '021 555 891' })
    await staff.client.call('POST', 'phone/code')
    await setting.settled()
    const code = /\d{6}/.exec(setting.twilio.sms.at(-1)!.Body!)![0]
    const wrong = code === '123456' ? '654321' : '123456'
    for (let i = 0; i < 10; i++) await staff.client.call('POST', 'phone/prove', { code: wrong }).catch(() => {})
    await expect(staff.client.call('POST', 'phone/prove', { code })).rejects.toMatchObject({ status: 470 })
  })
})

describe('other messages', () => {
  it('answers to an enquiry wait until the address has agreed', async () => {
    const { user, administrator } = strangers
    await user.client.call('PUT', 'enquiry', { name: 'Eve', email: 'victim@example.com', text: 'Buy this' })
    const [enquiry] = (await administrator.client.list('enquiry')).data
    await administrator.client.call('POST', 'enquiry/answer', { id: enquiry!.id, answer: 'https://evil.example.com' })
    await setting.settled()
    expect(mailTo('victim@example.com').map(({ subject }) => subject)).toEqual([
      'Do you want messages at this address?',
    ])
  })

  it('an account with an unproved address gets no messages', async () => {
    const { administrator } = strangers
    const { data } = await administrator.client.create('user', {
      username: 'planted',
      email: 'planted@example.com',
      organisation_id: strangers.id,
    })
    await setting.network.db.updateTable('user_account').set({ confirmed_at: null }).where('id', '=', data.id).execute()
    const body = { subject: 'Spam', text: 'Buy this', recipient_user_ids: [data.id] }
    await administrator.client.create('message', body).catch(() => {})
    await save(strangers.user, strangers.id, { email_recipients: 'planted@example.com' })
    await setting.settled()
    expect(mailTo('planted@example.com').every(({ text }) => !text.includes('Buy'))).toBe(true)
    expect(mailTo('planted@example.com')).toHaveLength(1)
  })
})
