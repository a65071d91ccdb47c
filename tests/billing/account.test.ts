import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { makeRandom } from '../../scripts/simulate/random.ts'
import type { Network } from '../network.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { makePerson } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'on account')
})

const post = async (path: string, input: object) =>
  (await shop.administrator.client.call('POST', path as never, input as never)).data
const newContact = async (name: string): Promise<number> =>
  (await shop.administrator.client.create('invoicing/contact', { name } as never)).data.id
const contactOf = async (id: number) => (await shop.administrator.client.read('invoicing/contact', id)).data
const invoiceOf = async (id: number) => (await shop.administrator.client.read('invoice', id)).data

it('keeps what is paid without an invoice as credit, for the next invoice, by hand, or to be paid back', async () => {
  const id = await newContact('Aroha')
  expect(await post('invoicing/contact/receive', { id, amount: 20_000, method: 'bank' })).toMatchObject({
    credit: 20_000,
    balance: -20_000,
  })
  const next = await invoiced(shop, '100', { contact_id: id })
  expect(next).toMatchObject({ state: 'paid', open: 0, gross: 11_500 })
  expect(await contactOf(id)).toMatchObject({ credit: 8500, balance: -8500 })
  // Reversed, it is credit again, and the invoice is open.
  const { data: entries } = await shop.administrator.client.list('transaction', { invoice_id: next.id, sort: 'id' })
  await post('transaction/reverse', { id: entries[1]!.id, reason: 'Meant for another' })
  expect(await contactOf(id)).toMatchObject({ credit: 20_000 })
  expect(await invoiceOf(next.id)).toMatchObject({ state: 'authorised', open: 11_500 })
  await post('invoicing/contact/allocate', { id, invoice_id: next.id, amount: 1500 })
  expect(await invoiceOf(next.id)).toMatchObject({ open: 10_000 })
  await expect(post('invoicing/contact/refund', { id, amount: 18_501 })).rejects.toMatchObject({
    status: 476,
    field: 'amount',
  })
  expect(await post('invoicing/contact/refund', { id, amount: 18_500 })).toMatchObject({ credit: 0, balance: 10_000 })
  // What has been used is not taken back.
  const { data: own } = await shop.administrator.client.list('transaction', { contact_id: id, sort: 'id' })
  await expect(post('transaction/reverse', { id: own[0]!.id, reason: 'x' })).rejects.toMatchObject({ status: 476 })
})

it('keeps what exceeds an invoice, where that is meant, and refuses another contact’s invoice', async () => {
  const id = await newContact('Hemi')
  const invoice = await invoiced(shop, '100', { contact_id: id })
  await expect(post('invoice/pay', { id: invoice.id, amount: 12_000 })).rejects.toMatchObject({ status: 476 })
  expect(await post('invoice/pay', { id: invoice.id, amount: 12_000, credit_rest: true })).toMatchObject({
    state: 'paid',
  })
  expect(await contactOf(id)).toMatchObject({ credit: 500, balance: -500 })
  const foreign = await invoiced(shop, '1')
  await expect(post('invoicing/contact/allocate', { id, invoice_id: foreign.id })).rejects.toMatchObject({
    status: 476,
    field: 'invoice_id',
  })
})

it('continues a lapsed membership that is paid late; after its period the money is credit', async () => {
  const { data: product } = await shop.administrator.client.create('product', {
    code: 'late',
    name: 'Late',
    unit_amount: 5000,
    period: 'year',
    public: true,
  } as never)
  const lapse = async (name: string, until = sql`period_ends_on`) => {
    const who = await makePerson(network, name, shop.id, 'User')
    const answer = await who.client.call('POST', 'subscriptionStore/subscribe', { product_id: product.id })
    const { subscription, invoice } = answer.data
    await post('invoice/void', { id: invoice.id })
    await sql`update subscription set state = 'lapsed', ended_on = current_date, next_invoice_on = null,
      period_began_on = least(period_began_on, ${until}), period_ends_on = ${until} where id = ${subscription.id}`.execute(
      network.db,
    )
    return { invoice, id: subscription.id, contact_id: invoice.contact_id }
  }
  const late = await lapse('late')
  await post('invoice/pay', { id: late.invoice.id, amount: 5000, credit_rest: true })
  const { data: revived } = await shop.administrator.client.read('subscription', late.id)
  expect(revived).toMatchObject({ state: 'active', ended_on: null, pay_by: null, open: 0, is_open: true })
  expect(revived.next_invoice_on).not.toBeNull()
  expect(revived.invoice_id).not.toBe(late.invoice.id)
  expect(await contactOf(late.contact_id)).toMatchObject({ credit: 0, balance: 0 })
  const over = await lapse('too late', sql`(current_date - 1)`)
  await post('invoice/pay', { id: over.invoice.id, amount: 5000, credit_rest: true })
  expect((await shop.administrator.client.read('subscription', over.id)).data.state).toBe('lapsed')
  expect(await contactOf(over.contact_id)).toMatchObject({ credit: 5000 })
})

/** BILLING_ROUNDS=3000 for as many steps through REST. */
const STEPS = Number(process.env.BILLING_ROUNDS ?? 80)

it(`random books with overpayments sum to the ledger (${STEPS} steps)`, { timeout: STEPS * 400 + 60_000 }, async () => {
  const random = makeRandom(20_270_315)
  const below = (n: number) => Math.floor(random() * n)
  const contacts = [await newContact('one'), await newContact('two'), await newContact('three')]
  const made: { id: number; contact_id: number; type: string }[] = []
  const transactions = async (contact_id: number) =>
    (await shop.administrator.client.list('transaction', { contact_id, limit: 200, sort: '-id' })).data
  const steps = [
    async (contact_id: number) => {
      const { id } = await invoiced(shop, `${1 + below(90)}.${below(10)}5`, { contact_id })
      made.push({ id, contact_id, type: 'invoice' })
    },
    (id: number) => post('invoicing/contact/receive', { id, amount: 1 + below(9000) }),
    (id: number) => post('invoicing/contact/refund', { id, amount: 1 + below(4000) }),
    (_: number, invoice: number) => post('invoice/pay', { id: invoice, amount: 1 + below(9000), credit_rest: true }),
    (_: number, invoice: number) => post('invoice/pay', { id: invoice, amount: 1 + below(3000) }),
    (_: number, invoice: number) => post('invoice/refund', { id: invoice, amount: 1 + below(3000) }),
    (_: number, invoice: number) => post('invoice/credit', { id: invoice }),
    (_: number, invoice: number) => post('invoice/void', { id: invoice }),
    (id: number, invoice: number) => post('invoicing/contact/allocate', { id, invoice_id: invoice }),
    async (id: number) => {
      const all = await transactions(id)
      if (all.length > 0) await post('transaction/reverse', { id: all[below(all.length)]!.id, reason: 'Wrong' })
    },
  ]
  let refusals = 0
  for (let i = 0; i < STEPS; i++) {
    const contact_id = contacts[below(contacts.length)]!
    const own = made.filter((one) => one.contact_id === contact_id)
    const step = steps[own.length === 0 ? below(3) : below(steps.length)]!
    await Promise.resolve(step(contact_id, own[below(own.length)]?.id ?? 0)).catch((error: { status: number }) => {
      // What is not possible is refused, and changes nothing.
      expect([400, 476]).toContain(error.status)
      refusals++
    })
  }
  expect(refusals).toBeLessThan(STEPS)
  const ids = sql.join(contacts)
  const { rows: wrong } = await sql<object>`
    select i.id from invoice i where i.contact_id in (${ids}) and i.gross - i.paid <>
      abs(coalesce((select sum(amount) from transaction t where t.invoice_id = i.id), 0)) and i.state <> 'void'
    union all select i.id from invoice i where i.contact_id in (${ids}) and i.state = 'void'
      and (select sum(amount) from transaction t where t.invoice_id = i.id) <> 0
    union all select t.contact_id from transaction t where t.contact_id in (${ids}) and t.invoice_id is null
      group by t.contact_id having sum(t.amount) > 0`.execute(network.db)
  expect(wrong).toEqual([])
  const report = async (query: object) => (await shop.administrator.client.call('GET', 'invoicing/report', query)).data
  const days = { from: '2020-01-01', until: '2099-12-31' }
  const { rows } = await sql<{ all: number; documents: number; account: number }>`
    select sum(amount)::float8 as all, coalesce(sum(amount) filter (where kind in ('charge', 'credit')), 0)::float8 as documents,
      coalesce(sum(amount) filter (where invoice_id is null), 0)::float8 as account
    from transaction where organisation_id = ${shop.id}`.execute(network.db)
  const ledger = rows[0]!
  expect((await report({ report: 'aged_debtors', ...days })).total.total).toBe(ledger.all)
  const invoiced_in = (await report({ report: 'income_by_product', basis: 'invoice', ...days })).total.gross
  expect(invoiced_in).toBe(ledger.documents)
  const paid_in = (await report({ report: 'income_by_product', basis: 'cash', ...days })).total.gross
  // What is owed is what was invoiced less what was paid for it; credit on account stands apart.
  expect(invoiced_in - paid_in).toBe(ledger.all - ledger.account)
  for (const contact_id of contacts) {
    const { balance } = await contactOf(contact_id)
    const { data } = await shop.administrator.client.call('GET', 'invoicing/statement', { contact_id, ...days })
    expect(data.total.balance).toBe(balance)
  }
})
