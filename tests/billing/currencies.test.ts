import { parse } from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { switchFeatures } from '../seeds/college.ts'
import { makeOrganisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeShop(network, 'ours')
})

type Input = Record<string, unknown>
const refused = (method: 'PUT' | 'POST', path: string, input: Input) =>
  ours.administrator.client.call(method, path, input).then(
    () => ({ status: 200 }),
    (error: { status: number; field?: string }) => error,
  )
const csvOf = async (path: string, query: Input = {}) => {
  const search = new URLSearchParams({ format: 'csv', organisation_id: String(ours.id), ...(query as object) })
  const response = await fetch(`${network.url}/api/v1/${path}?${search}`, {
    headers: { authorization: `Bearer ${ours.administrator.token}` },
  })
  return parse<Record<string, string>>(await response.text(), { header: true, skipEmptyLines: true }).data
}
const line = (unit_price: string, more: Input = {}) => ({ description: 'Course', unit_price, ...more })
const draft = (more: Input = {}) => ({ contact_id: ours.contact_id, lines: [line('100')], ...more })

it.each([
  ['NZD', '15', 11_500],
  ['AUD', '10', 11_000],
  ['EUR', null, 10_000],
])('the books of an organisation in %s begin with a tax of %s %%', async (currency, rate, gross) => {
  const theirs = await makeOrganisation(network, `taxed-${currency}`)
  await network.db.updateTable('organisation').set({ currency }).where('id', '=', theirs.id).execute()
  await switchFeatures(network, theirs.id, ['billing'])
  const { client } = theirs.administrator
  const { data: rates } = await client.list('taxrate', { code: 'GST' })
  expect(rates.map((each) => each.rate)).toEqual(rate ? [rate] : [])
  const { data: contact } = await client.create('invoicing/contact', { name: 'Whare Ltd', email: 'a@example.com' })
  const body = { contact_id: contact.id, amounts_are: 'exclusive', lines: [line('100')] }
  const { data: invoice } = await client.call('POST', 'invoicing/invoices', body)
  expect(invoice).toMatchObject({ currency, gross })
})

it('an invoice has a rate where it is in another currency, which its credit notes have too', async () => {
  const { client } = ours.administrator
  const foreign = { currency: 'USD', exchange_rate: '0.612345' }
  const { data } = await client.create('invoice', draft(foreign) as never)
  expect(data).toMatchObject(foreign)
  const { data: changed } = await client.update('invoice', { id: data.id, currency: 'EUR' })
  expect(changed).toMatchObject({ currency: 'EUR', exchange_rate: null })
  await client.update('invoice', { id: data.id, exchange_rate: '0.5' })
  await client.call('POST', 'invoice/authorise', { id: data.id })
  const { data: credit } = await client.call('POST', 'invoice/credit', { id: data.id, lines: [line('1')] })
  const by_hand = { type: 'credit_note', credits_invoice_id: data.id, currency: 'EUR' }
  const { data: note } = await client.create('invoice', draft(by_hand) as never)
  expect([credit.exchange_rate, note.exchange_rate]).toEqual(['0.500000', '0.500000'])
  const own = await invoiced(ours, '1')
  expect(own.exchange_rate).toBe(null)
  const refusal = { status: 400, field: 'exchange_rate' }
  expect(await refused('PUT', 'invoice', draft({ exchange_rate: '1' }))).toMatchObject(refusal)
  for (const exchange_rate of ['0', '-1', '1e3', '0.1234567', 'NaN']) {
    expect(await refused('PUT', 'invoice', draft({ ...foreign, exchange_rate }))).toMatchObject(refusal)
  }
  const { id } = note
  const back = { id, currency: 'NZD', exchange_rate: '0.5' }
  expect(await refused('POST', 'invoice', back)).toMatchObject(refusal)
})

describe('an amount', () => {
  it.each([
    ['NZD', '1234.5', { gross: '1419.68', net: '1234.50', tax: '185.18' }],
    ['JPY', '1250', { gross: '1438', net: '1250', tax: '188' }],
    ['BHD', '0.005', { gross: '0.006', net: '0.005', tax: '0.001' }],
    ['NZD', '8695652173', { gross: '9999999998.95', net: '8695652173.00', tax: '1304347825.95' }],
  ])('is a decimal of %s in CSV, in every list and where it is negative', async (currency, price, amounts) => {
    const { id, gross } = await invoiced(ours, price, currency === 'NZD' ? {} : { currency, exchange_rate: '90' })
    const { data } = await ours.administrator.client.call('POST', 'invoice/pay', { id })
    expect(data.paid).toBe(gross)
    const row = { ...amounts, currency, paid: amounts.gross, open: Number(0).toFixed(data.digits) }
    expect((await csvOf('invoices')).find((one) => one.id === String(id))).toMatchObject(row)
    expect((await csvOf('invoicelines', { invoice_id: id }))[0]).toMatchObject({ ...amounts, currency })
    const ledger = await csvOf('transactions', { invoice_id: id, sort: 'id' })
    expect(ledger.map((one) => [one.amount, one.currency])).toEqual([
      [amounts.gross, currency],
      [`-${amounts.gross}`, currency],
    ])
  })

  it('is a decimal in CSV of products and contacts too', async () => {
    const { client } = ours.administrator
    await client.create('product', {
      amounts_are: 'inclusive',
      code: 'YEN',
      name: 'Yen',
      unit_amount: 1500,
      currency: 'JPY',
    })
    await client.create('product', { amounts_are: 'inclusive', code: 'CENT', name: 'Cent', unit_amount: 5 })
    const prices = (await csvOf('products')).map((one) => [one.code, one.unit_amount, one.currency])
    expect(prices).toEqual(
      expect.arrayContaining([
        ['YEN', '1500', 'JPY'],
        ['CENT', '0.05', 'NZD'],
      ]),
    )
    const contact = (await csvOf('invoicing/contacts')).find((one) => one.id === String(ours.contact_id))
    const { data } = await client.read('invoicing/contact', ours.contact_id)
    expect(contact).toMatchObject({ balance: (data.balance / 100).toFixed(2), currency: 'NZD' })
  })
})
