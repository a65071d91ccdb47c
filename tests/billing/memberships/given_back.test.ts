import { beforeAll, expect, it } from 'vitest'
import { changeSubscription } from '#api/billing/subscriptions/change.ts'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { day } from '../../seeds/college.ts'
import { makePerson } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { subscribers } from './subscribers.ts'

let network: Network
let shop: Shop
const products: Record<string, number> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'given back')
  await make('silver', 12_000, { period: 'year', grace_days: 14 })
  await make('gold', 36_500, { period: 'year', grace_days: 14 })
  await make('monthly', 3000, { period: 'month', grace_days: 14 })
})

const { make, trx, run, subscribe, subscriptionOf, payAll } = subscribers(() => ({ network, shop, products }))
const person = (name: string) => makePerson(network, `given-back-${name}`, shop.id, 'User')
const post = async (path: string, input: object) =>
  (await shop.administrator.client.call('POST', path as never, input as never)).data
const change = async (id: number, product: string, today: string) => {
  const sub = await subscriptionOf(id)
  await trx((trx) => changeSubscription(trx, sub, products[product]!, { today, user_id: sub.user_id }))
}
/** What the person owes, and what of it is open. */
const balanceOf = async (id: number) => {
  const { contact_id } = await subscriptionOf(id)
  const rows = await network.db
    .selectFrom('transaction')
    .select(['amount'])
    .where('contact_id', '=', contact_id)
    .execute()
  const notes = await network.db
    .selectFrom('invoice')
    .select(['gross', 'paid'])
    .where('contact_id', '=', contact_id)
    .where('state', '=', 'authorised')
    .execute()
  return [rows.reduce((sum, { amount }) => sum + amount, 0), notes.map(({ gross, paid }) => gross - paid)]
}

it('an upgrade that is not paid falls back to what was paid, and nothing is owed', async () => {
  const id = await subscribe(await person('upgrade'), 'silver', '2026-02-01')
  await payAll(id)
  await change(id, 'gold', '2026-07-01')
  const upgraded = await subscriptionOf(id)
  expect(upgraded).toMatchObject({ product_name: 'gold', period_ends_on: '2027-01-31' })
  await run('2026-07-29')
  expect(await subscriptionOf(id)).toMatchObject({ state: 'grace', product_name: 'gold' })
  await run('2026-07-30')
  expect(await subscriptionOf(id)).toMatchObject({
    state: 'active',
    product_name: 'silver',
    product_id: products.silver,
    period_began_on: '2026-02-01',
    period_ends_on: '2027-01-31',
    unit_amount: 12_000,
    pay_by: null,
    next_invoice_on: '2027-01-01',
    paid_before: null,
  })
  expect(await balanceOf(id)).toEqual([0, []])
  const { user_id } = await subscriptionOf(id)
  const letters = await network.db
    .selectFrom('message as m')
    .innerJoin('message_delivery as d', 'd.message_id', 'm.id')
    .select(['m.subject', 'm.text'])
    .where('d.user_id', '=', user_id)
    .where('d.channel', '=', 'app')
    .where('m.subject', 'like', 'Your change%')
    .execute()
  expect(letters).toMatchObject([
    {
      subject: 'Your change was not paid: silver',
      text: expect.stringMatching(/ to gold was not paid .* silver again/),
    },
  ])
  // It renews at its own price.
  await run('2027-01-01')
  expect(await balanceOf(id)).toEqual([12_000, [12_000]])
  await payAll(id)
  await run('2027-02-01')
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', period_ends_on: '2028-01-31' })
})

it('one that is paid, also late, stays; one to another period falls back to the old period, or its renewal', async () => {
  const id = await subscribe(await person('late'), 'silver', '2026-02-01')
  await payAll(id)
  await change(id, 'gold', '2026-07-01')
  await run('2026-07-20')
  await payAll(id)
  await run('2026-08-15')
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', product_name: 'gold', paid_before: null })

  const other = await subscribe(await person('period'), 'monthly', '2026-03-01')
  await payAll(other)
  await change(other, 'gold', '2026-03-21')
  expect(await subscriptionOf(other)).toMatchObject({ period: 'year', period_ends_on: '2027-03-20' })
  // The month is over by then: its next one is to be paid that day.
  await run('2026-04-19')
  expect(await subscriptionOf(other)).toMatchObject({
    product_name: 'monthly',
    state: 'active',
    period_ends_on: '2026-04-30',
  })
  expect(await balanceOf(other)).toEqual([3000, [3000]])
})

it('a membership that is refunded as a whole ends: by a credit note, or without', async () => {
  const [noted, plain, part] = [await person('noted'), await person('plain'), await person('part')]
  const ids = []
  for (const one of [noted, plain, part]) ids.push(await subscribe(one, 'silver', day(0)))
  for (const id of ids) await payAll(id)
  const [by_note, by_refund, in_part] = ids as [number, number, number]
  const invoiceOf = async (id: number) => (await subscriptionOf(id)).invoice_id!
  const note = await post('invoice/credit', { id: await invoiceOf(by_note) })
  expect(await subscriptionOf(by_note)).toMatchObject({ state: 'active' })
  await post('invoice/refund', { id: note.id, amount: 12_000 })
  await post('invoice/refund', { id: await invoiceOf(by_refund), amount: 12_000 })
  await post('invoice/refund', { id: await invoiceOf(in_part), amount: 5000 })
  for (const id of [by_note, by_refund]) {
    expect(await subscriptionOf(id)).toMatchObject({ state: 'cancelled', next_invoice_on: null })
    expect(await balanceOf(id)).toEqual([0, []])
  }
  expect(await subscriptionOf(in_part)).toMatchObject({ state: 'active' })
})
