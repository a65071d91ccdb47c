import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
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
    amounts_are: 'inclusive',
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
