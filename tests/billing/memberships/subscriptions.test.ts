import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#api/billing/money/days.ts'
import { cancelAtEnd, cancelNow } from '#api/billing/subscriptions/cancel.ts'
import { changeSubscription } from '#api/billing/subscriptions/change.ts'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { day, switchFeatures } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { subscribers } from './subscribers.ts'

let network: Network
let shop: Shop
let products: Record<string, number>

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'college')
  const { client } = shop.administrator
  const make = async (code: string, unit_amount: number, more: object) =>
    (await client.create('product', { amounts_are: 'inclusive', code, name: code, unit_amount, ...more } as never)).data
      .id
  products = {
    monthly: await make('monthly', 1150, { period: 'month' }),
    yearly: await make('yearly', 36500, { period: 'year' }),
    better: await make('better', 73000, { period: 'year' }),
    tried: await make('tried', 1150, { period: 'month', trial_days: 14 }),
    public: await make('public', 5000, { period: 'year', public: true, opens: ['cpd'], joins_as: 'User' }),
    hidden: await make('hidden', 100, { active: false, public: true }),
    item: await make('item', 100, { kind: 'item' }),
  }
})

const { trx, run, subscribe, subscriptionOf, payAll } = subscribers(() => ({ network, shop, products }))
const person = (name: string) => makePerson(network, name, shop.id, 'User')
const mine = async ({ client }: Person, id: number) => (await client.read('subscription', id)).data

it('a year of days over six memberships: states, periods and reminders', async () => {
  const start = '2028-01-31'
  const people = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map(person))
  const plans: Plan[] = [
    { product: 'monthly', begins: '2028-01-31', pays: () => true },
    { product: 'yearly', begins: '2028-02-29', pays: () => true },
    { product: 'yearly', begins: '2028-01-31', pays: (today) => today < '2028-06-01' },
    { product: 'tried', begins: '2028-02-01', pays: () => false },
    { product: 'monthly', begins: '2028-03-15', pays: () => false },
    { product: 'monthly', begins: '2028-03-15', pays: () => true, cancels: '2028-05-20' },
  ]
  const ids: number[] = []
  const seen: string[][] = plans.map(() => [])
  for (let today = start; today <= '2029-03-05'; today = addDays(today, 1)) {
    for (const [i, plan] of plans.entries()) {
      if (plan.begins === today) ids[i] = await subscribe(people[i]!, plan.product, today)
      if (ids[i] && plan.pays(today)) await payAll(ids[i]!)
      if (plan.cancels === today) {
        const by = { today, user_id: people[i]!.id }
        await trx(async (trx) => cancelAtEnd(trx, await subscriptionOf(ids[i]!, trx), by))
      }
    }
    await (today === '2028-03-30' ? Promise.all([run(today), run(today)]) : run(today))
    for (const [i, id] of ids.entries()) {
      if (!id) continue
      const { state, period_ends_on } = await subscriptionOf(id)
      const line = `${state} to ${period_ends_on}`
      if (seen[i]!.at(-1)?.slice(11) !== line) seen[i]!.push(`${today} ${line}`)
    }
  }
  expect(seen[0]!.slice(0, 5)).toEqual([
    '2028-01-31 active to 2028-02-28',
    '2028-02-29 active to 2028-03-30',
    '2028-03-31 active to 2028-04-29',
    '2028-04-30 active to 2028-05-30',
    '2028-05-31 active to 2028-06-29',
  ])
  expect(seen[0]).toHaveLength(14)
  expect(seen.slice(1)).toEqual([
    ['2028-02-29 active to 2029-02-27', '2029-02-28 active to 2030-02-27'],
    ['2028-01-31 active to 2029-01-30', '2029-01-31 grace to 2030-01-30', '2029-02-14 lapsed to 2030-01-30'],
    ['2028-02-01 trial to 2028-02-14', '2028-02-15 grace to 2028-03-14', '2028-02-29 lapsed to 2028-03-14'],
    ['2028-03-15 active to 2028-04-14', '2028-03-30 grace to 2028-04-14', '2028-04-13 lapsed to 2028-04-14'],
    [
      '2028-03-15 active to 2028-04-14',
      '2028-04-15 active to 2028-05-14',
      '2028-05-15 active to 2028-06-14',
      '2028-06-15 cancelled to 2028-06-14',
    ],
  ])
  const reminders = ids.map(async (id, i) => {
    const { data } = await people[i]!.client.call('GET', 'subscription/reminders', { id })
    return data
      .map(({ kind, for_day, state }: Record<string, string>) => `${kind} ${for_day} ${state !== null}`)
      .reverse()
  })
  const [first, ...others] = await Promise.all(reminders)
  // Monthly, paid on the day after each last day: reminded on the last day, once.
  expect([first.length, new Set(first).size, first[0]]).toEqual([13, 13, 'due 2028-02-28 true'])
  expect(others).toEqual([
    ['before 2029-02-27 true'],
    ['before 2029-01-30 true', 'due 2029-01-30 true', 'grace 2029-01-30 true'],
    ['due 2028-02-14 true', 'grace 2028-02-14 true'],
    ['due 2028-03-29 true', 'grace 2028-03-29 true'],
    ['due 2028-04-14 true', 'due 2028-05-14 true'],
  ])
  const invoices = await network.db.selectFrom('invoice').select(['number', 'state', 'sent_at']).execute()
  expect(invoices.map(({ number }) => number).sort((a, b) => a! - b!)).toEqual(invoices.map((_, i) => i + 1))
  expect(invoices.every(({ sent_at, state }) => sent_at !== null || state === 'void')).toBe(true)
})

it('is paid until the end of a period that was paid, and of nothing before', async () => {
  const member = await person('payer')
  const untilOf = async (id: number) => (await mine(member, id)).paid_until
  const tried = await subscribe(member, 'tried', '2028-02-01')
  const id = await subscribe(member, 'monthly', '2028-02-01')
  expect([await untilOf(tried), await untilOf(id)]).toEqual([null, null])
  const { invoice_id } = await subscriptionOf(id)
  const { client } = shop.administrator
  const { data: credit } = await client.call('POST', 'invoice/credit', { id: invoice_id! })
  expect([credit.state, await untilOf(id)]).toEqual(['paid', null])
  const paid = await subscribe(member, 'yearly', '2028-02-01')
  await payAll(paid)
  expect(await untilOf(paid)).toBe('2029-01-31')
  await sql`update subscription set invoice_id = null, period_began_on = '2029-02-01', period_ends_on = '2030-01-31'
    where id = ${paid}`.execute(network.db)
  expect(await untilOf(paid)).toBe('2029-01-31')
  await sql`delete from subscription where id in (${tried}, ${id}, ${paid})`.execute(network.db)
})

describe('a change of product', () => {
  it('within a year credits the days that are left and charges them, the day of the change at the new price', async () => {
    const who = await person('changing')
    const id = await subscribe(who, 'yearly', '2027-01-01')
    await payAll(id)
    await trx(async (trx) =>
      changeSubscription(trx, await subscriptionOf(id, trx), products.better!, {
        today: '2027-07-02',
        user_id: who.id,
      }),
    )
    // 183 of 365 days are left: 18 300 of 36 500 is credited, 36 600 of 73 000 is charged.
    const { data } = await who.client.list('invoice', { sort: 'id' })
    expect(data.map(({ type, gross, open }) => [type, gross, open])).toEqual([
      ['invoice', 36500, 0],
      ['credit_note', 18300, 0],
      ['invoice', 36600, 18300],
    ])
    const { product_code, period_ends_on, state } = await subscriptionOf(id)
    expect([product_code, period_ends_on, state]).toEqual(['better', '2027-12-31', 'active'])
  })

  it('between a month and a year begins a new period that day; a preview writes nothing', async () => {
    const who = await person('previewing')
    const id = await subscribe(who, 'monthly', day(-10))
    const input = { id, product_id: products.yearly! }
    const preview = await who.client.call('POST', 'subscription/change', { ...input, preview: true })
    expect(preview).toMatchObject({ status: 200, data: { charge: { gross: 36500 }, period_began_on: day(0) } })
    expect((await who.client.list('invoice')).data).toHaveLength(1)
    const { data } = await who.client.call('POST', 'subscription/change', input)
    expect(data).toMatchObject({ product_code: 'yearly', period_began_on: day(0) })
    const [invoice, note] = (await who.client.list('invoice', { sort: '-id' })).data
    expect([invoice!.gross, note!.gross]).toEqual([36500, preview.data.credit.gross])
  })
})

it('ended at once, the days that are left are credited, and the next period that was paid ahead', async () => {
  const who = await person('ahead')
  const id = await subscribe(who, 'yearly', '2027-01-01')
  await payAll(id)
  await run('2027-12-05')
  await payAll(id)
  await trx(async (trx) =>
    cancelNow(trx, await subscriptionOf(id, trx), { today: '2027-12-11', user_id: null, credit: true }),
  )
  const { data } = await who.client.list('invoice', { sort: 'id' })
  expect(data.map(({ type, gross, open }) => [type, gross, open])).toEqual([
    ['invoice', 36500, 0],
    ['invoice', 36500, 0],
    ['credit_note', 36500, 36500],
    ['credit_note', 2000, 2000],
  ])
})

describe('the store', () => {
  const guest = async (query: string) => (await fetch(`${network.url}/api/v1/subscriptionStore${query}`)).json()

  it('shows guests what is public, with its price', async () => {
    const { data } = await guest(`?organisation_id=${shop.id}`)
    expect(data.products).toMatchObject([{ code: 'public', net: 4348, tax: 652, gross: 5000, subscription: null }])
    expect((await guest('/organisations')).data).toEqual([{ id: shop.id, name: 'college' }])
    expect((await guest('?organisation_id=999999')).code).toBe('not_found')
    await switchFeatures(network, shop.id, ['tracking'])
    expect((await guest(`?organisation_id=${shop.id}`)).code).toBe('not_implemented')
    await expect(shop.user.client.list('subscription')).rejects.toMatchObject({ status: 501 })
    await switchFeatures(network, shop.id, ['tracking', 'files', 'cpd', 'billing'])
  })

  it('makes a stranger a member by a public product, once by any number of clicks', async () => {
    const elsewhere = await network.db
      .insertInto('organisation')
      .values({ name: 'elsewhere' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stranger = await makePerson(network, 'stranger', elsewhere.id, 'User')
    const click = (product_id: number) => stranger.client.call('POST', 'subscriptionStore/subscribe', { product_id })
    await expect(click(products.monthly!)).rejects.toMatchObject({ status: 404, field: 'product_id' })
    await expect(click(products.hidden!)).rejects.toMatchObject({ status: 404 })
    const clicks = await Promise.all([1, 2, 3].map(() => click(products.public!)))
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(new Set(clicks.map(({ data }) => data.subscription.id)).size).toBe(1)
    expect(clicks[0]!.data.invoice).toMatchObject({ gross: 5000, state: 'authorised' })
    const { data: memberships } = await stranger.client.list('membership', { organisation_id: shop.id })
    expect(memberships).toMatchObject([{ role_name: 'User' }])
    expect((await stranger.client.list('transaction')).data).toMatchObject([{ kind: 'charge', amount: 5000 }])
  })

  it('refuses what is not sold, a second trial and an item', async () => {
    const who = await person('trying')
    const click = (product: string, more = {}) =>
      who.client.call('POST', 'subscriptionStore/subscribe', { product_id: products[product], ...more })
    for (const product of ['hidden', 'item']) await expect(click(product)).rejects.toMatchObject({ status: 476 })
    const { data } = await click('tried')
    expect(data).toMatchObject({ subscription: { state: 'trial' }, invoice: null })
    await shop.administrator.client.call('POST', 'subscription/cancel', { id: data.subscription.id, at: 'now' })
    await expect(click('tried')).rejects.toMatchObject({ status: 476, field: 'trial' })
    expect((await click('tried', { trial: false })).data.subscription.state).toBe('active')
    const { data: acting } = await shop.administrator.client.call('POST', 'user/impersonate', { id: who.id })
    const response = await fetch(`${network.url}/api/v1/subscriptionStore/subscribe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${acting.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ product_id: products.monthly }),
    })
    expect(response.status).toBe(403)
  })

  it('is cancelled at the end, and taken back', async () => {
    const who = await person('leaving')
    const { data } = await who.client.call('POST', 'subscriptionStore/subscribe', { product_id: products.yearly })
    const { id } = data.subscription
    await who.client.call('POST', 'subscription/cancel', { id })
    expect(await mine(who, id)).toMatchObject({ state: 'active', cancel_at_end: true, next_invoice_on: null })
    await expect(who.client.call('POST', 'subscription/cancel', { id, at: 'now' })).rejects.toMatchObject({
      status: 403,
    })
    const { data: again } = await who.client.call('POST', 'subscription/resume', { id })
    expect(again).toMatchObject({ cancel_at_end: false, next_invoice_on: addDays(again.period_ends_on!, -30) })
    await expect(shop.customer.client.call('POST', 'subscription/cancel', { id })).rejects.toMatchObject({
      status: 404,
    })
    const changed = await who.client.call('POST', 'subscription', { id, product_id: products.monthly })
    expect(changed).toMatchObject({ status: 261, data: { id, product_id: products.monthly } })
    expect(await who.client.call('DELETE', 'subscription', { id })).toMatchObject({ status: 262, data: null })
    expect(await mine(who, id)).toMatchObject({ state: 'active', cancel_at_end: true })
  })
})

it('a lapsed membership closes what it has opened; what was recorded stays readable', async () => {
  const who = await person('lapsing')
  const activity = { completed_on: day(-1), target: 'A course', hours: 1 }
  await expect(who.client.create('devactivity', activity)).rejects.toMatchObject({ status: 403, message: /public/ })
  const { data } = await who.client.call('POST', 'subscriptionStore/subscribe', { product_id: products.public })
  const { data: recorded } = await who.client.create('devactivity', activity)
  await sql`update subscription set state = 'lapsed', ended_on = ${day(0)}::date where id = ${data.subscription.id}`.execute(
    network.db,
  )
  await expect(who.client.update('devactivity', { id: recorded.id, target: 'x' })).rejects.toMatchObject({
    status: 403,
  })
  expect((await who.client.read('devactivity', recorded.id)).data.target).toBe('A course')
  // Late, but paid: open again.
  await shop.administrator.client.call('POST', 'invoice/pay', { id: data.invoice.id })
  expect((await who.client.update('devactivity', { id: recorded.id, target: 'Again' })).data.target).toBe('Again')
})

type Plan = { product: string; begins: string; pays(today: string): boolean; cancels?: string }
