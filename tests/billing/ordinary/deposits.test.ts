import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'joiner')
})

const client = () => shop.administrator.client
const exempt = () => ({ description: 'A permit', unit_price: '33.33', tax_rate_id: null })
const lines = () => [
  { description: 'A kitchen', quantity: '3', unit_price: '333.33', tax_rate_id: shop.gst_id, account_code: '200' },
  { description: 'A discount', unit_price: '-10.01', tax_rate_id: shop.gst_id, account_code: '200' },
  exempt(),
]
const make = async (more: object = {}) => {
  const body = {
    organisation_id: shop.id,
    contact_id: shop.contact_id,
    lines: lines(),
    amounts_are: 'exclusive',
    ...more,
  }
  return (await client().create('quote', body as never)).data
}
const rowOf = async (id: number, by = client()) => (await by.read('quote', id)).data
const invoice = async (id: number | null) => (await client().read('invoice', id!)).data
// biome-ignore lint/suspicious/noExplicitAny: one of many routes
const post = async (path: string, body: object, by = client()): Promise<any> =>
  (await by.call('POST', path as never, body as never)).data
async function accept(id: number, accepts = true, by = client()) {
  await post('quote/send', { id }, by)
  const { rows } = await sql<{ text: string }>`select m.text from quote q join message m on m.id = q.message_id
    where q.id = ${id}`.execute(network.db)
  const token = /\/app\/quote#(\S+)/.exec(rows[0]!.text)![1]!
  const body = JSON.stringify({ token, accept: accepts, name: 'Aroha Walker' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${network.url}/api/v1/quote/answer`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  return { text: rows[0]!.text, row: await rowOf(id, by) }
}
const accepted = async (more: object = {}) => (await accept((await make({ authorises: true, ...more })).id)).row
const refused = (done: Promise<unknown>, status: number, field?: string) =>
  expect(done).rejects.toMatchObject({ status, ...(field && { field }) })

const period = { from: '2020-01-01', until: '2099-12-31' }
// biome-ignore lint/suspicious/noExplicitAny: rows have the columns of their report
const report = async (name: string, more: object = {}): Promise<any> =>
  (await client().call('GET', 'invoicing/report', { report: name, ...period, ...more })).data

/** Every report and the ledger say the same; returns what they say. */
async function books() {
  const { rows } = await sql<{ balance: number; charged: number }>`
    select coalesce(sum(amount), 0)::float8 as balance,
      coalesce(sum(amount) filter (where kind in ('charge', 'credit')), 0)::float8 as charged
    from transaction where organisation_id = ${shop.id}`.execute(network.db)
  const { balance, charged } = rows[0]!
  const gst = await report('gst')
  const boxes = Object.fromEntries(gst.rows.map(({ box, amount }: { box: string; amount: number }) => [box, amount]))
  const [debtors, income, held] = [
    await report('aged_debtors'),
    await report('profit_and_loss'),
    await report('deposits'),
  ]
  expect(debtors.total.total).toBe(balance)
  expect(income.total.gross + held.total.gross).toBe(charged)
  expect(income.total.tax + held.total.tax).toBe(boxes[10])
  return { balance, tax: boxes[10], income: income.total.net, held: held.total.gross, note: gst.notes[2] as string }
}

it('is less than the whole, of per cent or an amount, and names its field', async () => {
  await refused(make({ deposit_percent: '100' }), 400, 'deposit_percent')
  await refused(make({ deposit_percent: '0' }), 400, 'deposit_percent')
  await refused(make({ deposit_amount: 200_000 }), 400, 'deposit_amount')
  await refused(make({ deposit_amount: 100, deposit_percent: '10' }), 400, 'deposit_amount')
  const quote = await make({ deposit_percent: '20' })
  // 20 % of 1023.31 without tax, and the tax of its taxed part.
  expect(quote).toMatchObject({ gross: 117_181, deposit: 23_436, deposit_amount: null })
  const { id } = quote
  await client().update('quote', { id, deposit_amount: 10_000 } as never)
  expect(await rowOf(id)).toMatchObject({ deposit_percent: null, deposit_amount: 10_000, deposit: 11_451 })
  await client().update('quote', { id, deposit_amount: null } as never)
  expect(await rowOf(id)).toMatchObject({ deposit_percent: null, deposit_amount: null, deposit: 0 })
})

it('is invoiced when the quote is accepted, held as a liability, and taken off the final invoice', async () => {
  const start = await books()
  const { text, row } = await accept((await make({ authorises: true, deposit_percent: '20' })).id)
  expect(text).toContain('Of it, NZD 234.36 is a deposit to pay first.')
  expect(row).toMatchObject({ state: 'accepted', invoice_id: null, deposit_state: 'authorised', problem: null })
  const deposit = await invoice(row.deposit_invoice_id)
  expect(deposit).toMatchObject({ state: 'authorised', gross: 23_436, reference: row.document_number })
  const asked = await books()
  expect(asked).toMatchObject({ income: start.income, held: 23_436, balance: 23_436 })
  expect(asked.note).toContain('NZD 937.45 with GST of NZD')
  await post('invoice/pay', { id: deposit.id, amount: 23_436 })
  const { invoice_id } = await post('quote/invoice', { id: row.id })
  const final = await invoice(invoice_id)
  expect(final).toMatchObject({ state: 'authorised', gross: 117_181 - 23_436 })
  const done = await books()
  expect(done).toMatchObject({ held: 0, tax: start.tax + row.tax, income: start.income + row.net, note: undefined })
  await refused(post('quote/invoice', { id: row.id }), 476)
  // While it is taken off, it stays.
  await refused(post('invoice/credit', { id: deposit.id }), 476)
  await post('invoice/credit', { id: final.id })
  expect(await books()).toMatchObject({ held: 23_436, income: start.income })
  const note = await post('invoice/credit', { id: deposit.id })
  await post('invoice/refund', { id: note.id, amount: 23_436 })
  expect(await books()).toEqual(start)
})

it('of a quote in another currency stands in the note of the GST return at its rate', async () => {
  const foreign = await makeShop(network, 'foreign joiner')
  const { client } = foreign.administrator
  // The rate at which the currency was converted last is that of the deposit.
  const line = { description: 'A desk', unit_price: '100' }
  const of = { contact_id: foreign.contact_id, currency: 'USD', amounts_are: 'exclusive' }
  await post('invoicing/invoices', { ...of, exchange_rate: '0.5', lines: [line], authorise: true }, client)
  const lines = [{ ...line, tax_rate_id: foreign.gst_id, account_code: '200' }]
  const quote = { ...of, organisation_id: foreign.id, lines, deposit_percent: '20', authorises: true }
  const { data } = await client.create('quote', quote as never)
  const row = await accept(data.id, true, client).then(({ row }) => row)
  expect(row).toMatchObject({ deposit_state: 'authorised', problem: null })
  const note = async (currency: string) =>
    (await client.call('GET', 'invoicing/report', { report: 'gst', ...period, currency } as never)).data.notes.find(
      (one: string) => one.startsWith('Quotes with a deposit'),
    )
  // USD 92.00 of 115.00, with USD 12.00 of tax.
  expect(await note('NZD')).toContain('NZD 184.00 with GST of NZD 24.00')
  expect(await note('USD')).toContain('USD 92.00 with GST of USD 12.00')
})

it('counts by payments as it is paid', async () => {
  const cash = async () =>
    Object.fromEntries((await report('gst', { basis: 'cash' })).rows.map((b: Box) => [b.box, b.amount]))
  const before = await cash()
  const row = await accepted({ deposit_amount: 50_000 })
  await post('invoice/pay', { id: row.deposit_invoice_id, amount: row.deposit })
  const deposit = await invoice(row.deposit_invoice_id)
  expect((await cash())[10] - before[10]).toBe(deposit.tax)
  const { invoice_id } = await post('quote/invoice', { id: row.id })
  const final = await invoice(invoice_id)
  await post('invoice/pay', { id: invoice_id, amount: 12_345 })
  await post('invoice/pay', { id: invoice_id, amount: final.gross - 12_345 })
  expect((await cash())[10] - before[10]).toBe(row.tax)
  const income = await report('profit_and_loss', { basis: 'cash' })
  expect(income.rows.every(({ code }: { code: string }) => code !== '830')).toBe(true)
})

it('is not taken off where it is void, and only what is left where a part was credited', async () => {
  const start = await books()
  const unpaid = await accepted({ deposit_percent: '33.3333' })
  await post('invoice/void', { id: unpaid.deposit_invoice_id })
  const whole = await post('quote/invoice', { id: unpaid.id })
  expect(await invoice(whole.invoice_id)).toMatchObject({ gross: unpaid.gross })
  const partly = await accepted({ deposit_percent: '50' })
  const line = { description: 'Less', unit_price: '100', tax_rate_id: shop.gst_id, account_code: '830' }
  await post('invoice/credit', { id: partly.deposit_invoice_id, lines: [line] })
  const { invoice_id } = await post('quote/invoice', { id: partly.id })
  expect(await invoice(invoice_id)).toMatchObject({ gross: partly.gross - partly.deposit + 11_500 })
  expect(await books()).toMatchObject({ held: start.held, tax: start.tax + unpaid.tax + partly.tax })
  await post('invoice/void', { id: invoice_id })
  const again = await post('quote/invoice', { id: partly.id })
  expect(again.invoice_id).not.toBe(invoice_id)
})

it('asks for its draft to be decided first, and for the final draft to follow what is held', async () => {
  const row = await accepted({ authorises: false, deposit_percent: '10' })
  expect(row.deposit_state).toBe('draft')
  await refused(post('quote/invoice', { id: row.id }), 476)
  await post('invoice/authorise', { id: row.deposit_invoice_id })
  const { invoice_id } = await post('quote/invoice', { id: row.id })
  await client().update('invoice', { id: invoice_id, lines: [{ description: 'All', unit_price: '1' }] } as never)
  await refused(post('invoice/authorise', { id: invoice_id }), 476, 'lines')
  await client().remove('invoice', invoice_id)
  const again = await post('quote/invoice', { id: row.id })
  await post('invoice/void', { id: row.deposit_invoice_id })
  await refused(post('invoice/authorise', { id: again.invoice_id }), 476, 'lines')
  await books()
})

it('can be left out, and has none where the quote is declined', async () => {
  const row = await accepted({ authorises: false, deposit_percent: '10' })
  await client().remove('invoice', row.deposit_invoice_id!)
  const { invoice_id } = await post('quote/invoice', { id: row.id, final: true })
  expect(await invoice(invoice_id)).toMatchObject({ gross: row.gross })
  const declined = await accept((await make({ deposit_percent: '10' })).id, false)
  expect(declined.row).toMatchObject({ state: 'declined', deposit_invoice_id: null, invoice_id: null })
})

type Box = { box: string; amount: number }
