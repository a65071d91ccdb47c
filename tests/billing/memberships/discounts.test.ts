import { beforeAll, describe, expect, it } from 'vitest'
import { begin } from '#api/billing/subscriptions/begin.ts'
import { changeSubscription } from '#api/billing/subscriptions/change.ts'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { subscribers } from './subscribers.ts'

let network: Network
let shop: Shop
let other: Shop
const products: Record<string, number> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'discounts of a club')
  other = await makeShop(network, 'discounts of another club')
  await make('club', 12_000, { period: 'year', public: true })
  await make('season', 12_000, { period: 'year', year_month: '04' })
  await make('trial', 12_000, { period: 'month', trial_days: 14 })
  await make('small', 1000, { period: 'year' })
})

const codeOf = async (code: string, more: object, of = shop) =>
  (await of.administrator.client.create('discountcode', { code, ...more } as never)).data.id as number
const { make, trx, run, subscriptionOf, payAll } = subscribers(() => ({ network, shop, products }))
const person = (name: string) => makePerson(network, `discount-${name}`, shop.id, 'User')
const joins = async (
  { id: user_id }: Person,
  product: string,
  discount_code: string,
  today: string,
  more: object = {},
) =>
  (
    await trx((trx) =>
      begin(trx, { organisation_id: shop.id, user_id, product_id: products[product]!, today, discount_code, ...more }),
    )
  ).id
const call = ({ client }: Pick<Person, 'client'>, path: string, body: object) =>
  client.call('POST', path as never, body as never).then(
    ({ data, status }) => ({ status, data: data as unknown, field: undefined, message: '' }),
    (error: { status: number; field: string; message: string }) => ({
      ...error,
      data: null as unknown,
      message: error.message,
    }),
  )
/** Of each invoice of a membership: its sum, and its lines. */
const invoicesOf = async (id: number) => {
  const rows = await network.db
    .selectFrom('invoice as i')
    .innerJoin('invoice_line as l', 'l.invoice_id', 'i.id')
    .select(['i.id', 'i.gross', 'l.gross as line', 'l.description'])
    .where('i.subscription_id', '=', id)
    .orderBy('i.id')
    .orderBy('l.position')
    .execute()
  return [...Map.groupBy(rows, (row) => row.id).values()].map((lines) => [
    lines[0]!.gross,
    ...lines.map(({ line, description }) => `${line} ${description}`),
  ])
}

it('is shown before one agrees, taken off the first period, and not off the next', async () => {
  await codeOf('WELCOME', { percent: '25' })
  const member = await person('first')
  const asked = { product_id: products.club, discount_code: 'welcome' }
  const { data: shown } = await call(member, 'subscriptionStore/price', asked)
  expect(shown).toMatchObject({
    discount_code: 'WELCOME',
    before: { gross: 12_000 },
    first: { gross: 9000 },
    later: { gross: 12_000 },
  })
  const wrong = await call(member, 'subscriptionStore/subscribe', { ...asked, first_gross: 8000 })
  expect(wrong).toMatchObject({ status: 409, field: 'first_gross' })
  const begun = await call(member, 'subscriptionStore/subscribe', { ...asked, first_gross: 9000 })
  expect(begun.data).toMatchObject({
    subscription: { discount_code: 'WELCOME', unit_amount: 12_000 },
    invoice: { gross: 9000 },
  })
  // Twice by a double click is one.
  expect((await call(member, 'subscriptionStore/subscribe', { ...asked, first_gross: 9000 })).status).toBe(200)
  const { data: codes } = await shop.administrator.client.list('discountcode', { search: 'WELCOME' })
  expect(codes).toMatchObject([{ used_count: 1, state: 'active' }])
})

it.each<[string, object, string, string, number, number]>([
  ['per cent of every period', { percent: '10', every_period: true }, 'club', '2026-08-01', 10_800, 10_800],
  ['an amount off the first', { amount: 2000 }, 'club', '2026-08-01', 10_000, 12_000],
  ['of a part of a common year, that part', { amount: 3650, every_period: true }, 'season', '2026-08-01', 5559, 8350],
])('takes %s', async (name, terms, product, today, first, next) => {
  const code = `T-${name.replaceAll(/\W/g, '').slice(0, 20)}`
  await codeOf(code, terms)
  const id = await joins(await person(code), product, code, today)
  await payAll(id)
  const { period_ends_on, period_amount } = await subscriptionOf(id)
  expect(period_amount).toBe(first)
  await run(period_ends_on!)
  const [one, two] = await invoicesOf(id)
  expect([one![0], two![0]]).toEqual([first, next])
  expect(one![2]).toContain(`discount ${code}`)
})

it('above the price takes the price and no more: there is nothing to pay, and the next period is paid', async () => {
  await codeOf('FREE-YEAR', { amount: 5000 })
  const id = await joins(await person('free'), 'small', 'FREE-YEAR', '2026-08-01')
  expect(await invoicesOf(id)).toEqual([])
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', invoice_id: null, period_amount: 0 })
  await run('2027-07-31')
  expect((await invoicesOf(id)).map(([gross]) => gross)).toEqual([1000])
})

it('waits for the first period that is paid, after a trial, and counts the price of that day', async () => {
  await codeOf('AFTER-TRIAL', { percent: '50' })
  const id = await joins(await person('trial'), 'trial', 'AFTER-TRIAL', '2026-08-01')
  expect(await invoicesOf(id)).toEqual([])
  await run('2026-08-14')
  expect((await invoicesOf(id)).map(([gross]) => gross)).toEqual([6000])
  await payAll(id)
  await run('2026-09-14')
  expect((await invoicesOf(id)).map(([gross]) => gross)).toEqual([6000, 12_000])
})

it('credits of a period what was paid for it, and ends with a change to another product', async () => {
  await codeOf('LEAVES', { percent: '50', every_period: true })
  const id = await joins(await person('leaves'), 'club', 'LEAVES', '2026-08-01')
  await payAll(id)
  const sub = await subscriptionOf(id)
  await trx((trx) => changeSubscription(trx, sub, products.small!, { today: '2026-08-01', user_id: null }))
  const { rows } = {
    rows: await network.db
      .selectFrom('invoice')
      .select('gross')
      .where('credits_invoice_id', '=', sub.invoice_id)
      .execute(),
  }
  expect(rows).toEqual([{ gross: 6000 }])
  expect(await subscriptionOf(id)).toMatchObject({ discount_percent: null, discount_code: 'LEAVES' })
})

describe('a code is refused', () => {
  it.each<[string, object, RegExp, number]>([
    ['before its first day', { valid_from: '2099-01-01' }, /valid from 1 January 2099/, 476],
    ['after its last day', { valid_to: '2020-02-29' }, /valid until 29 February 2020/, 476],
    ['that is switched off', { active: false }, /no such code/, 404],
  ])('%s', async (name, more, message, status) => {
    const code = `R-${name.replaceAll(/\W/g, '').slice(0, 20)}`
    await codeOf(code, { percent: '10', ...more })
    const asked = { product_id: products.club, discount_code: code }
    for (const path of ['subscriptionStore/price', 'subscriptionStore/subscribe']) {
      const refused = await call(await person(`${code}${path.length}`), path, asked)
      expect(refused).toMatchObject({ status, field: 'discount_code' })
      expect(refused.message).toMatch(message)
    }
  })

  it('for another product, of another organisation, and a second time by the same person', async () => {
    await codeOf('ONLY-SMALL', { percent: '10', product_ids: [products.small] })
    await codeOf('FOREIGN', { percent: '10' }, other)
    const member = await person('refused')
    const of = (discount_code: string, product = 'club') => ({ product_id: products[product], discount_code })
    expect((await call(member, 'subscriptionStore/price', of('ONLY-SMALL'))).message).toContain('not for club')
    expect(await call(member, 'subscriptionStore/price', of('FOREIGN'))).toMatchObject({ status: 404 })
    expect((await call(member, 'subscriptionStore/subscribe', of('only-small', 'small'))).status).toBe(201)
    await network.db
      .updateTable('discount_code')
      .set({ every_product: true })
      .where('code', '=', 'ONLY-SMALL')
      .execute()
    expect((await call(member, 'subscriptionStore/subscribe', of('ONLY-SMALL'))).message).toContain('already')
  })

  it('to one of two who use the last one at once', async () => {
    await codeOf('LAST-ONE', { percent: '10', most_uses: 1 })
    const people = await Promise.all(['a', 'b', 'c'].map((name) => person(`last-${name}`)))
    const asked = { product_id: products.club, discount_code: 'LAST-ONE' }
    const answers = await Promise.all(people.map((one) => call(one, 'subscriptionStore/subscribe', asked)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 476, 476])
    const { data: codes } = await shop.administrator.client.list('discountcode', { search: 'LAST-ONE' })
    expect(codes).toMatchObject([{ used_count: 1, state: 'used_up' }])
    const { administrator } = shop
    expect(await administrator.client.remove('discountcode', codes[0]!.id).catch(({ status }) => status)).toBe(476)
  })

  it('after 20 guesses of a person in an hour', async () => {
    const guesser = await person('guesses')
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) {
      const asked = { product_id: products.club, discount_code: `GUESS-${i}` }
      statuses.push((await call(guesser, 'subscriptionStore/price', asked)).status)
    }
    expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([404, 429])
    const asked = { product_id: products.club, discount_code: 'WELCOME' }
    expect((await call(guesser, 'subscriptionStore/subscribe', asked)).status).toBe(429)
  })

  it.each<[string, object, string]>([
    ['neither per cent nor an amount', {}, 'percent'],
    ['both', { percent: '10', amount: 100 }, 'percent'],
    ['nothing off', { percent: '0' }, 'percent'],
    ['more than all', { percent: '101' }, 'percent'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['an end before its beginning', { percent: '1', valid_from: '2027-02-02', valid_to: '2027-02-01' }, 'valid_to'],
    ['three letters', { code: 'ABC', percent: '1' }, 'code'],
  ])('with %s', async (_name, more, field) => {
    const refused = codeOf('BAD-ONE', more)
    await expect(refused).rejects.toMatchObject({ status: 400, field })
  })

  it('with a product of another organisation, or a code that is there in small letters', async () => {
    const { data: foreign } = await other.administrator.client.create('product', {
      amounts_are: 'inclusive',
      code: 'X',
      name: 'X',
      unit_amount: 1,
    } as never)
    await expect(codeOf('BAD-TWO', { percent: '1', product_ids: [foreign.id] })).rejects.toMatchObject({ status: 404 })
    await codeOf('SAME-CODE', { percent: '1' })
    await expect(codeOf('same-code', { percent: '1' })).rejects.toMatchObject({ status: 409, field: 'code' })
  })
})
