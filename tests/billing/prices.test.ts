import { beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { addDays } from '#api/billing/money/days.ts'
import { begin } from '#api/billing/subscriptions/begin.ts'
import type { Network } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { makeShop, type Shop } from '../seeds/billing.ts'
import { day } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'prices')
})

const trx = <T>(work: Parameters<typeof begin>[0] extends infer Trx ? (trx: Trx) => Promise<T> : never) =>
  network.db.transaction().execute(work as never) as Promise<T>
const run = (today: string) => {
  const task = network.server.api.tasks.find(({ name }) => name.startsWith('memberships'))!
  return (task.run as (day: string) => Promise<void>)(today)
}
let made = 0
const newProduct = async (unit_amount: number, more: object = {}) => {
  const code = `product-${++made}`
  const body = { code, name: code, unit_amount, period: 'month', ...more }
  return (await shop.administrator.client.create('product', { amounts_are: 'inclusive', ...body } as never)).data.id
}
const subscribe = async ({ id: user_id }: Person, product_id: number, today: string) =>
  (await trx((trx) => begin(trx, { organisation_id: shop.id, user_id, product_id, today }))).id
const subscriptionOf = (id: number) =>
  network.db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const invoicesOf = async (id: number) =>
  (
    await network.db
      .selectFrom('invoice')
      .select(['id', 'type', 'state', 'gross', 'paid'])
      .where('subscription_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((one) => ({ ...one, text: `${one.state} ${one.gross}` }))
const textsOf = async (id: number) => (await invoicesOf(id)).map(({ text }) => text)
const payAll = async (id: number) => {
  for (const { id: invoice_id, state, gross, paid } of await invoicesOf(id)) {
    if (state !== 'authorised') continue
    await trx((trx) => recordPayment(trx, invoice_id, { kind: 'payment', amount: gross - paid }))
  }
}
const person = (name: string) => makePerson(network, name, shop.id, 'User')
const post = async (path: string, body: object, client = shop.administrator.client) =>
  (await client.call('POST', path as never, body as never)).data
const schedule = async (product_ids: number[], more: object) => {
  await post('pricechange/schedule', { organisation_id: shop.id, product_ids, ...more })
  const { data } = await shop.administrator.client.list('pricechange', { product_id: product_ids[0]! } as never)
  return data[0] as unknown as { id: number; state: string }
}
const concernedBy = async (price_change_id: number, client = shop.administrator.client) =>
  (await client.list('pricechangemember', { price_change_id, sort: 'id' } as never)).data as unknown as Concerned[]
const remindersOf = async (id: number) => {
  const rows = await network.db
    .selectFrom('subscription_reminder as r')
    .innerJoin('message as m', 'm.id', 'r.message_id')
    .select(['r.kind', 'm.text'])
    .where('r.subscription_id', '=', id)
    .orderBy('r.id')
    .execute()
  return rows.map(({ kind, text }) => `${kind}: ${text}`)
}

it('months renew at the new price from the day on; what is invoiced keeps its price, and who declines leaves', async () => {
  const product_id = await newProduct(1000)
  const people = await Promise.all(['agrees', 'declines', 'silent', 'comes'].map(person))
  const [agrees, declines, silent, comes] = people as [Person, Person, Person, Person]
  // Periods of the 10th to the 9th: from the day on, the next one begins on the 10th of the month after.
  const start = day(-5)
  const ids = await Promise.all([agrees, declines, silent].map((one) => subscribe(one, product_id, start)))
  const [first] = await Promise.all(ids.map(subscriptionOf))
  await Promise.all(ids.map(payAll))
  const effective_on = addDays(first!.period_ends_on!, 5)
  const wish = { organisation_id: shop.id, product_ids: [product_id], percent: '12.5', round_to: '0.1', effective_on }
  const preview = await post('pricechange/schedule', { ...wish, preview: true })
  expect(preview).toMatchObject({
    changes: [{ old_amount: 1000, new_amount: 1130, members_count: 3, invoiced_count: 0, other_terms_count: 0 }],
    totals: [{ currency: 'NZD', members_count: 3, difference_a_year: 3 * 12 * 130 }],
  })
  const change = await schedule([product_id], { percent: '12.5', round_to: '0.1', effective_on })
  ids.push(await subscribe(comes, product_id, start))
  await payAll(ids[3]!)
  const members = await concernedBy(change.id)
  expect(members.map(({ outcome, old_amount, new_amount }) => [outcome, old_amount, new_amount])).toEqual(
    members.map(() => ['none', 1000, 1130]),
  )
  expect(members).toHaveLength(4)
  const idOf = (subscription: number) => members.find(({ subscription_id }) => subscription_id === subscription)!.id
  await post('pricechangemember/answer', { id: idOf(ids[0]!), answer: 'agreed' }, agrees.client)
  await post('pricechangemember/answer', { id: idOf(ids[1]!), answer: 'declined' }, declines.client)
  for (let today = day(0), days = 0; days < 75; days++, today = addDays(today, 1)) {
    await run(today)
    for (const id of ids) await payAll(id)
  }
  // The period that begins before the day costs what it did.
  expect(await textsOf(ids[0]!)).toEqual(['paid 1000', 'paid 1000', 'paid 1130'])
  expect(await textsOf(ids[1]!)).toEqual(['paid 1000'])
  expect((await subscriptionOf(ids[1]!)).state).toBe('cancelled')
  expect(await textsOf(ids[2]!)).toEqual(['paid 1000', 'paid 1000', 'paid 1130'])
  expect((await subscriptionOf(ids[2]!)).unit_amount).toBe(1130)
  const outcomes = new Map((await concernedBy(change.id)).map((one) => [one.subscription_id, one.outcome]))
  expect(ids.map((id) => outcomes.get(id))).toEqual(['agreed', 'declined', 'renewed', 'renewed'])
  expect((await shop.administrator.client.read('product', product_id)).data.unit_amount).toBe(1130)
  const texts = (await remindersOf(ids[2]!)).filter((text) => text.startsWith('price'))
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/it costs NZD 11\.30 a month instead of NZD 10\.00\. Without an answer .*\/app\/membership$/)
  expect((await remindersOf(ids[0]!)).find((text) => text.startsWith('price'))).toMatch(/You have agreed to that\.$/)
})

it('a year is reminded of with its price; an upgrade before it begins credits the old price', async () => {
  const [product_id, better] = [
    await newProduct(36_500, { period: 'year' }),
    await newProduct(73_000, { period: 'year' }),
  ]
  const member = await person('yearly')
  const start = addDays(day(0), -340)
  const id = await subscribe(member, product_id, start)
  await payAll(id)
  const { period_ends_on } = await subscriptionOf(id)
  const change = await schedule([product_id], { unit_amount: 40_000, effective_on: addDays(day(0), 2) })
  await run(day(0))
  expect(await textsOf(id)).toEqual(['paid 36500', 'authorised 40000'])
  expect(await subscriptionOf(id)).toMatchObject({ unit_amount: 36_500, renewal_amount: 40_000 })
  expect((await remindersOf(id))[0]).toMatch(
    /^before: .*pay .*NZD 400\.00.*it costs NZD 400\.00 a year instead of NZD 365\.00/,
  )
  const preview = await post('subscription/change', { id, product_id: better, preview: true }, member.client)
  const left = Math.round((Date.parse(period_ends_on!) - Date.parse(day(0))) / 86_400_000) + 1
  const whole = Math.round((Date.parse(period_ends_on!) - Date.parse(start)) / 86_400_000) + 1
  expect(preview.credit.gross).toBe(Math.round((36_500 * left) / whole))
  // Cancelled before its day: the unpaid invoice is written again at the old price.
  await post('pricechange/cancel', { id: change.id })
  await run(day(0))
  expect(await textsOf(id)).toEqual(['paid 36500', 'void 40000', 'authorised 36500'])
  await payAll(id)
  await run(addDays(period_ends_on!, 1))
  expect(await subscriptionOf(id)).toMatchObject({ unit_amount: 36_500, renewal_amount: null, state: 'active' })
  expect((await concernedBy(change.id))[0]).toMatchObject({ outcome: 'none', charged_on: null })
})

it('the difference is credited where the new price was paid already, and cancelling and resuming invoices again', async () => {
  const product_id = await newProduct(10_000, { period: 'year' })
  const [member, other] = [await person('paid early'), await person('changes mind')]
  const start = addDays(day(0), -340)
  const [id, other_id] = [await subscribe(member, product_id, start), await subscribe(other, product_id, start)]
  await Promise.all([id, other_id].map(payAll))
  const change = await schedule([product_id], { unit_amount: 11_500, effective_on: addDays(day(0), 2) })
  await run(day(0))
  await payAll(id)
  const own = (await concernedBy(change.id, other.client))[0]!
  await post('pricechangemember/answer', { id: own.id, answer: 'declined' }, other.client)
  expect((await concernedBy(change.id, other.client))[0]).toMatchObject({ outcome: 'declined', is_open: true })
  await post('pricechangemember/answer', { id: own.id, answer: 'agreed' }, other.client)
  await run(day(0))
  expect(await textsOf(other_id)).toEqual(['paid 10000', 'void 11500', 'authorised 11500'])
  expect((await concernedBy(change.id, other.client))[0]).toMatchObject({ outcome: 'agreed' })
  await post('pricechange/cancel', { id: change.id })
  const renewal = (await invoicesOf(id))[1]!
  const { rows } = {
    rows: await network.db.selectFrom('invoice').select('gross').where('credits_invoice_id', '=', renewal.id).execute(),
  }
  expect(rows).toEqual([{ gross: 1500 }])
  const { period_ends_on } = await subscriptionOf(id)
  await run(addDays(period_ends_on!, 1))
  expect((await subscriptionOf(id)).unit_amount).toBe(10_000)
})

it('what is not possible is refused, and nothing changes', async () => {
  const product_id = await newProduct(1000)
  const [once, jpy] = [await newProduct(500, { period: 'none' }), await newProduct(500, { currency: 'JPY' })]
  const member = await person('refused')
  const id = await subscribe(member, product_id, day(-1))
  await payAll(id)
  const { token } = shop.administrator
  const refused = (path: string, body: object, as = token) => guest(network, as).refused(path, body)
  const wish = { product_ids: [product_id], unit_amount: 1100, effective_on: day(40) }
  for (const [body, status] of [
    [{ ...wish, effective_on: day(0) }, 400],
    [{ ...wish, effective_on: day(2000) }, 400],
    [{ ...wish, percent: '5' }, 400],
    [{ ...wish, unit_amount: undefined }, 400],
    [{ ...wish, unit_amount: 1.5 }, 400],
    [{ ...wish, unit_amount: -1 }, 400],
    [{ ...wish, unit_amount: undefined, percent: '-101' }, 400],
    [{ ...wish, unit_amount: 1000 }, 476],
    [{ ...wish, product_ids: [once] }, 476],
    [{ ...wish, product_ids: [product_id, 0] }, 400],
    [{ ...wish, product_ids: [999_999] }, 404],
  ] as const) {
    expect(await refused('pricechange/schedule', body), JSON.stringify(body)).toMatchObject({ status })
  }
  const both = await post('pricechange/schedule', {
    ...wish,
    unit_amount: undefined,
    percent: '10',
    product_ids: [product_id, jpy],
    preview: true,
  })
  expect(both.totals).toEqual([
    { currency: 'NZD', members_count: 1, difference_a_year: 1200 },
    { currency: 'JPY', members_count: 0, difference_a_year: 0 },
  ])
  // Two at once: one is scheduled.
  const twice = await Promise.allSettled([post('pricechange/schedule', wish), post('pricechange/schedule', wish)])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await refused('pricechange/schedule', wish)).toMatchObject({ status: 476 })
  expect(await refused('product', { id: product_id, unit_amount: 5 })).toMatchObject({ status: 476 })
  await shop.administrator.client.call('POST', 'product', { id: product_id, name: 'Other name' } as never)
  const [change] = (await shop.administrator.client.list('pricechange', { product_id } as never)).data
  const [row] = await concernedBy(change!.id)
  const answer = { id: row!.id, answer: 'agreed' }
  expect(await refused('pricechangemember/answer', answer)).toMatchObject({ status: 403 })
  const { data: acting } = await shop.administrator.client.call('POST', 'user/impersonate', { id: member.id })
  expect(await refused('pricechangemember/answer', answer, acting.token)).toMatchObject({ status: 403 })
  await post('pricechange/cancel', { id: change!.id })
  expect(await refused('pricechange/cancel', { id: change!.id })).toMatchObject({ status: 476 })
  expect(await refused('pricechangemember/answer', answer, member.token)).toMatchObject({ status: 476 })
  await shop.administrator.client.call('POST', 'product', { id: product_id, unit_amount: 900 } as never)
})

type Concerned = {
  id: number
  subscription_id: number
  outcome: string
  old_amount: number
  new_amount: number
  charged_on: string | null
  is_open: boolean
}
