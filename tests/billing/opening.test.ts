import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import type { Network } from '../network.ts'
import { makeShop, type Shop } from '../seeds/billing.ts'
import { day } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let shop: Shop
const products: Record<string, number> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'college')
  const common = { unit_amount: 5000, period: 'year', public: true, opens: ['cpd'], joins_as: 'User' }
  const wanted = { open: {}, other: {}, dear: { unit_amount: 50_000 }, tried: { trial_days: 14 }, sold: paidFirst }
  for (const [code, more] of Object.entries(wanted)) {
    const { data } = await shop.administrator.client.create('product', {
      amounts_are: 'inclusive',
      code,
      name: code,
      ...common,
      ...more,
    } as never)
    products[code] = data.id
  }
})

const paidFirst = { opening: 'on_payment' }
const person = (name: string) => makePerson(network, name, shop.id, 'User')
const subscribe = async ({ client }: Person, product: string, more = {}) => {
  const { data } = await client.call('POST', 'subscriptionStore/subscribe', { product_id: products[product], ...more })
  return data as { subscription: Subscription; invoice: { id: number; gross: number } | null }
}
const change = async ({ client }: Person, id: number, product: string) =>
  (await client.call('POST', 'subscription/change', { id, product_id: products[product] })).data as Subscription
const enrol = async ({ id: user_id }: Person, product: string, more = {}) => {
  const { data } = await shop.administrator.client.create('subscription', {
    user_id,
    product_id: products[product]!,
    ...more,
  } as never)
  return data as Subscription
}
/** Whether the person records something of what the memberships open. */
const records = ({ client }: Person) =>
  client.create('devactivity', { completed_on: day(-1), target: 'A course', hours: 1 }).then(
    () => true,
    ({ status }) => (status === 403 ? false : Promise.reject(new Error(`answered ${status}`))),
  )
const pay = ({ id, gross }: { id: number; gross: number }) =>
  network.db.transaction().execute((trx) => recordPayment(trx, id, { kind: 'payment', amount: gross }))
/** A month goes by for one membership. */
async function lapse(id: number, becomes = 'lapsed'): Promise<void> {
  await sql`update subscription set pay_by = pay_by - 40 where id = ${id}`.execute(network.db)
  const task = network.server.api.tasks.find(({ name }) => name.startsWith('memberships'))!
  await task.run()
  const { state } = await network.db
    .selectFrom('subscription')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(state).toBe(becomes)
}
async function lapsedPerson(name: string): Promise<Person> {
  const who = await person(name)
  await lapse((await subscribe(who, 'open')).subscription.id)
  return who
}

it('opens when the product says: at once, or when it is paid', async () => {
  const [early, late] = [await person('early'), await person('late')]
  expect((await subscribe(early, 'open')).subscription).toMatchObject({ opening: 'at_once', is_open: true })
  expect(await records(early)).toBe(true)
  const { subscription, invoice } = await subscribe(late, 'sold')
  expect(subscription).toMatchObject({ opening: 'on_payment', is_open: false })
  expect(await records(late)).toBe(false)
  const payment = await pay(invoice!)
  expect(await records(late)).toBe(true)
  // A payment that did not last closes it.
  await shop.administrator.client.call('POST', 'transaction/reverse', { id: payment, reason: 'It was not theirs' })
  expect(await records(late)).toBe(false)
})

it('opens on payment only after one has lapsed unpaid, whatever is subscribed to', async () => {
  for (const product of ['open', 'other', 'dear', 'tried']) {
    const who = await lapsedPerson(`lapsed ${product}`)
    const { data: store } = await who.client.call('GET', 'subscriptionStore', { organisation_id: shop.id })
    const offered = store.products.find(({ code }: { code: string }) => code === product)
    expect(offered).toMatchObject({ opening: 'on_payment', trial_available: false })
    const { subscription, invoice } = await subscribe(who, product)
    expect(subscription).toMatchObject({ state: 'active', opening: 'on_payment', is_open: false })
    expect(await records(who)).toBe(false)
    await pay(invoice!)
    expect(await records(who)).toBe(true)
  }
})

it('a trial is neither a way around it, nor had twice by changing the product', async () => {
  const who = await lapsedPerson('trying')
  await expect(subscribe(who, 'tried', { trial: true })).rejects.toMatchObject({ status: 476, field: 'trial' })
  const twice = await person('twice')
  const { subscription } = await subscribe(twice, 'tried')
  expect(subscription.state).toBe('trial')
  await change(twice, subscription.id, 'open')
  await expect(subscribe(twice, 'tried', { trial: true })).rejects.toMatchObject({ status: 476, field: 'trial' })
})

it('one thing is open unpaid at a time: another, a change and what follows a cancellation wait for payment', async () => {
  const several = await person('several')
  await subscribe(several, 'open')
  expect((await subscribe(several, 'other')).subscription.is_open).toBe(false)

  const changing = await person('changing')
  const { subscription } = await subscribe(changing, 'open')
  expect((await change(changing, subscription.id, 'dear')).is_open).toBe(false)
  expect((await change(changing, subscription.id, 'open')).is_open).toBe(false)
  expect(await records(changing)).toBe(false)

  const cancelling = await person('cancelling')
  const { id } = (await subscribe(cancelling, 'open')).subscription
  await sql`update subscription set state = 'grace' where id = ${id}`.execute(network.db)
  await cancelling.client.call('POST', 'subscription/cancel', { id })
  expect((await subscribe(cancelling, 'other')).subscription.is_open).toBe(false)
  expect(await records(cancelling)).toBe(false)

  const ended = await person('ended')
  const begun = (await subscribe(ended, 'open')).subscription
  await shop.administrator.client.call('POST', 'subscription/cancel', { id: begun.id, at: 'now', credit: false })
  expect((await subscribe(ended, 'open')).subscription.is_open).toBe(false)
})

it('a paid member changes at once, and pays first after that was not paid', async () => {
  const who = await person('upgrading')
  const { subscription, invoice } = await subscribe(who, 'open')
  await pay(invoice!)
  expect((await change(who, subscription.id, 'dear')).is_open).toBe(true)
  // It falls back to what was paid.
  await lapse(subscription.id, 'active')
  expect((await subscribe(who, 'dear')).subscription.is_open).toBe(false)
})

it('holds for one who leaves the organisation and joins it again', async () => {
  const who = await lapsedPerson('returning')
  const { data } = await shop.administrator.client.list('membership', { user_id: who.id })
  await shop.administrator.client.remove('membership', data[0]!.id)
  expect((await subscribe(who, 'other')).subscription).toMatchObject({ opening: 'on_payment', is_open: false })
  expect(await records(who)).toBe(false)
})

it('administrators may decide otherwise, for a new membership and a live one', async () => {
  const who = await lapsedPerson('forgiven')
  expect(await enrol(who, 'open')).toMatchObject({ opening: 'on_payment', is_open: false })
  expect(await records(who)).toBe(false)
  expect(await enrol(who, 'open', { opening: 'at_once' })).toMatchObject({ opening: 'at_once', is_open: true })
  expect(await records(who)).toBe(true)
  await expect(
    who.client.create('subscription', { user_id: who.id, product_id: products.other!, opening: 'at_once' } as never),
  ).rejects.toMatchObject({ status: 403 })
})

type Subscription = { id: number; state: string; opening: string; is_open: boolean }
