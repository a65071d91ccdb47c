import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpFake, startHttp } from './fakes.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

const own = 'freight-user@example.com'
const subjects = (address: string) => setting.smtp.to(address).map((mail) => mail.subject)
const messages = async (query = {}) => (await setting.people.administrator.client.list('message', query)).data

/** Trackers leave one after another; each alert is delivered before the next. */
async function leaveInTurn(names: string[]): Promise<void> {
  for (const name of names) {
    await setting.leave(await setting.tracker(name))
    await setting.network.server.gateway.alerting.drain()
  }
}

describe('a mail server', () => {
  it.each([
    ['refuses mails temporarily', { at: 'MAIL', code: 451 }],
    ['is shutting down', { at: 'MAIL', code: 421 }],
    ['refuses the address temporarily', { at: 'RCPT', code: 450 }],
  ] as const)('%s for a while: then all are delivered, in order, and shown as what they are', async (what, refusal) => {
    setting.smtp.refuse({ ...refusal, text: 'come back later' })
    const names = [1, 2, 3].map((i) => `${what.slice(0, 12).trim()} ${i}`)
    await leaveInTurn(names)
    await setting.network.server.delivery.drain()
    const waiting = (await messages({ limit: 3 })).reverse()
    expect(waiting.map(({ state, sent }) => [state, sent])).toEqual(names.map(() => ['queued', null]))
    await expect.poll(async () => (await messages({ limit: 3 })).at(-1)!.reason).toContain('come back later')
    setting.smtp.refuse(null)
    const expected = names.map((name) => `${name} has left Depot`)
    await expect.poll(() => subjects(own).slice(-3)).toEqual(expected)
    await expect
      .poll(async () => (await messages({ limit: 3 })).map(({ state, reason }) => [state, reason]))
      .toEqual(names.map(() => ['sent', null]))
    expect(subjects(own).filter((subject) => expected.includes(subject))).toHaveLength(3)
  })

  it('refuses an address permanently: the delivery fails, the bounce is stored, and it can be resent', async () => {
    await setting.save({ email_recipients: 'gone@example.com' })
    setting.smtp.refuse({ at: 'RCPT', code: 550, text: 'no such mailbox', address: 'gone@example.com' })
    await leaveInTurn(['bounces'])
    await setting.settled()
    const [failed] = await messages({ limit: 1 })
    expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('no such mailbox') })
    expect(failed!.deliveries.map(({ address, state }) => [address, state])).toEqual([
      [own, 'sent'],
      ['gone@example.com', 'failed'],
    ])
    const { message } = await setting.save({ email_recipients: 'gone@example.com' })
    expect(message).toBe('The settings have been saved. E-mails to gone@example.com have bounced before.')
    const second = await setting.save({ email_recipients: '', escalate_email_recipients: 'gone@example.com' })
    expect(second.message).toBe(message)
    await setting.save({ escalate_email_recipients: '' })
    setting.smtp.refuse(null)
    const before = setting.smtp.mails.length
    await setting.people.administrator.client.call('POST', 'message/resend', { id: failed!.id })
    await setting.settled()
    expect(setting.smtp.mails.slice(before).map(({ to }) => to)).toEqual([['gone@example.com']])
    expect((await setting.save({ email_recipients: '' })).message).toBe('The settings have been saved.')
    // None has failed now: a copy has deliveries of its own.
    const copy = await setting.people.administrator.client.call('POST', 'message/resend', { id: failed!.id })
    expect(copy.data.id).not.toBe(failed!.id)
    await setting.settled()
    expect(setting.smtp.mails.slice(before + 1).map(({ to }) => to)).toEqual([[own], ['gone@example.com']])
  })

  it('expires after the retry period, with the last reason', async () => {
    const { expireUndelivered: giveUp } = await import('#messages/queue/queue.ts')
    setting.smtp.refuse({ at: 'RCPT', code: 450, text: 'never mind' })
    await leaveInTurn(['gives up'])
    await setting.network.server.delivery.drain()
    await sql`update message_delivery set queued = now() - interval '2 days' where state = 'queued'`.execute(
      setting.network.db,
    )
    await giveUp(setting.network.db, 86_400)
    setting.smtp.refuse(null)
    expect((await messages({ limit: 1 }))[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^given up: mail server: .*never mind/),
    })
  })
})

describe('SMS', () => {
  it('accept receipts signed by Twilio', async () => {
    const { signTwilio } = await import('#messages/signature.ts')
    await setting.save({ alert_tracker_email: false, alert_tracker_sms: true, phone_recipients: '021 555 123' })
    await leaveInTurn(['receipt'])
    await setting.settled()
    const callback = setting.twilio.sms.at(-1)!.StatusCallback!
    expect(callback).toMatch(/^https:\/\/ringfence\.example\.com\/api\/v1\/sms\/twilio\?delivery_id=\d+$/)
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' }
    const receipt = (signature: string, form: Record<string, string> = fields) =>
      fetch(callback.replace('https://ringfence.example.com', setting.network.url), {
        method: 'POST',
        headers: { 'x-twilio-signature': signature },
        body: new URLSearchParams(form),
      })
    expect((await receipt('rubbish')).status).toBe(403)
    expect((await receipt(signTwilio('another', callback, fields))).status).toBe(403)
    expect((await messages({ limit: 1 }))[0]).toMatchObject({ state: 'sent', delivered: null })
    expect((await receipt(signTwilio('token', callback, fields))).status).toBe(200)
    expect((await messages({ limit: 1 }))[0]).toMatchObject({ state: 'delivered', delivered: expect.any(String) })
    const failed = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }
    expect((await receipt(signTwilio('token', callback, failed), failed)).status).toBe(200)
    expect((await messages({ limit: 1 }))[0]).toMatchObject({ state: 'delivered' })
  })

  it('fail with the reason of Twilio', async () => {
    await setting.save({ phone_recipients: '021 555 000' })
    await leaveInTurn(['refused'])
    await setting.settled()
    expect((await messages({ limit: 1 }))[0]).toMatchObject({
      state: 'failed',
      reason: 'Twilio 21211: Invalid To number',
    })
    await setting.save({ alert_tracker_sms: false, phone_recipients: '' })
  })
})

describe('a webhook', () => {
  let hook: HttpFake
  let status = 200
  beforeAll(async () => {
    hook = await startHttp(() => ({ status }))
  })
  afterAll(() => hook.stop())

  it('gets every alert as JSON, signed with the secret, again if it fails', async () => {
    const { signWebhook } = await import('#messages/signature.ts')
    const { data } = await setting.people.administrator.client.call('POST', 'organisationconfig/save', {
      organisation_id: setting.people.id,
      webhook_url: `http://127.0.0.1:${hook.port}/alerts`,
    })
    const read = async () =>
      (await setting.people.administrator.client.list('organisationconfig', { organisation_id: setting.people.id }))
        .data[0]!
    expect((await read()).webhook_secret).toBe('••••••••')
    const stored = await setting.network.db.selectFrom('organisation_config').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(data.webhook_secret)
    const { id } = await read()
    // What was read is sent back by a program that changes another setting.
    const same = await setting.people.administrator.client.update('organisationconfig', {
      id,
      webhook_secret: '••••••••',
      alerts_per_hour: 19,
    })
    expect(same.data.webhook_secret).toBe('••••••••')
    status = 500
    await leaveInTurn(['hooked'])
    await expect.poll(() => hook.all.length).toBe(1)
    status = 200
    await expect.poll(async () => (await messages({ limit: 1 }))[0]!.state).toBe('delivered')
    const [first, second] = hook.all
    expect(second!.body).toBe(first!.body)
    expect(JSON.parse(second!.body)).toMatchObject({
      occasion: 'left_boundary',
      summary: 'hooked has left Depot',
      tracker: { number: 'hooked', name: 'hooked' },
      boundary: 'Depot',
      position: { type: 'Point', coordinates: [175.7633, -36.8485] },
      speed: 12.5,
    })
    const signature = second!.headers['ringfence-signature']!
    const at = new Date(Number(/t=(\d+)/.exec(signature)![1]) * 1000)
    expect(signature).toBe(signWebhook(data.webhook_secret, second!.body, at))
  })
})
