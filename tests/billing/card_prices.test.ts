import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { addDays } from '#api/billing/money/days.ts'
import { type Network, startNetwork } from '../network.ts'
import { day } from '../seeds/college.ts'
import type { Organisation } from '../seeds/people.ts'
import { type FakeStripe, startStripe } from './fake_stripe.ts'
import { makePayers, type Payers } from './payers.ts'

let stripe: FakeStripe
let network: Network
let college: Organisation
let payers: Payers
beforeAll(async () => {
  stripe = await startStripe()
  network = await startNetwork({ ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '1' })
  payers = await makePayers(network, stripe, 'prices')
  college = payers.college
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

it('a higher price is charged only after the person has agreed or paid it once', async () => {
  const product_id = await payers.newProduct('rising')
  const silent = await payers.newPerson()
  const agrees = await payers.newPerson()
  for (const person of [silent, agrees]) {
    await payers.storeCard(person)
    await payers.join(person, product_id)
  }
  const effective_on = addDays(day(0), 1)
  const wish = { organisation_id: college.id, product_ids: [product_id], unit_amount: 12_000, effective_on }
  await payers.post('pricechange/schedule', wish, college.administrator)
  const { data: own } = await agrees.client.list('pricechangemember', { user_id: agrees.id } as never)
  await payers.post('pricechangemember/answer', { id: own[0]!.id, answer: 'agreed' }, agrees)
  await payers.runDay(day(0))
  const ids = await Promise.all(
    [silent, agrees].map(async ({ id }) => (await payers.subscriptionOf(id)).renewal_invoice_id!),
  )
  await payers.round()
  const states = await Promise.all(ids.map((id) => payers.paymentOf(id)))
  expect(states.map((one) => one?.state)).toEqual([undefined, 'paid'])
  expect(await payers.ledger(ids[0]!)).toEqual(['charge 12000'])
  expect(await payers.ledger(ids[1]!)).toEqual(['charge 12000', 'payment -12000'])
  // The period has begun, and still nothing is charged; the mail says how it is paid.
  await payers.runDay(addDays(day(0), 1))
  await payers.round()
  expect(await payers.ledger(ids[0]!)).toEqual(['charge 12000'])
  expect(await payers.messagesTo(silent, 'Due on')).toHaveLength(1)
  expect(await payers.messagesTo(agrees, 'Due on')).toHaveLength(0)
})

it('the whole price after a part of a common year is charged to who has subscribed at it, not to whom it was given', async () => {
  const product_id = await payers.newProduct('common')
  const begins = addDays(day(0), 2)
  const year = { year_month: begins.slice(5, 7), year_day: Number(begins.slice(8)), first_year: 'day' }
  await college.administrator.client.update('product', { id: product_id, ...year } as never)
  const [subscribes, isGiven] = [await payers.newPerson(), await payers.newPerson()]
  await payers.post('subscriptionStore/subscribe', { product_id }, subscribes)
  const wish = { organisation_id: college.id, user_id: isGiven.id, product_id }
  await college.administrator.client.create('subscription', wish as never)
  const renewals: number[] = []
  for (const person of [subscribes, isGiven]) {
    await payers.storeCard(person)
    const { invoice_id, period_amount: amount, accepted_amount } = await payers.subscriptionOf(person.id)
    expect([amount! < 200, accepted_amount]).toEqual([true, person === subscribes ? 11_500 : null])
    await network.db
      .transaction()
      .execute((trx) => recordPayment(trx, invoice_id!, { kind: 'payment', amount: amount! }))
  }
  await payers.runDay(day(0))
  for (const { id } of [subscribes, isGiven]) renewals.push((await payers.subscriptionOf(id)).renewal_invoice_id!)
  await payers.round()
  expect(await payers.ledger(renewals[0]!)).toEqual(['charge 11500', 'payment -11500'])
  expect(await payers.ledger(renewals[1]!)).toEqual(['charge 11500'])
})

it('what an administrator begins or changes for a member is not charged to their card', async () => {
  const dear = await payers.newProduct('dear', 90_000)
  const begun = await payers.newPerson()
  await payers.storeCard(begun)
  await payers.round()
  const before = stripe.intents.size
  const wish = { organisation_id: college.id, user_id: begun.id, product_id: dear }
  await college.administrator.client.create('subscription', wish as never)
  // In its second year: changed today, which costs a day of the dear one.
  const changed = await payers.newPerson()
  await payers.storeCard(changed)
  const id = await payers.join(changed, undefined, 2)
  await payers.post('subscription/change', { id, product_id: dear }, college.administrator)
  const { invoice_id } = await payers.subscriptionOf(changed.id)
  await payers.round()
  expect(await payers.ledger(invoice_id!)).toEqual(['charge 247', 'adjustment -32'])
  await network.db
    .transaction()
    .execute((trx) => recordPayment(trx, invoice_id!, { kind: 'payment', amount: 215, method: 'bank' }))
  await payers.runDay(day(0))
  const { renewal_invoice_id } = await payers.subscriptionOf(changed.id)
  await payers.round()
  expect(await payers.ledger(renewal_invoice_id!)).toEqual(['charge 90000'])
  expect(stripe.intents.size).toBe(before)
})
