import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { invoiced, makeShop, type Shop } from '../../seeds/billing.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
let config_id: number
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'numbers')
  config_id = (await client().list('billingconfig', { organisation_id: shop.id })).data[0]!.id
})

const client = () => shop.administrator.client
const set = (more: object) => client().update('billingconfig', { id: config_id, ...more })
const start = (type: string, number: number) =>
  client().call('POST', 'invoicing/number', { organisation_id: shop.id, type, number })
const on = async (issued_on: string) => {
  const { document_number } = await invoiced(shop, '1', { issued_on, due_on: issued_on })
  return document_number
}

it('begin again each financial year by the date of the document, and continue where a pattern is set back', async () => {
  expect(await on('2026-11-20')).toBe('INV-0001')
  await set({
    invoice_pattern: 'INV-{year}/{end_year:2}-{number:4}',
    credit_note_pattern: 'CN-{year}-{number}',
    quote_pattern: 'Q{end_year}.{number:3}',
    numbers_begin: 'financial_year',
  })
  expect([await on('2026-03-31'), await on('2026-04-01'), await on('2027-03-31'), await on('2026-03-30')]).toEqual([
    'INV-2025/26-0001',
    'INV-2026/27-0001',
    'INV-2026/27-0002',
    'INV-2025/26-0002',
  ])
  const { id } = await invoiced(shop, '1', { issued_on: '2026-04-01', due_on: '2026-04-01' })
  const note = await client().call('POST', 'invoice/credit', { id })
  const [year, month] = note.data.issued_on.split('-').map(Number)
  expect(note.data.document_number).toBe(`CN-${month < 4 ? year - 1 : year}-1`)
  await set({ invoice_pattern: 'INV-{number:4}', numbers_begin: 'once' })
  expect(await on('2026-11-20')).toBe('INV-0002')
})

it('are not printed twice after a change of the pattern', async () => {
  await set({ invoice_pattern: 'INV-000{number}', numbers_begin: 'calendar_year' }).catch(() => null)
  await set({ invoice_pattern: 'INV-{number}', numbers_begin: 'once' })
  await start('invoice', 2026)
  expect(await on('2026-11-20')).toBe('INV-2026')
  // Of another series, whose first number would be printed as that.
  await set({ invoice_pattern: 'INV-{year:2}{number}', numbers_begin: 'calendar_year' })
  expect([await on('2020-06-01'), await on('2020-06-01')]).toEqual(['INV-201', 'INV-202'])
  await set({ invoice_pattern: 'INV-{year}{number:1}', numbers_begin: 'calendar_year' })
  await set({ invoice_pattern: 'INV-20{number:2}-{year}', credit_note_pattern: 'C{year}{number}' })
  expect(await on('2021-06-01')).toBe('INV-2001-2021')
})

it('begin where an administrator who moves in says, never at one in use', async () => {
  await set({ invoice_pattern: 'M-{number}', numbers_begin: 'once' })
  const { data } = await start('invoice', 5000)
  expect(data).toMatchObject({ type: 'invoice', series: 0, number: 5000, document_number: 'M-5000' })
  // Nothing has it yet: it may be lower after all.
  expect((await start('invoice', 3000)).data.document_number).toBe('M-3000')
  expect(await on('2026-11-20')).toBe('M-3000')
  await expect(start('invoice', 3000)).rejects.toMatchObject({ status: 400, field: 'number' })
  const rows = await client().call('GET', 'invoicing/numbers', { organisation_id: shop.id })
  expect(rows.data.map((row: { document_number: string }) => row.document_number)[0]).toBe('M-3001')
  const { data: audited } = await client().list('auditlog', {
    organisation_id: shop.id,
    action: 'billingconfig.number',
  } as never)
  expect(audited[0]).toMatchObject({ details: { type: 'invoice', series: 0, number: 3000 } })
})

it.each([
  ['without a number', { invoice_pattern: 'INV-{year}' }, 'invoice_pattern'],
  ['with two numbers', { invoice_pattern: '{number}-{number}' }, 'invoice_pattern'],
  ['with an unknown placeholder', { quote_pattern: 'Q-{month}-{number}' }, 'quote_pattern'],
  ['with a blank', { quote_pattern: 'Q {number}' }, 'quote_pattern'],
  ['by year that do not name it', { numbers_begin: 'calendar_year' }, 'invoice_pattern'],
  ['of credit notes that are those of invoices', { credit_note_pattern: 'M-{number}' }, 'credit_note_pattern'],
  ['of a thirteenth month', { financial_year_month: '13' }, 'financial_year_month'],
])('%s are refused', async (_name, more, field) => {
  await expect(
    set({
      invoice_pattern: 'M-{number}',
      credit_note_pattern: 'C{year}{number}',
      quote_pattern: 'Q{year}-{number}',
      ...more,
    }),
  ).rejects.toMatchObject({ status: 400, field })
})

it('are given one after another while the pattern changes', async () => {
  await set({ invoice_pattern: 'P-{number}', numbers_begin: 'once' })
  const ids: number[] = []
  for (let i = 0; i < 12; i++) {
    const body = { contact_id: shop.contact_id, lines: [{ unit_price: '1' }] }
    ids.push((await client().create('invoice', body as never)).data.id)
  }
  const done = await Promise.all(
    ids.map(async (id, i) => {
      if (i === 6) await set({ invoice_pattern: 'R-{number}' })
      return client().call('POST', 'invoice/authorise', { id })
    }),
  )
  const numbers = done.map(({ data }) => data.number as number).sort((a, b) => a - b)
  expect(numbers).toEqual(ids.map((_id, i) => numbers[0]! + i))
  expect(done.every(({ data }) => data.document_number === `${data.document_number[0]}-${data.number}`)).toBe(true)
})
