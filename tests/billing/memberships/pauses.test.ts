import { beforeAll, expect, it } from 'vitest'
import { todayOf } from '#api/billing/access.ts'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { addDays } from '#api/billing/money/days.ts'
import { advance } from '#api/billing/subscriptions/advance.ts'
import { cancelNow } from '#api/billing/subscriptions/cancel.ts'
import { changeSubscription } from '#api/billing/subscriptions/change.ts'
import { endAt, pause } from '#api/billing/subscriptions/pause_actions.ts'
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
  shop = await makeShop(network, 'pauses')
  await make('year', 36_500, { period: 'year', opens: ['cpd'] })
  await make('better', 73_000, { period: 'year' })
  await make('month', 1000, { period: 'month' })
  await make('common', 12_000, { period: 'year', year_month: '04' })
  await make('parts', 12_000, { period: 'year', instalments: 4, instalment_every: 'quarter' })
})
const { make, trx, run, subscribe, subscriptionOf, payAll } = subscribers(() => ({ network, shop, products }))
const person = (name: string) => makePerson(network, name, shop.id, 'User')
const pauseAt = (id: number, today: string, wish: { from_on: string; until_on: string; extends?: boolean }) =>
  trx(async (trx) => {
    await advance(trx, id, today)
    await pause(trx, await subscriptionOf(id, trx), { ...wish, reason: 'Abroad', today })
    await advance(trx, id, today)
  })
const invoicesOf = async (id: number) => {
  const rows = await network.db
    .selectFrom('invoice as i')
    .innerJoin('invoice_line as l', 'l.invoice_id', 'i.id')
    .select(['i.state', 'i.gross', 'i.issued_on', 'l.description'])
    .where('i.subscription_id', '=', id)
    .orderBy('i.id')
    .execute()
  return rows.map(({ state, gross, issued_on, description }) => `${state} ${gross} ${issued_on} ${description}`)
}
const call = ({ client }: Pick<Person, 'client'>, path: string, body: object) =>
  client.call('POST', path as never, body as never).then(
    ({ data, status }) => ({ status, data: data as Record<string, unknown>, field: undefined }),
    (error: { status: number; field?: string }) => ({ status: error.status, data: {}, field: error.field }),
  )

it('nothing is invoiced or reminded of in a pause, and the paid days come after it', async () => {
  const id = await subscribe(await person('abroad'), 'year', '2027-02-01')
  await payAll(id)
  // Invoiced for the next year already: that is voided, and written again after the pause.
  await run('2028-01-02')
  await pauseAt(id, '2028-01-10', { from_on: '2028-01-15', until_on: '2028-04-14' })
  for (const day of ['2028-01-14', '2028-01-15', '2028-01-31', '2028-02-20', '2028-04-14']) await run(day)
  expect(await subscriptionOf(id)).toMatchObject({
    state: 'active',
    period_ends_on: '2028-05-01',
    anchor_day: 2,
    pause_days: 91,
    renewal_invoice_id: null,
  })
  await run('2028-04-15')
  await payAll(id)
  await run('2028-05-02')
  expect(await invoicesOf(id)).toEqual([
    'paid 36500 2027-02-01 year, 1 February 2027 to 31 January 2028',
    'void 36500 2028-01-02 year, 1 February 2028 to 31 January 2029',
    'paid 36500 2028-04-15 year, 2 May 2028 to 1 May 2029',
  ])
  expect(await subscriptionOf(id)).toMatchObject({ period_began_on: '2028-05-02', pause_days: 0, renewed_count: 1 })
  const reminders = await network.db
    .selectFrom('subscription_reminder')
    .select(['kind', 'for_day'])
    .where('subscription_id', '=', id)
    .orderBy('id')
    .execute()
  expect(reminders).toEqual([
    { kind: 'before', for_day: '2028-01-31' },
    { kind: 'before', for_day: '2028-05-01' },
  ])
})

it('ended early, the period ends earlier again; paused days are neither credited nor charged', async () => {
  const member = await person('back early')
  const id = await subscribe(member, 'year', '2027-01-01')
  await payAll(id)
  await pauseAt(id, '2027-03-01', { from_on: '2027-03-01', until_on: '2027-08-31' })
  expect(await subscriptionOf(id)).toMatchObject({ period_ends_on: '2028-07-02', pause_days: 184 })
  await trx(async (trx) => endAt(trx, await subscriptionOf(id, trx), '2027-05-01'))
  expect(await subscriptionOf(id)).toMatchObject({ period_ends_on: '2028-03-01', pause_days: 61, anchor_day: 2 })
  // Of 365 bought days, 59 were used before the pause: 306 are left.
  const by = { today: '2027-05-01', user_id: member.id }
  await trx(async (trx) => changeSubscription(trx, await subscriptionOf(id, trx), products.better!, by))
  const notes = await network.db
    .selectFrom('invoice')
    .select(['type', 'gross'])
    .where('contact_id', '=', (await subscriptionOf(id)).contact_id)
    .orderBy('id')
    .execute()
  expect(notes.map(({ type, gross }) => `${type} ${gross}`)).toEqual([
    'invoice 36500',
    'credit_note 30600',
    'invoice 61200',
  ])
  await payAll(id)
  await trx(async (trx) => cancelNow(trx, await subscriptionOf(id, trx), { ...by, today: '2028-02-01', credit: true }))
  const { gross } = await network.db
    .selectFrom('invoice')
    .select('gross')
    .where('type', '=', 'credit_note')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(gross).toBe(29 * 200)
})

it('what is overdue when its pause would begin is not paused, also if it is paid later', async () => {
  const id = await subscribe(await person('overdue'), 'year', '2027-02-01')
  const { pay_by } = await subscriptionOf(id)
  const [from_on, until_on] = [addDays(pay_by!, 2), addDays(pay_by!, 12)]
  await pauseAt(id, '2027-02-02', { from_on, until_on })
  await run(addDays(pay_by!, 1))
  await run(from_on)
  const none = { paused_from: null, paused_until: null, pause_begun: false, pause_days: 0 }
  expect(await subscriptionOf(id)).toMatchObject({ state: 'grace', ...none })
  await payAll(id)
  await run(addDays(from_on, 2))
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', period_ends_on: '2028-01-31', ...none })
})

it('without moving the end, what would end in the pause ends with it', async () => {
  const id = await subscribe(await person('monthly'), 'month', '2027-01-10')
  await payAll(id)
  await pauseAt(id, '2027-01-20', { from_on: '2027-01-25', until_on: '2027-03-31', extends: false })
  for (const day of ['2027-01-25', '2027-02-09', '2027-03-31']) await run(day)
  expect(await invoicesOf(id)).toHaveLength(1)
  await run('2027-04-01')
  expect((await invoicesOf(id))[1]).toBe('authorised 1000 2027-04-01 month, 1 April 2027 to 30 April 2027')
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', period_began_on: '2027-04-01' })
})

it('instalments that are due in the pause or later come later by its days', async () => {
  const id = await subscribe(await person('parts'), 'parts', '2027-01-01')
  const { invoice_id } = await subscriptionOf(id)
  const part = { invoice_id: invoice_id!, amount: 3000 }
  await trx(async (trx) => {
    await recordPayment(trx, part.invoice_id, { kind: 'payment', amount: part.amount })
  })
  await pauseAt(id, '2027-02-01', { from_on: '2027-02-01', until_on: '2027-03-02' })
  const due = await network.db
    .selectFrom('instalment')
    .select('due_on')
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  expect(due.map(({ due_on }) => due_on)).toEqual(['2027-01-15', '2027-05-15', '2027-08-14', '2027-11-14'])
  await run('2027-05-15')
  expect(await subscriptionOf(id)).toMatchObject({ state: 'active', pay_by: '2027-05-15' })
})

it('a later pause that is taken back does not make room for one within a year of the last', async () => {
  const id = await subscribe(await person('twice'), 'year', '2027-01-01')
  await payAll(id)
  await pauseAt(id, '2027-03-01', { from_on: '2027-03-01', until_on: '2027-11-30' })
  await run('2027-12-01')
  await pauseAt(id, '2027-12-01', { from_on: '2028-03-01', until_on: '2028-03-31' })
  await trx(async (trx) => endAt(trx, await subscriptionOf(id, trx), '2027-12-02'))
  await expect(pauseAt(id, '2027-12-02', { from_on: '2028-02-01', until_on: '2028-02-28' })).rejects.toMatchObject({
    field: 'from_on',
  })
})

it('a second pause that moves nothing gives nothing of the first one back', async () => {
  const id = await subscribe(await person('twice still'), 'year', '2027-01-01')
  await payAll(id)
  await pauseAt(id, '2027-03-01', { from_on: '2027-03-01', until_on: '2027-11-30' })
  await run('2027-12-01')
  const { period_ends_on } = await subscriptionOf(id)
  await pauseAt(id, '2028-03-01', { from_on: '2028-03-01', until_on: '2028-03-31', extends: false })
  await trx(async (trx) => endAt(trx, await subscriptionOf(id, trx), '2028-03-11'))
  expect(await subscriptionOf(id)).toMatchObject({ period_ends_on })
})

it('administrators pause, once in a year and within the limits of the settings; it is closed in that time unless they say', async () => {
  const member = await person('member')
  const today = await todayOf(network.db, shop.id)
  const id = await subscribe(member, 'year', today)
  const wish = { id, from_on: today, until_on: addDays(today, 30), reason: 'Ill' }
  const stranger = (await makeShop(network, 'other pauses')).administrator
  expect((await call(stranger, 'subscription/pause', wish)).status).toBe(404)
  expect((await call(member, 'subscription/pause', wish)).status).toBe(403)
  const { administrator } = shop
  const common = await subscribe(member, 'common', today)
  for (const [body, status, field] of [
    [{ from_on: addDays(today, -1) }, 400, 'from_on'],
    [{ from_on: addDays(today, 366), until_on: addDays(today, 400) }, 400, 'from_on'],
    [{ until_on: addDays(today, -1) }, 400, 'until_on'],
    [{ until_on: addDays(today, 370) }, 400, 'until_on'],
    [{ reason: ' ' }, 400, 'reason'],
    [{ id: common, extends: true }, 400, 'extends'],
    [{}, 261, undefined],
    [{}, 476, undefined],
  ] as const) {
    const answer = await call(administrator, 'subscription/pause', { ...wish, ...body })
    expect([body, answer.status, answer.field]).toEqual([body, status, field])
  }
  const { data } = await member.client.read('subscription', id)
  expect(data).toMatchObject({ is_paused: true, is_open: false, pause_reason: 'Ill' })
  expect((await call(member, 'subscription/endpause', { id })).status).toBe(403)
  expect((await call(administrator, 'subscription/endpause', { id })).data).toMatchObject({
    is_paused: false,
    is_open: true,
    period_ends_on: data.period_ends_on && addDays(data.period_ends_on, -31),
  })
  expect((await call(administrator, 'subscription/endpause', { id })).status).toBe(476)
  const planned = { ...wish, from_on: addDays(today, 5), opens: true }
  expect((await call(administrator, 'subscription/pause', planned)).data).toMatchObject({ is_paused: false })
  expect((await call(administrator, 'subscription/endpause', { id })).data).toMatchObject({ paused_from: null })
  const { client } = administrator
  const { data: configs } = await client.list('billingconfig', {})
  await client.update('billingconfig', { id: configs[0]!.id, pause_months: 0 } as never)
  expect((await call(administrator, 'subscription/pause', wish)).status).toBe(476)
})
