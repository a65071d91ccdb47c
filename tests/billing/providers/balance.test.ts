import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBalances } from '#api/billing/providers/stripe/balance/read.ts'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import { type Network, startNetwork } from '../../network.ts'
import type { Organisation } from '../../seeds/people.ts'
import { makeCollege, makeContact, makeInvoice } from '../books.ts'
import { type FakeStripe, STRIPE_KEY, startStripe } from '../fake_stripe.ts'

let stripe: FakeStripe
let network: Network
let college: Organisation
let other: Organisation
let contact: number
let hook: { url: string; secret: string }
beforeAll(async () => {
  stripe = await startStripe()
  network = await startNetwork({ ...stripe.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '5' })
  // The test says when the balance is read.
  network.server.api.tasks.find(({ name }) => name === 'upkeep of providers')!.run = async () => {}
  college = await makeCollege(network, 'balance')
  other = await makeCollege(network, 'other balance')
  contact = await makeContact(network, college.id, 'Aroha Ngata', college.customer.id)
  await college.administrator.client.call('POST', 'invoicing/connect', { kind: 'stripe', secret_key: STRIPE_KEY })
  hook = [...stripe.endpoints.values()][0] as unknown as typeof hook
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

const deliver = async (event: Parameters<FakeStripe['deliver']>[1]) => {
  const { pathname, search } = new URL(hook.url)
  return (await stripe.deliver(`${network.url}${pathname}${search}`, event, { secret: hook.secret })).status
}
/** As the background does, also where nothing is due. */
async function readAll() {
  for (let round = 0; round < 3; round++) {
    await sql`update provider_connection set balance_due_at = now() where kind = 'stripe'`.execute(network.db)
    await readBalances(network.server.api.context)
  }
}
const periods = { from: '2020-01-01', until: '2099-12-31' }
const report = async (name: string, more: object = {}) =>
  (await college.administrator.client.call('GET', 'invoicing/report', { report: name, ...periods, ...more } as never))
    .data
const kept = async () => {
  const { rows } = await sql<{ count: number; held: number; fees: number; tax: number }>`
    select count(*)::int as count, coalesce(sum(amount - fee), 0)::float8 as held, coalesce(sum(fee), 0)::float8 as fees,
      coalesce(sum(fee_tax), 0)::float8 as tax
    from provider_movement where organisation_id = ${college.id}`.execute(network.db)
  return rows[0]!
}
/** An invoice of NZD 115.00 that is paid by card. @returns the event of its payment */
async function sell(payment_intent: string) {
  const id = await makeInvoice(network, college.id, contact)
  await college.customer.client.call('POST', 'invoice/checkout', { id })
  return { id, paid: stripe.pay([...stripe.sessions.keys()].at(-1)!, payment_intent) }
}
const refundEvent = (id: string, amount: number, payment_intent: string) =>
  stripe.event('refund.created', { id, object: 'refund', amount, payment_intent, status: 'succeeded', metadata: {} })
const payoutEvent = (step: string, payout: Stripe.Payout, status = payout.status) =>
  stripe.event(`payout.${step}`, { ...payout, status } as never)
const post = async (path: string, input: object, by = college) =>
  (await by.administrator.client.call('POST', path as never, input as never)).data

it('fees, payments, refunds, chargebacks and payouts are in the books once, in any order, and sum to what Stripe holds', async () => {
  const { balance } = stripe
  const random = makeRandom(7)
  const events: Parameters<FakeStripe['deliver']>[1][] = []
  for (let i = 0; i < 12; i++) {
    const { paid } = await sell(`pi_${i}`)
    events.push(paid)
    balance.charge(`pi_${i}`, 11_500, 364, 48)
    if (i % 4 === 0) {
      balance.refund(`re_${i}`, 1000)
      events.push(refundEvent(`re_${i}`, 1000, `pi_${i}`))
    }
  }
  const dispute = { id: 'dp_1', object: 'dispute', amount: 5000, currency: 'nzd', payment_intent: 'pi_1', reason: 'x' }
  balance.dispute('dp_1', -5000, 2500)
  events.push(stripe.event('charge.dispute.funds_withdrawn', { ...dispute, status: 'needs_response' }))
  balance.fee(700)
  balance.fee(105, 'tax_fee')
  // Of another program on the same account, as many as several pages.
  for (let i = 0; i < 230; i++) balance.charge(`pi_shop_${i}`, 100 + i, 33)
  const [first, second] = [balance.payout(60_000), balance.payout(40_000)]
  events.push(payoutEvent('created', first), payoutEvent('created', second))
  first.status = 'paid'
  balance.fail(second)
  events.push(payoutEvent('failed', second), payoutEvent('paid', second, 'paid'), payoutEvent('paid', first))

  const shuffled = [...events, ...events].map((event) => ({ event, at: random() })).sort((a, b) => a.at - b.at)
  for (const [i, { event }] of shuffled.entries()) {
    await deliver(event)
    if (i % 9 === 4) await readAll()
  }
  await readAll()
  await readAll()
  for (const { event } of shuffled) expect([200, 202]).toContain(await deliver(event))

  const fees = 12 * 364 + 2500 + 700 + 105 + 230 * 33
  expect(await kept()).toEqual({ count: balance.transactions.length, held: balance.held(), fees, tax: 12 * 48 + 105 })
  const { data: payouts } = await college.administrator.client.list('providerpayout', { sort: 'id' } as never)
  const states = (payouts as unknown as Payout[]).map(({ amount, state, failure }) => [amount, state, failure])
  expect(states.sort()).toEqual([
    [40_000, 'failed', 'The bank account has been closed.'],
    [60_000, 'paid', ''],
  ])

  // The report of the account, profit and loss, and the ledger agree.
  const { rows, total, notes } = await report('stripe')
  const amountOf = (what: string) => rows.find((row: { what: string }) => row.what === what)?.amount
  expect(total).toMatchObject({ net: balance.held() })
  expect(rows.reduce((sum: number, row: { net: number }) => sum + row.net, 0)).toBe(balance.held())
  const { rows: ledger } = await sql<{ paid: number }>`select -sum(amount)::float8 as paid from transaction
    where organisation_id = ${college.id} and provider = 'stripe'`.execute(network.db)
  expect(amountOf('Payments by card') + amountOf('Refunds') + amountOf('Chargebacks')).toBe(ledger[0]!.paid)
  expect(ledger[0]!.paid).toBe(12 * 11_500 - 3 * 1000 - 5000)
  expect([amountOf('Payouts to the bank'), amountOf('Payouts that failed or were cancelled')]).toEqual([
    -100_000, 40_000,
  ])
  expect(notes).toEqual([
    'What Stripe holds is on account 095, fees are costs on account 404, and payouts go to account 090.',
  ])
  const { rows: accounts, total: profit } = await report('profit_and_loss')
  const gst = 12 * 48 + 105
  const cost = accounts.find((row: { code: string }) => row.code === '404')
  expect(cost).toMatchObject({ name: 'Payment fees', net: gst - fees, tax: -gst, gross: -fees })
  expect(profit.gross).toBe(accounts.reduce((sum: number, row: { gross: number }) => sum + row.gross, 0))
  expect((await report('gst')).notes.join(' ')).toContain('of which Stripe states NZD 6.81 as GST')
  // Of another year there is nothing but what was held before.
  const later = await report('stripe', { from: '2090-01-01' })
  expect([later.rows, later.total.net]).toMatchObject([[{ what: 'Held before', net: balance.held() }], balance.held()])
})

it('what was recorded is never changed or deleted, and is not shown to others', async () => {
  await expect(sql`update provider_movement set fee = 0`.execute(network.db)).rejects.toThrow('never changed')
  await expect(sql`delete from provider_movement`.execute(network.db)).rejects.toThrow('never changed')
  const { data } = await college.administrator.client.list('providermovement', { kind: 'charge', search: 'INV-' })
  expect(data).toHaveLength(12)
  // Who has paid is in the ledger, not in what is kept for good.
  expect(new Set(data.map(({ description }) => description))).toEqual(new Set(['']))
  for (const { client } of [other.administrator, college.customer, college.staff]) {
    expect((await client.list('providermovement')).data).toEqual([])
    expect((await client.list('providerpayout')).data).toEqual([])
  }
  const { rows } = (await other.administrator.client.call('GET', 'invoicing/report', { report: 'stripe' } as never))
    .data
  expect(rows).toEqual([{ what: 'Held before', count: null, amount: null, fee: null, net: 0 }])
})

it('a line of the bank confirms a payout once, and writes nothing to the ledger', async () => {
  const before = await kept()
  const csv = 'Date,Amount,Payee\n2027-03-15,600.00,STRIPE\n2027-03-16,600.00,Stripe again\n2027-03-16,400.00,STRIPE\n'
  await sql`update provider_payout set arrives_on = '2027-03-15'`.execute(network.db)
  await post('bankstatement/import', { name: 'x.csv', file: Buffer.from(csv).toString('base64') })
  const suggested = async () =>
    (await college.administrator.client.call('GET', 'banklines/matches', {} as never)).data as unknown as Suggested[]
  const [line, again, failed] = await suggested()
  const payout_id = line!.matches[0]!.parts[0]!.payout_id!
  expect(line!.matches[0]).toMatchObject({ confidence: 99, parts: [{ amount: 60_000, arrives_on: '2027-03-15' }] })
  expect(failed!.matches.filter(({ parts }) => parts[0]!.payout_id !== null)).toEqual([])
  const confirm = (id: number, parts: object[]) => post('bankline/confirm', { lines: [{ id, parts }] })
  const whole = [{ payout_id, amount: 60_000 }]
  for (const parts of [
    [{ payout_id, contact_id: contact, amount: 60_000 }],
    [
      { payout_id, amount: 30_000 },
      { contact_id: contact, amount: 30_000 },
    ],
  ]) {
    await expect(confirm(line!.line.id, parts)).rejects.toMatchObject({ status: 400, field: 'lines.0.parts.0' })
  }
  await expect(confirm(failed!.line.id, [{ payout_id, amount: 40_000 }])).rejects.toMatchObject({ status: 476 })
  expect(await confirm(line!.line.id, whole)).toEqual({ confirmed: 1 })
  await expect(confirm(again!.line.id, whole)).rejects.toMatchObject({
    status: 476,
    field: 'lines.0.parts.0.payout_id',
  })
  const { rows: written } = await sql`select 1 from transaction where provider = 'bank_statement'`.execute(network.db)
  expect([written, await kept()]).toEqual([[], before])
  const { data } = await college.administrator.client.read('providerpayout', payout_id)
  expect(data).toMatchObject({ confirmed_on: '2027-03-15', bank_line_id: line!.line.id })
  await post('bankline/undo', { id: line!.line.id })
  expect(await confirm(again!.line.id, whole)).toEqual({ confirmed: 1 })

  // Of another organisation's books.
  await post(
    'bankstatement/import',
    { name: 'y.csv', file: Buffer.from('Date,Amount\n2027-03-15,600.00\n').toString('base64') },
    other,
  )
  const { data: theirs } = await other.administrator.client.list('bankline')
  const foreign = { lines: [{ id: theirs[0]!.id, parts: whole }] }
  await expect(post('bankline/confirm', foreign, other)).rejects.toMatchObject({ status: 404 })
})

it('a key that may not read the balance is said on the connection, and payments are recorded all the same', async () => {
  stripe.balance.forbidden = true
  const { id, paid } = await sell('pi_forbidden')
  expect(await deliver(paid)).toBe(200)
  await readAll()
  const connection = async () => {
    const { data } = await college.administrator.client.call('GET', 'invoicing/connections', {})
    return data.find(({ kind }: { kind: string }) => kind === 'stripe')
  }
  expect(await connection()).toMatchObject({
    state: 'connected',
    last_error: expect.stringContaining('Fees and payouts'),
  })
  expect((await college.customer.client.read('invoice', id)).data).toMatchObject({ state: 'paid' })
  expect((await report('stripe')).notes.join(' ')).toContain('some were not read there yet')
  stripe.balance.forbidden = false
  stripe.balance.charge('pi_forbidden', 11_500, 364)
  await readAll()
  expect((await kept()).held).toBe(stripe.balance.held())
  expect((await report('stripe')).notes).toHaveLength(1)
  expect(await connection()).toMatchObject({ state: 'connected', last_error: null })
})

it('fees in another currency than the books are costs at the rate of their payment, or of the last that was converted', async () => {
  const isFee = ({ code }: { code: string }) => code === '404'
  const fees = async (more = {}) => (await report('profit_and_loss', more)).rows.find(isFee)
  const before = await fees()
  // Stripe has converted NZD 115.00 to USD 57.50, of which USD 2.00 is its fee, with USD 0.20 of tax.
  const { paid } = await sell('pi_converted')
  expect(await deliver(paid)).toBe(200)
  stripe.balance.currency = 'usd'
  stripe.balance.fee(300)
  await readAll()
  // Nothing was converted yet.
  expect(await fees()).toEqual(before)
  expect((await report('profit_and_loss')).notes).toContain(
    'Fees of payments without a rate of exchange are left out: USD 3.00.',
  )
  stripe.balance.charge('pi_converted', 5750, 200, 20)
  await readAll()
  expect(await fees()).toMatchObject({ gross: before.gross - 400, tax: before.tax - 40 })
  await sql`update billing_config set payment_details = 'Cash' where organisation_id = ${college.id}`.execute(
    network.db,
  )
  const line = { description: 'Course', unit_price: '10' }
  const foreign = { contact_id: contact, currency: 'USD', exchange_rate: '0.4', amounts_are: 'no_tax', lines: [line] }
  await post('invoicing/invoices', { organisation_id: college.id, ...foreign, authorise: true })
  stripe.balance.fee(100)
  await readAll()
  expect(await fees()).toMatchObject({ gross: before.gross - 400 - 250, tax: before.tax - 40 })
  expect(await fees({ currency: 'USD' })).toMatchObject({ gross: -600, tax: -20 })
  expect((await report('gst')).notes.at(-1)).toBe('Fees of payments without a rate of exchange are left out: USD 3.00.')
  stripe.balance.currency = 'nzd'
})

type Payout = { amount: number; state: string; failure: string }
type Suggested = { line: { id: number }; matches: { confidence: number; parts: { payout_id: number | null }[] }[] }
