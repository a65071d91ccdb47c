import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decrypt, type PushService, startPushService } from './push_service.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
let push: PushService
beforeAll(async () => {
  push = await startPushService()
  setting = await startSetting()
})
afterAll(async () => {
  await setting.stop()
  await push.stop()
})

const client = () => setting.people.user.client
async function subscribe(): Promise<{ id: number; path: string }> {
  const { data } = await client().call('GET', 'pushsubscription/key')
  const subscription = push.subscribe(data.key)
  const created = await client().create('pushsubscription', subscription)
  return { id: created.data.id, path: new URL(subscription.endpoint).pathname }
}
const subscriptions = async () => (await client().list('pushsubscription')).data.map(({ id }) => id)
async function leave(name: string): Promise<void> {
  await setting.leave(await setting.tracker(name))
  await setting.settled()
}
/** The delivery to the browser of the newest alert. */
async function delivery() {
  const { data } = await client().list('message', { limit: 1, search: 'browser' })
  return data[0]!.deliveries.find(({ channel }) => channel === 'push')!
}

it('the test browser decrypts the example of RFC 8291', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  // §5 and Appendix A.
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const keys = {
    private_key: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  expect(decrypt(bytes(body), keys).toString()).toBe('When I grow up, I want to be a watermelon')
})

describe('Web Push', () => {
  it('delivers an alert to every browser, signed and encrypted', async () => {
    const [first, second] = [await subscribe(), await subscribe()]
    await leave('pushed')
    const { data } = await client().list('tracker', { search: 'pushed' })
    expect(push.arrived.map(({ path }) => path).sort()).toEqual([first.path, second.path].sort())
    expect(push.arrived[0]).toMatchObject({
      urgency: 'high',
      message: {
        title: 'pushed has left Depot',
        body: expect.stringContaining('Speed: 45 km/h'),
        path: `/app/tracker?id=${data[0]!.id}`,
      },
    })
    expect(await delivery()).toMatchObject({ state: 'sent', provider: 'webpush', reason: null })
    for (const { id } of [first, second]) await client().remove('pushsubscription', id)
  })

  it('is short enough for every push service, with any template', async () => {
    const { administrator } = setting.people
    const template = { name: 'left_boundary', channel: 'email', locale: 'en' } as const
    const { data } = await administrator.client.create('messagetemplate', {
      ...template,
      subject: '{{tracker}} 🚚🚚🚚',
      text: '字"\n'.repeat(5_000),
    })
    const { id, path } = await subscribe()
    await leave('long')
    expect(push.arrived.at(-1)).toMatchObject({ path, message: { title: 'long 🚚🚚🚚' } })
    await administrator.client.remove('messagetemplate', data.id)
    await client().remove('pushsubscription', id)
  })

  it('retries after the Retry-After of a push service', async () => {
    const { id, path } = await subscribe()
    push.answer({ status: 429, headers: { 'retry-after': '1000' } })
    await leave('patient')
    expect(await delivery()).toMatchObject({ state: 'queued', reason: 'push service: it answered 429' })
    const { rows } = await sql<{ patient: boolean }>`
      select due_at > queued + interval '990 s' as patient from message_delivery
      where channel = 'push' and state = 'queued'`.execute(setting.network.db)
    expect(rows).toEqual([{ patient: true }])
    push.answer({ status: 201 })
    await setting.settled()
    expect(push.requests.filter((request) => request === path)).toHaveLength(1)
    await sql`update message_delivery set due_at = now() where state = 'queued'`.execute(setting.network.db)
    await setting.settled()
    expect(push.arrived.at(-1)).toMatchObject({ path, message: { title: 'patient has left Depot' } })
    expect(await delivery()).toMatchObject({ state: 'sent', reason: null })
    await client().remove('pushsubscription', id)
  })

  it.each([404, 410])('deletes the subscription of a removed browser (%i)', async (status) => {
    const [gone, other] = [await subscribe(), await subscribe()]
    await client().remove('pushsubscription', other.id)
    push.answer({ status })
    await leave(`gone-${status}`)
    expect(await delivery()).toMatchObject({ state: 'failed', reason: 'the browser is not subscribed any more' })
    expect(await subscriptions()).not.toContain(gone.id)
    push.answer({ status: 201 })
    const before = push.requests.length
    await leave(`after-${status}`)
    expect(push.requests).toHaveLength(before)
  })

  it('keeps the subscription if one message is refused permanently', async () => {
    const { id } = await subscribe()
    push.answer({ status: 400 })
    await leave('refused')
    expect(await delivery()).toMatchObject({ state: 'failed', reason: 'push service: it answered 400' })
    expect(await subscriptions()).toEqual([id])
  })
})
