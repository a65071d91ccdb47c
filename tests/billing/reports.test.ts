import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'reporting')
})

const period = { from: '2026-01-01', until: '2026-12-31' }
const report = async (name: string, more: object = {}) =>
  (await shop.administrator.client.call('GET', 'invoicing/report', { report: name, ...period, ...more })).data
const boxes = async (more: object = {}) =>
  Object.fromEntries((await report('gst', more)).rows.map((row: Box) => [row.box, row.amount]))

it('reports what the ledger has, at the days of documents and payments', async () => {
  const { client } = shop.administrator
  const line = { description: 'Course', tax_rate_id: shop.gst_id, account_code: '220' }
  const sell = (unit_price: string, issued_on: string) =>
    invoiced(shop, '', { issued_on, due_on: issued_on, amounts_are: 'exclusive', lines: [{ ...line, unit_price }] })
  const paid = await sell('100', '2026-02-01')
  await client.call('POST', 'invoice/pay', { id: paid.id, amount: 5750, at: '2026-03-10T00:00:00Z' })
  const credited = await sell('40', '2026-02-10')
  await client.call('POST', 'invoice/credit', { id: credited.id })
  const voided = await sell('70', '2026-02-11')
  await client.call('POST', 'invoice/void', { id: voided.id })
  await sell('10', '2025-12-31')
  const february = { from: '2026-02-01', until: '2026-02-28' }
  // The credit note and what is void count on their own days, after the report.
  expect(await boxes(february)).toMatchObject({ 5: 24_150, 7: 24_150, 8: 3150, 9: 0, 10: 3150, 15: 3150 })
  expect(await boxes({ ...february, country: 'au' })).toMatchObject({ G1: 24_150, '1A': 3150 })
  expect(await boxes({ ...february, basis: 'cash' })).toMatchObject({ 5: 0, 10: 0 })
  expect(await boxes({ from: '2026-03-01', until: '2026-03-31', basis: 'cash' })).toMatchObject({ 5: 5750, 10: 750 })
  const account = (await report('profit_and_loss', february)).rows.find(({ code }: { code: string }) => code === '220')
  expect(account).toMatchObject({ net: 21_000, tax: 3150, gross: 24_150 })
  expect((await report('income_by_product', february)).total).toMatchObject({ gross: 24_150 })
  const debtors = await report('aged_debtors', { until: '2026-02-28' })
  expect(debtors.total).toMatchObject({ days_1_30: 24_150, days_31_60: 1150, total: 25_300 })
  const later = await report('aged_debtors', { until: '2099-12-31' })
  const { rows } = await sql<{ sum: number }>`select sum(amount)::float8 as sum from transaction
    where organisation_id = ${shop.id}`.execute(network.db)
  expect(later.total.total).toBe(rows[0]!.sum)
  expect((await report('members')).notes[0]).toContain('0 joined')
  const statement = await client.call('GET', 'invoicing/statement', {
    contact_id: shop.contact_id,
    until: '2099-12-31',
  })
  expect(statement.data.total.balance).toBe(rows[0]!.sum)
})

it('gives them as CSV with decimals, and as PDF', async () => {
  const get = (path: string) =>
    fetch(`${network.url}/api/v1/invoicing/${path}`, {
      headers: { authorization: `Bearer ${shop.administrator.token}` },
    })
  const csv = await (await get('report/file?report=aged_debtors&until=2026-02-28&format=csv')).text()
  expect(csv).toContain('Total,0.00,241.50,11.50,0.00,0.00,0.00,253.00')
  const pdf = await get(`statement/file?contact_id=${shop.contact_id}&format=pdf`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

it('refuses a period that ends before it begins, and an unknown currency', async () => {
  await expect(report('gst', { until: '2025-01-01' })).rejects.toMatchObject({ status: 400, field: 'until' })
  await expect(report('gst', { currency: 'XXQ' })).rejects.toMatchObject({ status: 400, field: 'currency' })
})

type Box = { box: string; amount: number }
