import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLive } from '../network.ts'
import { PUBLIC_URL, type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

const here = (url: string) => url.replace(PUBLIC_URL, setting.network.url)

describe('messages between people', () => {
  it('go from users to administrators and back, with an unread count', async () => {
    const { user, administrator } = setting.people
    const live = await connectLive(setting.network, { token: administrator.token })
    const { data } = await user.client.create('message', { subject: 'Truck 7', text: 'Where is it?' })
    expect(data).toMatchObject({
      kind: 'person',
      sender: 'freight-user',
      recipients: 'freight-administrator',
      state: 'queued',
    })
    expect(data.deliveries.find(({ channel }) => channel === 'email')!.address).toBe(null)
    expect(await live.receive('message')).toEqual({ unread: 1, message_id: data.id, subject: 'Truck 7' })
    await setting.settled()
    const [mail] = setting.smtp.to('freight-administrator@example.com')
    expect(mail!.text).toMatch(/^Where is it\?\s+freight-user has sent you this message\./)
    expect(mail!.raw).not.toContain('List-Unsubscribe')
    expect((await administrator.client.call('GET', 'messages/unread')).data).toEqual({ unread: 1 })
    expect((await administrator.client.call('POST', 'message/read', { ids: [data.id] })).data).toEqual({ unread: 0 })
    expect(await live.receive('message', ({ unread }) => unread === 0)).toBeTruthy()
    expect((await user.client.read('message', data.id)).data).toMatchObject({ state: 'sent', read: expect.any(String) })
    const answer = { subject: 'Re: Truck 7', text: 'Here.', recipient_user_ids: [user.id] }
    expect((await administrator.client.create('message', answer)).status).toBe(201)
    expect((await user.client.list('message', { kind: 'person' })).info.total).toBe(2)
    live.stop()
  })

  it('go to no other users', async () => {
    const { user, staff } = setting.people
    const body = { subject: 'Hello', text: 'You', recipient_user_ids: [staff.id] }
    await expect(user.client.create('message', body)).rejects.toMatchObject({
      status: 400,
      field: 'recipient_user_ids',
    })
    await expect(user.client.create('message', { subject: 'x', text: 'y', sms: true })).rejects.toMatchObject({
      status: 403,
    })
  })

  it('have copies, and blind copies that are invisible to others', async () => {
    const { administrator, user, staff, customer } = setting.people
    const { data } = await administrator.client.create('message', {
      subject: 'News',
      text: 'There is some.',
      recipient_user_ids: [user.id],
      cc_user_ids: [staff.id],
      bcc_user_ids: [customer.id],
    })
    const as = async (reader: typeof user) => (await reader.client.list('message', { search: 'News' })).data
    expect(await as(user)).toMatchObject([{ id: data.id, recipients: 'freight-user', cc: 'freight-staff', bcc: '' }])
    expect(JSON.stringify([await as(user), await as(staff)])).not.toContain('customer')
    expect(await as(customer)).toMatchObject([
      { recipients: 'freight-user', cc: 'freight-staff', bcc: 'freight-customer' },
    ])
  })
})

describe('a message that was sent', () => {
  it('is sent again as a copy, by its sender or an administrator, with the rights and limits of sending', async () => {
    const { administrator, user, staff, customer } = setting.people
    const again = (person: typeof user, id: number) => person.client.call('POST', 'message/resend', { id })
    const { data } = await administrator.client.create('message', {
      subject: 'Roster',
      text: 'See the board.',
      recipient_user_ids: [user.id],
      cc_user_ids: [staff.id],
    })
    const { data: copy } = await again(administrator, data.id)
    expect(copy).toMatchObject({ subject: 'Roster', recipients: 'freight-user', cc: 'freight-staff' })
    expect(copy.id).not.toBe(data.id)
    const ids = ({ deliveries }: typeof data) => deliveries.map(({ id }: { id: number }) => id)
    expect(ids(copy)).toHaveLength(ids(data).length)
    expect(ids(copy).some((id: number) => ids(data).includes(id))).toBe(false)
    expect((await user.client.list('message', { search: 'Roster' })).info.total).toBe(2)

    await expect(again(user, data.id)).rejects.toMatchObject({ status: 403 })
    await expect(again(customer, data.id)).rejects.toMatchObject({ status: 404 })
    const { data: own } = await customer.client.create('message', { subject: 'Question', text: 'When?' })
    expect((await again(customer, own.id)).data).toMatchObject({ sender_user_id: customer.id })
    const limit = (messages_per_day: number | null) =>
      setting.network.admin.call('POST', 'organisation/quotas', {
        organisation_id: setting.people.id,
        quotas: { messages_per_day },
      })
    await limit(1)
    await expect(again(administrator, data.id)).rejects.toMatchObject({ status: 476 })
    await limit(null)
  })
})

describe('templates', () => {
  it('of the organisation are used, in the reader’s language', async () => {
    const { administrator } = setting.people
    const template = {
      name: 'left_boundary',
      channel: 'email',
      subject: '{{tracker}} ist weg',
      text: 'Seit {{time}}',
    } as const
    await administrator.client.create('messagetemplate', { ...template, locale: 'de' })
    await setting.save({ locale: 'de-AT' })
    await setting.leave(await setting.tracker('german'))
    await setting.settled()
    await setting.save({ locale: 'fr' })
    await setting.leave(await setting.tracker('french'))
    await setting.settled()
    await setting.save({ locale: 'mi' })
    await setting.leave(await setting.tracker('maori'))
    await setting.settled()
    const mails = setting.smtp.to('freight-user@example.com').slice(-3)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'german ist weg',
      'french a quitté Depot',
      'Kua wehe a maori i Depot',
    ])
    expect(mails[2]!.text).toContain('Kia mutu ngā whakatūpato ki tēnei wāhitau: ')
    await setting.save({ locale: null })
  })

  it('refuse unknown placeholders', async () => {
    const { administrator } = setting.people
    const wrong = { name: 'returned', channel: 'sms', text: '{{tracker}} is {{colour}}' } as const
    await expect(administrator.client.create('messagetemplate', wrong)).rejects.toMatchObject({
      status: 400,
      field: 'text',
      message: expect.stringMatching(
        /^text: has \{\{colour\}\}, which is not a placeholder here: give one of \{\{tracker\}\}/,
      ),
    })
    await expect(administrator.client.call('POST', 'messagetemplate/preview', wrong)).rejects.toMatchObject({
      field: 'text',
    })
    const preview = { name: 'returned', text: '{{tracker}} ist wieder da' }
    const { data } = await administrator.client.call('POST', 'messagetemplate/preview', preview)
    expect(data).toEqual({ subject: 'Truck 7 is back', text: 'Truck 7 ist wieder da' })
  })
})

describe('a mail', () => {
  const lastMail = () => setting.smtp.to('freight-user@example.com').at(-1)!
  const linkIn = (name: string) =>
    new RegExp(`${PUBLIC_URL}/[^\\s"<>]*${name}[^\\s"<>]*`).exec(decoded())![0].replaceAll('&amp;', '&')
  const decoded = () => lastMail().raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')

  it('is tracked when opened and followed, if the organisation allows it', async () => {
    const { administrator } = setting.people
    await setting.leave(await setting.tracker('untracked'))
    await setting.settled()
    expect(decoded()).not.toContain('<img')
    await administrator.client.call('POST', 'organisationconfig/save', {
      organisation_id: setting.people.id,
      track_opens: true,
    })
    await setting.leave(await setting.tracker('tracked'))
    await setting.settled()
    const last = async () => (await administrator.client.list('message', { limit: 1 })).data[0]!
    expect(await last()).toMatchObject({ opened: null, read: null })
    const picture = await fetch(here(linkIn('message/opened')))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect(await last()).toMatchObject({ opened: expect.any(String), read: null, state: 'delivered' })
    const followed = await fetch(here(linkIn('message/followed')), { redirect: 'manual' })
    expect(followed.headers.get('location')).toMatch(`${PUBLIC_URL}/app/map?tracker_id=`)
    expect(await last()).toMatchObject({ read: expect.any(String) })
    for (const to of ['//evil.example.com', '/app/\r\nx: y', '/app/\\evil', '/app/ā']) {
      const elsewhere = here(linkIn('message/followed')).replace(/to=.*/, `to=${encodeURIComponent(to)}`)
      expect((await fetch(elsewhere, { redirect: 'manual' })).status).toBe(469)
    }
  })

  it('can be unsubscribed from, by the button or by the mail program', async () => {
    const link = here(linkIn('unsubscribe'))
    const post = (body: Record<string, string>) => fetch(link, { method: 'POST', body: new URLSearchParams(body) })
    expect(await (await fetch(link)).text()).toContain('Shall freight-user@example.com get no more alerts of freight?')
    expect(await (await post({ 'List-Unsubscribe': 'One-Click' })).text()).toContain('gets no more alerts of freight')
    const before = setting.smtp.to('freight-user@example.com').length
    await setting.leave(await setting.tracker('unsubscribed'))
    await setting.settled()
    expect(setting.smtp.to('freight-user@example.com')).toHaveLength(before)
    await post({ action: 'again' })
    await setting.leave(await setting.tracker('subscribed'))
    await setting.settled()
    expect(setting.smtp.to('freight-user@example.com')).toHaveLength(before + 1)
    expect((await fetch(link.replace(/token=.*/, 'token=1.rubbish'))).status).toBe(404)
  })
})

describe('the contact form', () => {
  const ask = (body: object) =>
    fetch(`${setting.network.url}/api/v1/enquiry`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Tama', email: 'tama@example.com', text: 'How much is it?', ...body }),
    })
  /** Tama's mails: the confirmation request and, after agreeing, the answer. */
  const agreed = async () => {
    const [asking] = setting.smtp.to('tama@example.com')
    const link = /https:\/\/\S+confirm\?token=\S+/.exec(asking!.text)![0]
    expect(setting.smtp.to('tama@example.com')).toHaveLength(1)
    await fetch(here(link), { method: 'POST', body: new URLSearchParams({ action: 'agree' }) })
    await setting.settled()
    return setting.smtp.to('tama@example.com')
  }
  const { admin } = { admin: () => setting.network.admin }

  it('creates an enquiry that an administrator answers by mail, once', async () => {
    expect((await ask({ subject: 'Price' })).status).toBe(202)
    const [enquiry] = (await admin().list('enquiry')).data
    expect(enquiry).toMatchObject({ subject: 'Price', state: 'new', organisation_id: null })
    const { data } = await admin().call('POST', 'enquiry/answer', { id: enquiry!.id, answer: 'Nothing.' })
    expect(data).toMatchObject({ state: 'answered', answer: 'Nothing.' })
    await setting.settled()
    const [asking, mail] = await agreed()
    expect(asking!.text).not.toContain('Price')
    expect([mail!.subject, mail!.text]).toEqual([
      'Re: Price',
      expect.stringMatching(/^Nothing\.[\s\S]*You wrote:\s+How much is it\?/),
    ])
    await expect(admin().call('POST', 'enquiry/answer', { id: enquiry!.id, answer: 'x' })).rejects.toMatchObject({
      status: 409,
    })
  })

  it('answers bots alike, and stores nothing', async () => {
    const { info } = await admin().list('enquiry')
    expect((await ask({ website: 'https://spam.example.com' })).status).toBe(202)
    expect((await admin().list('enquiry')).info.total).toBe(info.total)
  })

  it('accepts ten in an hour from one address', async () => {
    const statuses = []
    for (let i = 0; i < 9; i++) statuses.push((await ask({})).status)
    expect(statuses).toEqual([...Array(8).fill(202), 429])
    expect((await ask({ email: 'nonsense' })).status).toBe(466)
  })
})
