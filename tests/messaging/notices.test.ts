import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announce } from '#api/messaging/announce.ts'
import { sendReminders } from '#api/messaging/remind.ts'
import { connectLive } from '../network.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

describe('notifications', () => {
  it('are published to connected users when they begin and when they expire', async () => {
    const { admin, url: _ } = setting.network
    const live = await connectLive(setting.network, { token: setting.people.user.token })
    const current = async () =>
      (await setting.people.user.client.call('GET', 'notifications/current')).data.map(
        (n: { title: string }) => n.title,
      )
    const { data } = await admin.create('notification', { title: 'Maintenance tonight', text: 'From ten.' })
    expect(await live.receive('notification')).toMatchObject({ id: data.id, title: 'Maintenance tonight' })
    const later = await admin.create('notification', { title: 'Tomorrow', begins: '2090-01-01T00:00:00Z' })
    expect(await current()).toEqual(['Maintenance tonight'])
    await setting.network.db
      .updateTable('notification')
      .set({ begins: sql`now()` })
      .where('id', '=', later.data.id)
      .execute()
    await tick(announce)
    expect(await live.receive('notification', ({ title }) => title === 'Tomorrow')).toBeTruthy()
    await admin.call('POST', 'notification/expire', { id: data.id })
    expect(await current()).toEqual(['Tomorrow'])
    await expect(
      admin.create('notification', { title: 'x', begins: '2026-01-02T00:00:00Z', expires: '2026-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({ status: 400, field: 'expires' })
    live.stop()
  })

  it('end after they begin, as stored, whichever of both is changed', async () => {
    const { admin, db } = setting.network
    const { data } = await admin.create('notification', {
      title: 'A period',
      begins: '2090-01-02T00:00:00Z',
      expires: '2090-01-03T00:00:00Z',
    })
    const change = (changes: object) => admin.update('notification', { id: data.id, ...changes })
    await expect(change({ expires: '2090-01-01T00:00:00Z' })).rejects.toMatchObject({ status: 400, field: 'expires' })
    await expect(change({ begins: '2090-01-03T00:00:00Z' })).rejects.toMatchObject({ status: 400, field: 'begins' })
    await change({ title: 'Only renamed' })
    await change({ begins: '2090-02-01T00:00:00Z', expires: null })
    await expect(
      db.updateTable('notification').set({ expires: '2090-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
    ).rejects.toMatchObject({ constraint: 'notification_period' })
    // Ended before it began.
    const { data: ended } = await admin.call('POST', 'notification/expire', { id: data.id })
    expect(ended).toMatchObject({ begins: ended.expires })
  })
})

describe('reminder messages', () => {
  it('go to the members of a role when due, once', async () => {
    const { administrator } = setting.people
    const { data } = await administrator.client.create('remindermessage', {
      subject: 'Check the tyres',
      text: 'Please.',
      role_name: 'Staff',
      next_at: '2026-01-01T00:00:00Z',
      repeats: 'monthly',
    })
    await tick(sendReminders)
    await tick(sendReminders)
    await setting.settled()
    expect(
      setting.smtp.to('freight-staff@example.com').filter(({ subject }) => subject === 'Check the tyres'),
    ).toHaveLength(1)
    const after = (await administrator.client.read('remindermessage', data.id)).data
    expect(Date.parse(after.next_at)).toBeGreaterThan(Date.now())
    expect((await setting.people.staff.client.call('GET', 'messages/unread')).data.unread).toBeGreaterThan(0)
  })
})

describe('Web Push', () => {
  it('has a key, and retries if a push service does not answer', async () => {
    const { user } = setting.people
    const { data } = await user.client.call('GET', 'pushsubscription/key')
    expect(Buffer.from(data.key, 'base64url')).toHaveLength(65)
    const key = createECDH('prime256v1').generateKeys('base64url')
    const subscription = {
      endpoint: 'https://127.0.0.1:1/push',
      p256dh: key,
      auth: randomBytes(16).toString('base64url'),
    }
    await user.client.create('pushsubscription', subscription)
    await setting.leave(await setting.tracker('pushes'))
    await setting.settled()
    const [row] = (await user.client.list('message', { limit: 1, search: 'browser' })).data
    expect(row!.deliveries).toMatchObject([{ channel: 'push', state: 'queued', reason: expect.any(String) }])
  })
})

/** Runs the upkeep once. */
async function tick(work: typeof announce): Promise<void> {
  const { transact } = await import('#api/crud/transact.ts')
  const { live } = setting.network.server.gateway
  await transact(
    {
      db: setting.network.db,
      notifyDelivery: () => setting.network.server.delivery.notify(),
      publishLive: live.emit.bind(live),
    } as Parameters<typeof transact>[0],
    work,
  )
}
