import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { addDays } from '#api/billing/money/days.ts'
import { runReminders } from '#api/billing/reminders/run.ts'
import { reports } from '#api/billing/reports/reports.ts'
import { cancelAtEnd, cancelNow } from '#api/billing/subscriptions/cancel.ts'
import { changeSubscription } from '#api/billing/subscriptions/change.ts'
import type { Network } from '../../network.ts'
import { invoiced, makeShop, type Shop } from '../../seeds/billing.ts'
import { day } from '../../seeds/college.ts'
import { makePerson } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { subscribers } from './subscribers.ts'

let network: Network
let shop: Shop
const products: Record<string, number> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'instalments')
  const quarterly = { period: 'year', instalments: 4, instalment_every: 'quarter' }
  await make('quarters', 12_001, quarterly)
  await make('larger', 24_000, quarterly)
  await make('whole', 24_000, { period: 'year' })
  await make('april', 12_000, { period: 'year', year_month: '04', instalments: 10 })
  await make('strict', 12_000, { ...quarterly, opening: 'on_payment' })
})
const { make, trx, run, subscribe, subscriptionOf } = subscribers(() => ({ network, shop, products }))
const person = (name: string) => makePerson(network, name, shop.id, 'User')
const partsOf = async (invoice_id: number) => {
  const rows = await network.db
    .selectFrom('instalment')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  return rows.map(({ due_on, amount, settled }) => `${due_on} ${amount - settled}/${amount}`)
}
const pay = (id: number, amount: number, at?: string) =>
  trx((trx) => recordPayment(trx, id, { kind: 'payment', amount, ...(at && { at: `${at}T00:00:00Z` }) }))
const agedOn = async (until: string, shop_id = shop.id) => {
  const of = {
    organisation_id: shop_id,
    currency: 'NZD',
    from: until,
    until,
    basis: 'invoice',
    country: 'nz',
    digits: 2,
    in_home: true,
    rates: new Map(),
  } as const
  return (await reports.aged_debtors(network.db, of)).total!
}

it('one invoice, four days of payment: each has its own grace, and what is paid late lets it continue', async () => {
  const id = await subscribe(await person('quarterly'), 'quarters', '2028-01-31')
  const { invoice_id, pay_by } = await subscriptionOf(id)
  expect(await partsOf(invoice_id!)).toEqual([
    '2028-02-14 3001/3001',
    '2028-05-14 3000/3000',
    '2028-08-14 3000/3000',
    '2028-11-14 3000/3000',
  ])
  expect(pay_by).toBe('2028-02-14')
  await run('2028-02-15')
  expect((await subscriptionOf(id)).state).toBe('grace')
  await pay(invoice_id!, 3001)
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', pay_by: '2028-05-14' })
  await run('2028-05-14')
  expect((await subscriptionOf(id)).state).toBe('active')
  await run('2028-05-29')
  expect((await subscriptionOf(id)).state).toBe('lapsed')
  // Something is paid: the invoice stays, and paying what is due continues the membership.
  await pay(invoice_id!, 3000)
  const continued = await subscriptionOf(id)
  expect(continued).toMatchObject({ state: 'active', pay_by: '2028-08-14', ended_on: null, invoice_id })
  await pay(invoice_id!, 6000)
  await run('2029-01-01')
  const renewed = await subscriptionOf(id)
  expect(await partsOf(renewed.renewal_invoice_id!)).toEqual([
    '2029-02-01 3001/3001',
    '2029-05-01 3000/3000',
    '2029-08-01 3000/3000',
    '2029-11-01 3000/3000',
  ])
  const { rows } = await sql<{
    kind: string
    days: string[]
  }>`select kind, array_agg(for_day::text order by for_day) as days
    from subscription_reminder where subscription_id = ${id} group by kind order by kind`.execute(network.db)
  expect(rows).toEqual([
    { kind: 'before', days: ['2029-01-30'] },
    { kind: 'due', days: ['2028-02-14', '2028-05-14'] },
    { kind: 'grace', days: ['2028-05-14'] },
  ])
})

it('income and GST count once, on the day of the invoice; debts are aged by each instalment', async () => {
  const other = await makeShop(network, 'aged instalments')
  const { data: invoice } = await other.administrator.client.call('POST', 'invoicing/invoices', {
    contact_id: other.contact_id,
    lines: [{ description: 'Year', unit_price: '104.35', tax_rate_id: other.gst_id }],
    amounts_are: 'exclusive',
    issued_on: '2028-01-10',
    due_on: '2028-01-20',
    authorise: true,
  } as never)
  const spread = { id: invoice.id, instalments: 4, instalment_every: 'month' }
  await other.administrator.client.call('POST', 'invoice/instalments' as never, spread as never)
  await pay(invoice.id, 4000, '2028-02-25')
  const home = { currency: 'NZD', digits: 2, in_home: true, rates: new Map() }
  const scope = { ...home, organisation_id: other.id, basis: 'invoice', country: 'nz' } as const
  const gst = async (from: string, until: string) =>
    (await reports.gst(network.db, { ...scope, from, until })).rows.find(({ box }) => box === '10')!.amount
  expect([await gst('2028-01-01', '2028-01-31'), await gst('2028-02-01', '2028-12-31')]).toEqual([1565, 0])
  expect(await agedOn('2028-01-15', other.id)).toMatchObject({ current: 12_000, total: 12_000 })
  expect(await agedOn('2028-02-22', other.id)).toMatchObject({ current: 6000, days_1_30: 3000, days_31_60: 3000 })
  expect(await agedOn('2028-02-28', other.id)).toMatchObject({ current: 6000, days_1_30: 2000, days_31_60: 0 })
  // Its own credit note makes the last one less.
  await other.administrator.client.call('POST', 'invoice/credit', {
    id: invoice.id,
    lines: [{ description: 'Less', unit_price: '30.43', tax_rate_id: other.gst_id }],
  } as never)
  expect(await partsOf(invoice.id)).toEqual([
    '2028-01-20 0/3000',
    '2028-02-20 2000/3000',
    '2028-03-20 2501/3000',
    '2028-04-20 0/3000',
  ])
  expect(await agedOn('2040-01-01', other.id)).toMatchObject({ over_90: 4501, total: 4501 })
})

it('who leaves pays what was used; an upgrade is paid by what is left of the days', async () => {
  const member = await person('leaves')
  const id = await subscribe(member, 'quarters', '2026-02-01')
  const { invoice_id } = await subscriptionOf(id)
  await pay(invoice_id!, 6001)
  const by = { today: '2026-08-19', user_id: member.id }
  await trx(async (trx) => changeSubscription(trx, await subscriptionOf(id, trx), products.larger!, by))
  // 166 of 365 days of 120.01 are credited, of 60.00 that are open.
  expect(await partsOf(invoice_id!)).toEqual([
    '2026-02-15 0/3001',
    '2026-05-15 0/3000',
    '2026-08-15 542/3000',
    '2026-11-15 0/3000',
  ])
  const changed = await subscriptionOf(id)
  expect(await partsOf(changed.invoice_id!)).toEqual(['2026-09-02 5458/5458', '2026-12-02 5457/5457'])
  await pay(changed.invoice_id!, 5458)
  await trx(async (trx) => {
    const sub = await subscriptionOf(id, trx)
    await cancelNow(trx, sub, { today: '2026-12-01', user_id: member.id, credit: true })
  })
  // 61 days are not used.
  const [, last] = await partsOf(changed.invoice_id!)
  expect(last).toBe(`2026-12-02 ${5457 - Math.round((24_000 * 61) / 365)}/5457`)
  const second = await person('leaves in grace')
  const other = await subscribe(second, 'quarters', '2026-02-01')
  const { invoice_id: unpaid } = await subscriptionOf(other)
  await pay(unpaid!, 3001)
  await run('2026-05-20')
  await trx(async (trx) =>
    cancelAtEnd(trx, await subscriptionOf(other, trx), { today: '2026-05-20', user_id: second.id }),
  )
  expect(await subscriptionOf(other)).toMatchObject({ state: 'cancelled', ended_on: '2026-05-21' })
  expect(await partsOf(unpaid!)).toEqual([
    '2026-02-15 0/3001',
    '2026-05-15 583/3000',
    '2026-08-15 0/3000',
    '2026-11-15 0/3000',
  ])
})

it('of a part of a year, as many as fit; one that opens on payment opens with the first', async () => {
  const id = await subscribe(await person('april'), 'april', '2026-12-01')
  expect(await partsOf((await subscriptionOf(id)).invoice_id!)).toEqual([
    '2026-12-15 996/996',
    '2027-01-15 994/994',
    '2027-02-15 994/994',
    '2027-03-15 994/994',
  ])
  const member = await person('strict')
  const strict = await subscribe(member, 'strict', day(0))
  const read = async () => (await member.client.read('subscription', strict)).data
  expect((await read()).is_open).toBe(false)
  await pay((await subscriptionOf(strict)).invoice_id!, 3000)
  const { is_open, paid_until, open } = await read()
  expect([is_open, paid_until, open]).toEqual([true, addDays(day(0), 90), 9000])
})

it('an ordinary invoice is spread by administrators only, and reminded of by each instalment', async () => {
  const other = await makeShop(network, 'spread')
  const invoice = await invoiced(other, '90.00', { issued_on: '2028-03-01', due_on: '2028-03-31' })
  const call = ({ client }: Pick<Shop['administrator'], 'client'>, body: object) =>
    client.call('POST', 'invoice/instalments' as never, { id: invoice.id, ...body } as never).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  const stranger = (await makeShop(network, 'other instalments')).administrator
  expect(await call(stranger, { instalments: 3 })).toBe(404)
  for (const [body, status] of [
    [{ instalments: 13 }, 400],
    [{ instalments: 0 }, 400],
    [{ instalments: 3, first_on: '2028-02-01' }, 400],
    [{ instalments: 3, first_on: '2031-02-01' }, 400],
    [{ instalments: 3, instalment_every: 'week' }, 400],
    [{ instalments: 3 }, 200],
  ] as const) {
    expect([body, await call(other.administrator, body)]).toEqual([body, status])
  }
  expect(await partsOf(invoice.id)).toEqual(
    ['2028-04-01', '2028-05-01', '2028-06-01'].map((due_on) => `${due_on} 3450/3450`),
  )
  const steps = [{ days: 3, subject: '{{number}}', text: '{{open}} by {{due_on}}' }]
  await other.administrator.client.create('reminderplan', { active: true, steps, fee_kind: 'none' } as never)
  const context = network.server.api.context
  for (const today of ['2028-04-03', '2028-04-04', '2028-04-05', '2028-05-04']) {
    await runReminders(context, today)
    if (today === '2028-04-05') await pay(invoice.id, 3450)
  }
  const { rows } = await sql<{
    text: string
  }>`select m.text from invoice_reminder r join message m on m.id = r.message_id
    where r.invoice_id = ${invoice.id} order by r.id`.execute(network.db)
  expect(rows.map(({ text }) => text)).toEqual(['NZD 34.50 by 1 April 2028', 'NZD 34.50 by 1 May 2028'])
  expect(await call(other.administrator, { instalments: 2 })).toBe(476)
})

it.each([
  [{ period: 'month', instalments: 2 }, 'instalments'],
  [{ period: 'year', instalments: 5, instalment_every: 'quarter' }, 'instalments'],
  [{ kind: 'item', instalments: 2 }, 'instalments'],
  [{ period: 'year', instalments: 13 }, 'instalments'],
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
