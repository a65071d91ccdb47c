import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let shop: Shop
let other: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'at the bank')
  other = await makeShop(network, 'another bank')
})

const post = async (path: string, input: object, by = shop) =>
  (await by.administrator.client.call('POST', path as never, input as never)).data
const get = async (path: string) => (await shop.administrator.client.call('GET', path as never, {} as never)).data
const invoiceOf = async (id: number) => (await shop.administrator.client.read('invoice', id)).data
const fileOf = (text: string) => ({ name: 'march.csv', file: Buffer.from(text).toString('base64') })

it('imports once, suggests, confirms in one pass, splits, and undoes', async () => {
  const { data: aroha } = await shop.administrator.client.create('invoicing/contact', { name: 'Aroha Ngata' } as never)
  const first = await invoiced(shop, '100')
  const second = await invoiced(shop, '10', { contact_id: aroha.id })
  const csv = `Date,Amount,Payee,Reference
15/03/2027,115.00,Whare,${first.document_number}
15/03/2027,20.00,Ngata Aroha,
16/03/2027,-2.50,Bank,Fee
`
  const seen = await post('bankstatement/import', { ...fileOf(csv), dry_run: true })
  expect(seen).not.toHaveProperty('entries')
  expect(seen).toMatchObject({ id: null, format: 'csv', lines: 3, known: 0, currency: 'NZD' })
  const statement = await post('bankstatement/import', fileOf(csv))
  expect(statement).toMatchObject({ lines: 3, known: 0 })
  expect(await post('bankstatement/import', fileOf(csv))).toMatchObject({ id: null, known: 3 })

  const [paid, split, fee] = await get('banklines/matches')
  expect(paid.matches[0]).toMatchObject({ confidence: 99, parts: [{ invoice_id: first.id, amount: 11_500 }] })
  expect(split.matches[0]).toMatchObject({
    reasons: ['name'],
    parts: [
      { invoice_id: second.id, amount: 1150 },
      { invoice_id: null, amount: 850 },
    ],
  })
  const parts = [
    { invoice_id: second.id, amount: 1150 },
    { contact_id: aroha.id, amount: 850 },
  ]
  const both = (amount: number) => ({
    lines: [
      { id: paid.line.id, parts: [{ invoice_id: first.id, amount }] },
      { id: split.line.id, parts },
    ],
  })
  // All of them or none.
  await expect(post('bankline/confirm', both(11_499))).rejects.toMatchObject({ status: 400, field: 'lines.0.parts' })
  expect(await invoiceOf(first.id)).toMatchObject({ open: 11_500 })
  expect(await post('bankline/confirm', both(11_500))).toEqual({ confirmed: 2 })
  expect([await invoiceOf(first.id), await invoiceOf(second.id)]).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  expect((await shop.administrator.client.read('invoicing/contact', aroha.id)).data.credit).toBe(850)
  await expect(post('bankline/confirm', both(11_500))).rejects.toMatchObject({ status: 476 })
  const { data: ledger } = await shop.administrator.client.list('transaction', { invoice_id: first.id, sort: '-id' })
  expect(ledger[0]).toMatchObject({
    method: 'bank',
    at: '2027-03-14T23:00:00Z',
    reference: expect.stringContaining('Whare'),
  })

  await post('bankline/ignore', { id: fee.line.id })
  const { data: listed } = await shop.administrator.client.list('bankline', { bank_statement_id: statement.id })
  expect(listed.map(({ state }) => state)).toEqual(['ignored', 'confirmed', 'confirmed'])
  expect(await get('banklines/matches')).toEqual([])
  await expect(shop.administrator.client.call('DELETE', 'bankstatement', { id: statement.id })).rejects.toMatchObject({
    status: 476,
  })

  expect(await post('bankline/undo', { id: split.line.id })).toMatchObject({ state: 'open' })
  expect(await invoiceOf(second.id)).toMatchObject({ open: 1150 })
  expect((await shop.administrator.client.read('invoicing/contact', aroha.id)).data.credit).toBe(0)
  expect(await post('bankline/confirm', { lines: [{ id: split.line.id, parts }] })).toEqual({ confirmed: 1 })
  const { rows } = await sql<{ wrong: number }>`select count(*)::int as wrong from invoice i
    where i.organisation_id = ${shop.id} and i.gross - i.paid <> (select sum(amount) from transaction t where t.invoice_id = i.id)`.execute(
    network.db,
  )
  expect(rows[0]!.wrong).toBe(0)
})

it('refuses what is of others, and a part of nothing', async () => {
  await post('bankstatement/import', fileOf('Date,Amount\n2027-04-01,5.00\n'))
  const [{ line }] = await get('banklines/matches')
  const foreign = await invoiced(other, '5')
  const confirm = (part: object) =>
    post('bankline/confirm', { lines: [{ id: line.id, parts: [{ amount: 500, ...part }] }] })
  await expect(confirm({ invoice_id: foreign.id })).rejects.toMatchObject({
    status: 404,
    field: 'lines.0.parts.0.invoice_id',
  })
  await expect(confirm({ contact_id: other.contact_id })).rejects.toMatchObject({ status: 404 })
  await expect(confirm({})).rejects.toMatchObject({ status: 400, field: 'lines.0.parts.0' })
  await expect(post('bankline/undo', { id: line.id }, other)).rejects.toMatchObject({ status: 404 })
  await network.admin.call('POST', 'organisation/quotas', { organisation_id: other.id, quotas: { bank_lines: 1 } })
  const two = fileOf('Date,Amount\n2027-04-01,5.00\n2027-04-02,5.00\n')
  await expect(post('bankstatement/import', two, other)).rejects.toMatchObject({ status: 476 })
  await expect(post('bankstatement/import', fileOf('a,b\n1,2\n'))).rejects.toMatchObject({
    status: 400,
    field: 'mapping',
  })
  await expect(
    post('bankstatement/import', {
      ...fileOf('<OFX><CURDEF>AUD<STMTTRN><DTPOSTED>20270401<TRNAMT>1</STMTTRN></OFX>'),
      currency: 'NZD',
    }),
  ).rejects.toMatchObject({ status: 400, field: 'currency' })
})
