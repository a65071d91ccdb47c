import { beforeAll, expect, it } from 'vitest'
import { recordProviderPayment } from '#api/billing/receipts/receive.ts'
import type { Network } from '../../network.ts'
import { invoiced, makeShop, type Shop } from '../../seeds/billing.ts'
import { day } from '../../seeds/college.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'locked books')
})

const post = async (path: string, input: object) =>
  (await shop.administrator.client.call('POST', path as never, input as never)).data
const refused = (method: 'POST' | 'PUT', path: string, input: object) =>
  shop.administrator.client.call(method, path as never, input as never).then(
    () => 'accepted',
    ({ status, field }: { status: number; field?: string }) => `${status} ${field}`,
  )
const received = async (from: string, until: string): Promise<number> => {
  const query = { report: 'gst', basis: 'cash', from, until }
  const { data } = await shop.administrator.client.call('GET', 'invoicing/report', query as never)
  return data.rows[0].amount
}
const lines = [{ description: 'Course', unit_price: '100' }]
const dated = (issued_on: string) => ({ contact_id: shop.contact_id, issued_on, due_on: issued_on, lines })
const importLine = async (on: string) => {
  const file = Buffer.from(`Date,Amount,Payee\n${on},115.00,Whare Ltd\n`).toString('base64')
  const { id } = await post('bankstatement/import', { name: 'a.csv', file })
  const { data } = await shop.administrator.client.list('bankline', { bank_statement_id: id } as never)
  return data[0]!.id
}

it('nothing is back-dated beyond the data lock; a line of the bank that is undone was never there', async () => {
  const { id } = await invoiced(shop, '100', { issued_on: '2025-03-01', due_on: '2025-03-01' })
  const line_id = await importLine('2025-03-10')
  const confirm = { lines: [{ id: line_id, parts: [{ invoice_id: id, amount: 11_500 }] }] }
  await post('bankline/confirm', confirm)
  expect(await received('2025-03-01', '2025-03-31')).toBe(11_500)
  await post('bankline/undo', { id: line_id })
  expect(await received('2025-03-01', '2025-03-31')).toBe(0)
  await post('bankline/confirm', confirm)
  expect(await received('2025-03-01', '2025-03-31')).toBe(11_500)

  // Midnight of 1 April in Auckland: March is locked.
  await shop.administrator.client.create('datalock', { locked_until: '2025-03-31T11:00:00Z', organisation_id: shop.id })
  expect(await refused('POST', 'invoicing/invoices', { ...dated('2025-03-31'), authorise: true })).toBe('473 issued_on')
  expect(await refused('POST', 'invoicing/invoices', { ...dated('2025-04-01'), authorise: true })).toBe('accepted')
  const draft = await post('invoicing/invoices', dated('2025-03-31'))
  expect(await refused('POST', 'invoice/authorise', { id: draft.id })).toBe('473 issued_on')
  const march = { amount: 100, at: '2025-03-31T10:59:59Z' }
  const open = await invoiced(shop, '100')
  expect(await refused('POST', 'invoice/pay', { id: open.id, ...march })).toBe('473 at')
  expect(await refused('POST', 'invoice/refund', { id, ...march })).toBe('473 at')
  expect(await refused('PUT', 'transaction', { invoice_id: open.id, kind: 'payment', ...march })).toBe('473 at')
  for (const step of ['receive', 'refund']) {
    expect(await refused('POST', `invoicing/contact/${step}`, { id: shop.contact_id, ...march })).toBe('473 at')
  }
  expect(await refused('POST', 'invoice/pay', { id: open.id, amount: 100, at: '2025-03-31T11:00:00Z' })).toBe(
    'accepted',
  )
  const late = await importLine('2025-03-31')
  const parts = [{ contact_id: shop.contact_id, amount: 11_500 }]
  expect(await refused('POST', 'bankline/confirm', { lines: [{ id: late, parts }] })).toBe('473 lines.0')

  // What was returned for March stays: it is undone today.
  await post('bankline/undo', { id: line_id })
  expect(await received('2025-03-01', '2025-03-31')).toBe(11_500)
  expect(await received(day(-1), day(1))).toBe(-11_500)
  // Neither is it lost: it is confirmed again, today.
  await post('bankline/confirm', confirm)
  expect([await received('2025-03-01', '2025-03-31'), await received(day(-1), day(1))]).toEqual([11_500, 0])
})

it('what a provider has received on a locked day counts on the first that is open', async () => {
  const { id } = await invoiced(shop, '100')
  const payment = { amount: 11_500, provider: 'stripe', provider_id: 'locked pi_1', at: '2025-03-20T00:00:00Z' }
  const made = await network.db.transaction().execute((trx) => recordProviderPayment(trx, id, payment))
  const { data } = await shop.administrator.client.read('transaction', made.id)
  expect(data.at).toBe('2025-03-31T11:00:00Z')
})

it('today is not locked', async () => {
  await shop.administrator.client.create('datalock', {
    locked_until: new Date().toISOString(),
    organisation_id: shop.id,
  })
  expect(await invoiced(shop, '100')).toMatchObject({ state: 'authorised' })
})
