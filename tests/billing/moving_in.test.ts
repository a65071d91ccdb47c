import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeShop, type Shop } from '../seeds/billing.ts'
import { makePerson } from '../seeds/people.ts'
import { makeLimited } from '../seeds/roles.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let shop: Shop
let treasurer: Awaited<ReturnType<typeof makeLimited>>
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'moving')
  const { client } = shop.administrator
  await client.create('product', {
    amounts_are: 'inclusive',
    code: 'full',
    name: 'Full',
    unit_amount: 12_000,
    period: 'year',
  } as never)
  treasurer = await makeLimited(network, 'moving-treasurer', shop.id, {
    name: 'Treasurer',
    base: 'Administrator',
    areas: { billing: 'write' },
  })
})

const send = async (kind: string, lines: string[], more: object = {}): Promise<Answer> => {
  const file = Buffer.from(lines.join('\n')).toString('base64')
  const body = { kind, file, organisation_id: shop.id, creates_missing: true, ...more }
  return (await treasurer.client.call('POST', 'import', body)).data as Answer
}
const undo = async (kind: string, { rows }: Answer) => {
  const sent = rows.map(({ line, id, modified_at, before, what }) => ({ line, id, modified_at, before, what }))
  const body = { kind, rows: JSON.parse(JSON.stringify(sent)), organisation_id: shop.id }
  return (await treasurer.client.call('POST', 'import/undo', body)).data
}
const report = async (name: string, more: object = {}) => {
  const period = { from: '2026-01-01', until: '2099-12-31', organisation_id: shop.id }
  return (await treasurer.client.call('GET', 'invoicing/report', { report: name, ...period, ...more })).data
}
const ledger = async () => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::float8 as sum from transaction
    where organisation_id = ${shop.id}`.execute(network.db)
  return rows[0]!.sum
}

const invoices = [
  'ContactName,EmailAddress,InvoiceNumber,InvoiceDate,DueDate,Total,TaxTotal,InvoiceAmountDue,Type,Status',
  'Ana Ngata,moving-ana@example.com,OLD-1,01/02/2026,15/02/2026,230.00,30.00,115.00,Sales invoice,Awaiting Payment',
  // A line for each item of the invoice.
  'Ana Ngata,moving-ana@example.com,OLD-1,01/02/2026,15/02/2026,230.00,30.00,115.00,Sales invoice,Awaiting Payment',
  'Ben Hall,ben@example.com,OLD-2,03/02/2026,17/02/2026,60.00,0.00,60.00,Sales invoice,Awaiting Payment',
  'Ben Hall,ben@example.com,OLD-3,03/02/2026,17/02/2026,60.00,0.00,0.00,Sales invoice,Paid',
  'Ben Hall,ben@example.com,CR-1,04/02/2026,,-25.00,0.00,-25.00,Sales credit note,Awaiting Payment',
]

it('brings contacts along: all of a file or nothing, the same file again adds nothing', async () => {
  const lines = [
    '*ContactName,EmailAddress,POCity',
    'Ana Ngata,moving-ana@example.com,Napier',
    'Ben Hall,not an address,',
  ]
  expect(await send('invoicing/contact', lines, { dry_run: true })).toMatchObject({
    created: 1,
    faults: [{ line: 3, field: 'email' }],
    rows: [],
  })
  expect(await send('invoicing/contact', lines)).toMatchObject({ created: 0, faults: [{ line: 3 }], rows: [] })
  lines[2] = 'Ben Hall,ben@example.com,'
  const made = await send('invoicing/contact', lines)
  expect(made).toMatchObject({ created: 2, faults: [] })
  expect(await send('invoicing/contact', lines)).toMatchObject({ created: 0, same: 2 })
  expect(await undo('invoicing/contact', made)).toEqual({ undone: 2, faults: [] })
  expect(await send('invoicing/contact', lines)).toMatchObject({ created: 2 })
})

it('brings open invoices and credit along: ledger and debtors agree, and nothing of it is income', async () => {
  const before = await ledger()
  const checked = await send('invoice', invoices, { dry_run: true })
  expect(checked).toMatchObject({ created: 3, same: 2, faults: [] })
  expect(checked.sums.map(({ what, amount }) => [what, amount])).toEqual([
    ['invoice', 17_500],
    ['credit', 2500],
  ])
  expect(await ledger()).toBe(before)
  expect(await send('invoice', invoices)).toMatchObject({ created: 3, same: 2 })
  expect(await send('invoice', invoices)).toMatchObject({ created: 0, same: 5 })
  expect(await ledger()).toBe(before + 15_000)
  expect((await report('aged_debtors', { until: '2026-03-01' })).total).toMatchObject({
    days_1_30: 17_500,
    credit: -2500,
    total: 15_000,
  })
  for (const basis of ['invoice', 'cash']) {
    const gst = await report('gst', { basis })
    expect(gst.rows.every(({ amount }: { amount: number }) => amount === 0)).toBe(true)
    for (const name of ['profit_and_loss', 'income_by_product'])
      expect((await report(name, { basis })).rows).toEqual([])
  }
  const { data } = await treasurer.client.list('invoice', { organisation_id: shop.id, search: 'OLD-1' })
  expect(data[0]).toMatchObject({ reference: 'OLD-1', net: 10_000, tax: 1500, gross: 11_500, is_opening: true })
  await treasurer.client.call('POST', 'invoice/pay', { id: data[0]!.id, amount: 2300 })
  // The books before had no GST of it by payments: it is returned when it is paid.
  expect((await report('gst', { basis: 'cash' })).rows[0]).toMatchObject({ box: '5', amount: 2300 })
  expect((await report('gst')).rows[0]).toMatchObject({ box: '5', amount: 0 })
  expect((await report('profit_and_loss')).rows).toEqual([])
})

it('refuses another amount for a number that is there, and undoes what nothing was paid of', async () => {
  const head = 'Number,Contact,Date,Amount due,GST'
  const again = await send('invoice', [head, 'OLD-2,Ben Hall,03/02/2026,61.00,', 'OLD-9,Ben Hall,31/02/2026,1.00,'])
  expect(again.faults.map(({ line, field }) => [line, field])).toEqual([
    [2, 'number'],
    [3, 'issued_on'],
  ])
  const before = await ledger()
  const lines = [head, 'UNDO-1,Ben Hall,03/02/2026,40.00,', 'UNDO-2,Ben Hall,03/02/2026,-5.00,']
  const made = await send('invoice', lines)
  expect(await ledger()).toBe(before + 3500)
  expect(await undo('invoice', made)).toEqual({ undone: 2, faults: [] })
  expect(await ledger()).toBe(before)
  expect((await report('aged_debtors', { until: '2026-03-01' })).total).toMatchObject({ total: 15_000 })
  expect(await send('invoice', lines)).toMatchObject({ created: 2 })
})

it('brings memberships along, which are of the person who confirms the address', async () => {
  const lines = [
    'Name,Email,Membership,Paid until,Member since',
    'Ana Ngata,moving-ana@example.com,full,2099-03-31,2019-04-01',
  ]
  const made = await send('subscription', lines)
  expect(made).toMatchObject({ created: 1, faults: [] })
  expect(await send('subscription', lines)).toMatchObject({ created: 0, same: 1 })
  const { data } = await treasurer.client.list('subscription', { organisation_id: shop.id })
  expect(data[0]).toMatchObject({
    state: 'active',
    began_on: '2019-04-01',
    period_began_on: '2098-04-01',
    period_ends_on: '2099-03-31',
    paid_until: '2099-03-31',
    next_invoice_on: '2099-03-01',
    user_id: null,
    unit_amount: 12_000,
  })
  const ana = await makePerson(network, 'moving-ana', shop.id, 'Customer')
  const { data: mine } = await ana.client.list('subscription', {})
  expect(mine).toEqual([])
  // Buying it again gives what is there.
  const { data: products } = await treasurer.client.list('product', { organisation_id: shop.id, search: 'full' })
  await ana.client.call('POST', 'subscriptionStore/subscribe', { product_id: products[0]!.id })
  const { data: linked } = await ana.client.list('subscription', {})
  expect(linked.map(({ id }) => id)).toEqual([data[0]!.id])
  const { data: owed } = await ana.client.list('invoice', {})
  expect(owed.map(({ reference }) => reference)).toEqual(['OLD-1'])
  expect(await send('subscription', [lines[0]!, 'Ana Ngata,,full,2099-06-30,'])).toMatchObject({
    faults: [{ line: 2, field: 'product' }],
  })
  expect(await undo('subscription', made)).toEqual({ undone: 1, faults: [] })
})

it('refuses who may not write the books', async () => {
  const file = Buffer.from(invoices.join('\n')).toString('base64')
  for (const { client } of [shop.staff, shop.user]) {
    for (const kind of ['invoice', 'subscription', 'invoicing/contact']) {
      const { data } = (await client.call('POST', 'import', { kind, file, mapping: mapping[kind] })) as { data: Answer }
      expect(data).toMatchObject({ created: 0, rows: [] })
      // The same for a name that is there and one that is not; names may be repeated in the file.
      const reasons = data.faults.filter(({ message }) => !message.includes('is in line'))
      expect(new Set(reasons.map(({ message }) => message)).size).toBe(1)
    }
  }
})

const columns = (...names: (string | null)[]) => [...names, ...Array(10 - names.length).fill(null)]
const mapping: Record<string, (string | null)[]> = {
  invoice: columns('contact', 'email', 'number', 'issued_on', null, null, null, 'amount_due'),
  subscription: columns('name', 'email', 'product', 'paid_until'),
  'invoicing/contact': columns('name', 'email'),
}

type Row = { line: number; id: number; modified_at: string; before: object | null; what?: string }
type Answer = {
  created: number
  same: number
  faults: { line: number; field?: string; message: string }[]
  rows: Row[]
  sums: { what: string; amount: number }[]
}
