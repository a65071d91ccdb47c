import { beforeAll, expect, it } from 'vitest'
import { todayOf } from '#api/billing/access.ts'
import { periodFrom } from '#api/billing/money/years.ts'
import { cancelNow } from '#api/billing/subscriptions/cancel.ts'
import { changeSubscription } from '#api/billing/subscriptions/change.ts'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { subscribers } from './subscribers.ts'

let network: Network
let shop: Shop
const products: Record<string, number> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'years')
  const year = { period: 'year', year_month: '04' }
  await make('club', 12_000, { ...year, public: true })
  await make('better', 24_000, year)
  await make('early', 12_000, { ...year, early_months: 2, trial_days: 14 })
  await make('quarter', 3000, { period: 'quarter' })
  await make('larger', 6000, { period: 'quarter' })
  await make('own', 12_000, { period: 'year', grace_days: 14 })
})

const { make, trx, run, subscribe, subscriptionOf, payAll } = subscribers(() => ({ network, shop, products }))
const person = (name: string) => makePerson(network, name, shop.id, 'User')
type Trx = Parameters<typeof changeSubscription>[0]
type Sub = Parameters<typeof changeSubscription>[1]
const change = async (id: number, work: (trx: Trx, sub: Sub) => Promise<unknown>) => {
  const sub = await subscriptionOf(id)
  await trx((trx) => work(trx, sub))
}
/** Of each invoice of a membership: its line, what it is, and until when it is to be paid. */
const invoicesOf = async (id: number) => {
  const rows = await network.db
    .selectFrom('invoice as i')
    .innerJoin('invoice_line as l', 'l.invoice_id', 'i.id')
    .select(['i.type', 'i.gross', 'i.due_on', 'l.description'])
    .where((eb) =>
      eb('i.subscription_id', '=', id).or(
        'i.credits_invoice_id',
        'in',
        eb.selectFrom('invoice').select('id').where('subscription_id', '=', id),
      ),
    )
    .orderBy('i.id')
    .execute()
  return rows.map(({ type, gross, description }) => `${type === 'invoice' ? '' : '-'}${gross} ${description}`)
}
const call = ({ client }: Pick<Person, 'client'>, path: string, body: object) =>
  client.call('POST', path as never, body as never).then(
    ({ data, status }) => ({ status, data: data as Adopted }),
    (error: { status: number }) => ({ status: error.status, data: null as never }),
  )
type Adopted = { members_count: number; invoiced_count: number; members: Record<string, unknown>[] }

it('who joins within the year pays its rest, then whole years that begin on the same day', async () => {
  const id = await subscribe(await person('joins'), 'club', '2026-08-01')
  expect(await invoicesOf(id)).toEqual(['7989 club, 1 August 2026 to 31 March 2027, 243 of 365 days'])
  await payAll(id)
  for (const day of ['2027-02-28', '2027-03-01', '2027-03-31', '2027-04-01']) {
    await run(day)
    if (day === '2027-03-31') await payAll(id)
  }
  expect((await invoicesOf(id))[1]).toBe('12000 club, 1 April 2027 to 31 March 2028')
  expect(await subscriptionOf(id)).toMatchObject({
    state: 'active',
    period_began_on: '2027-04-01',
    period_ends_on: '2028-03-31',
    period_amount: null,
    renewal_ends_on: null,
    unit_amount: 12_000,
    renewed_count: 1,
  })
})

it('a part that is given back, or changed to another product, is a part of what it cost', async () => {
  const member = await person('changes')
  const id = await subscribe(member, 'club', '2026-08-01')
  await payAll(id)
  const by = { today: '2026-12-22', user_id: member.id }
  await change(id, (trx, sub) => changeSubscription(trx, sub, products.better!, by))
  // 100 of 243 days of 79.89, and 100 of 365 of 240.00.
  expect((await invoicesOf(id)).slice(1)).toEqual([
    '-3288 club: unused 22 December 2026 to 31 March 2027',
    '6575 better, 22 December 2026 to 31 March 2027',
  ])
  const changed = await subscriptionOf(id)
  expect(changed).toMatchObject({ period_ends_on: '2027-03-31', year_begins: '04-01', period_amount: 15_978 })
  await payAll(id)
  await change(id, (trx, sub) => cancelNow(trx, sub, { ...by, today: '2027-03-01', credit: true }))
  expect((await invoicesOf(id)).at(-1)).toBe('-1973 better: unused 2 March 2027 to 31 March 2027')
})

it('the last months of a year count for the next, also after free days', async () => {
  const id = await subscribe(await person('early'), 'early', '2027-01-20')
  await run('2027-02-02')
  expect(await invoicesOf(id)).toEqual(['12000 early, 3 February 2027 to 31 March 2028'])
  await payAll(id)
  await run('2027-02-03')
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', period_ends_on: '2028-03-31', period_amount: null })
})

it('the store says what is paid first; neither price nor day is taken from the person', async () => {
  const member = await person('buyer')
  const { data } = await member.client.call('GET', 'subscriptionStore', { organisation_id: shop.id })
  const offered = data.products.find(({ code }: { code: string }) => code === 'club')!
  const today = await todayOf(network.db, shop.id)
  const { ends_on, part, of } = periodFrom(
    { period: 'year', year_begins: '04-01', first_year: 'day', early_months: 0 },
    today,
  )
  expect(offered.first).toMatchObject({ begins_on: today, ends_on, part, of })
  for (const more of [{ unit_amount: 1 }, { begins_on: '2027-03-31' }, { period_amount: 1 }, { year_begins: null }]) {
    const { status } = await call(member, 'subscriptionStore/subscribe', { product_id: products.club, ...more })
    expect(status).toBe(400)
  }
  const bought = await member.client.call('POST', 'subscriptionStore/subscribe', { product_id: products.club! })
  expect(bought.data.invoice.gross).toBe(offered.first!.gross)
  expect(bought.data.subscription).toMatchObject({ period_ends_on: ends_on, year_begins: '04-01' })
})

it('members with years of their own take the common year: the next period is cut to end with it', async () => {
  const [ids, day] = [[] as number[], '2026-01-15']
  for (const name of ['first', 'second', 'third']) ids.push(await subscribe(await person(name), 'own', day))
  for (const id of ids) await payAll(id)
  // The third is invoiced for the next year already, of which the row of an older server has no end.
  await network.db.updateTable('subscription').set({ next_invoice_on: null }).where('id', '=', ids[2]!).execute()
  const { client } = shop.administrator
  await client.update('product', { id: products.own!, year_month: '04', first_year: 'day' } as never)
  const before = await subscriptionOf(ids[0]!)
  const preview = await call(shop.administrator, 'product/year', { id: products.own, preview: true })
  expect(preview).toMatchObject({ status: 200, data: { members_count: 3, invoiced_count: 1 } })
  expect(
    preview.data.members.map(({ begins_on, ends_on, amount, part }) => [begins_on, ends_on, amount, part]),
  ).toEqual([
    ['2027-01-15', '2027-03-31', 2499, 76],
    ['2027-01-15', '2027-03-31', 2499, 76],
    ['2028-01-15', '2028-03-31', 2525, 77],
  ])
  expect(await subscriptionOf(ids[0]!)).toEqual(before)
  const stranger = (await makeShop(network, 'other years')).administrator
  const own = await person('curious')
  expect((await call(stranger, 'product/year', { id: products.own })).status).toBe(404)
  expect((await call(own, 'product/year', { id: products.own })).status).toBe(403)
  const both = await Promise.all([1, 2].map(() => call(shop.administrator, 'product/year', { id: products.own })))
  expect(both.map(({ data }) => data.members_count).sort()).toEqual([0, 3])
  expect(await subscriptionOf(ids[2]!)).toMatchObject({ year_begins: '04-01', renewal_ends_on: '2028-01-14' })

  for (const today of ['2026-12-15', '2027-01-15', '2027-03-01', '2027-04-02']) {
    await run(today)
    await payAll(ids[0]!)
  }
  expect(await invoicesOf(ids[0]!)).toEqual([
    '12000 own, 15 January 2026 to 14 January 2027',
    '2499 own, 15 January 2027 to 31 March 2027, 76 of 365 days',
    '12000 own, 1 April 2027 to 31 March 2028',
  ])
  expect(await subscriptionOf(ids[0]!)).toMatchObject({ period_ends_on: '2028-03-31', anchor_day: 1 })
  expect(await subscriptionOf(ids[2]!)).toMatchObject({ period_began_on: '2027-01-15', period_ends_on: '2028-01-14' })
  // Not paid: the part lapses as a whole period does.
  expect((await subscriptionOf(ids[1]!)).state).toBe('lapsed')
})

it('a quarter is invoiced two weeks before it ends, and its members change to another quarter for the days left', async () => {
  const member = await person('quarters')
  const id = await subscribe(member, 'quarter', '2026-11-30')
  await payAll(id)
  await run('2027-02-12')
  expect(await invoicesOf(id)).toHaveLength(1)
  await run('2027-02-13')
  await payAll(id)
  await run('2027-02-28')
  expect(await invoicesOf(id)).toEqual([
    '3000 quarter, 30 November 2026 to 27 February 2027',
    '3000 quarter, 28 February 2027 to 29 May 2027',
  ])
  const by = { today: '2027-05-01', user_id: member.id }
  await change(id, (trx, sub) => changeSubscription(trx, sub, products.larger!, by))
  // 29 of 91 days.
  expect((await invoicesOf(id)).slice(2)).toEqual([
    '-956 quarter: unused 1 May 2027 to 29 May 2027',
    '1912 larger, 1 May 2027 to 29 May 2027',
  ])
  const { client } = shop.administrator
  const wish = { product_ids: [products.larger], unit_amount: 7000, effective_on: '2028-01-01', preview: true }
  const { data } = await client.call('POST', 'pricechange/schedule', wish as never)
  expect(data.changes[0]).toMatchObject({ period: 'quarter', members_count: 1, difference_a_year: 4000 })
})

it.each([
  [{ year_month: '02', year_day: 30 }, 'year_day'],
  [{ year_month: '13' }, 'year_month'],
  [{ year_month: '04', period: 'month' }, 'year_month'],
  [{ year_month: '04', period: 'quarter' }, 'year_month'],
  [{ early_months: 12 }, 'early_months'],
])('%j is refused at %s', async (more, field) => {
  const body = { code: 'wrong', name: 'wrong', unit_amount: 1, ...more }
  const answer = await shop.administrator.client
    .create('product', { amounts_are: 'inclusive', ...body } as never)
    .catch((error) => error)
  expect([answer.status, JSON.stringify(answer.errors ?? answer.info ?? answer)]).toEqual([
    400,
    expect.stringContaining(field),
  ])
})
