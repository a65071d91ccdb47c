import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { invoiced, makeShop, type Shop } from '../../seeds/billing.ts'
import { makePerson } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'home currency')
})

const post = async (path: string, input: object) =>
  (await shop.administrator.client.call('POST', path as never, input as never)).data
const refused = (path: string, input: object) =>
  post(path, input).then(
    () => ({ status: 200 }),
    (error: { status: number; field?: string }) => ({ status: error.status, field: error.field }),
  )
/** USD without tax at 2 home units each, unless another rate is given. */
const invoice = (unit_price: string, more: object = {}) =>
  invoiced(shop, unit_price, { currency: 'USD', exchange_rate: '0.5', amounts_are: 'no_tax', ...more })
const ledger = async (of: object) =>
  (await shop.administrator.client.list('transaction', { organisation_id: shop.id, sort: 'id', ...of } as never)).data
const amounts = async (of: object) =>
  (await ledger(of)).map(({ amount, home_amount, home_gain }) => [amount, home_amount, home_gain])
let contacts = 0
const newContact = async () =>
  (await shop.administrator.client.create('invoicing/contact', { name: `Abroad ${++contacts}` } as never)).data.id

it('a payment counts at its own rate, or as what the bank has received; its reversal takes the gain back', async () => {
  const { id } = await invoice('100')
  await post('invoice/pay', { id, amount: 5000, exchange_rate: '0.4' })
  await post('invoice/pay', { id, bank_amount: 9000 })
  expect(await amounts({ invoice_id: id })).toEqual([
    [10_000, 20_000, 0],
    [-5000, -10_000, 2500],
    [-5000, -10_000, -1000],
  ])
  const lines = await ledger({ invoice_id: id })
  expect(lines.map((one) => one.exchange_rate)).toEqual(['0.500000', '0.400000', '0.555556'])
  expect(lines.map((one) => one.gain_account)).toEqual([null, '499', '499'])
  const { data: accounts } = await shop.administrator.client.list('ledgeraccount', { organisation_id: shop.id })
  expect(accounts).toContainEqual(
    expect.objectContaining({ code: '499', name: 'Realised currency gains', type: 'expense' }),
  )
  await post('transaction/reverse', { id: lines[1]!.id, reason: 'Wrong' })
  expect((await amounts({ invoice_id: id })).at(-1)).toEqual([5000, 10_000, -2500])
  await post('invoice/pay', { id })
  expect((await amounts({ invoice_id: id })).at(-1)).toEqual([-5000, -10_000, 0])
})

it('a document in the home currency has no rate, and one in another needs it', async () => {
  const own = await invoiced(shop, '10')
  expect(await amounts({ invoice_id: own.id })).toEqual([[1150, 1150, 0]])
  const refusal = { status: 400, field: 'exchange_rate' }
  expect(await refused('invoice/pay', { id: own.id, exchange_rate: '0.5' })).toEqual(refusal)
  expect(await refused('invoice/pay', { id: own.id, bank_amount: 5 })).toEqual({ status: 400, field: 'bank_amount' })
  const { id } = await invoice('10')
  const both = { id, exchange_rate: '0.5', bank_amount: 5 }
  expect(await refused('invoice/pay', both)).toEqual({ status: 400, field: 'bank_amount' })
  expect(await refused('invoice/pay', { id, exchange_rate: '0' })).toEqual(refusal)
  const draft = { contact_id: shop.contact_id, currency: 'EUR', lines: [{ description: 'Course', unit_price: '1' }] }
  expect(await refused('invoicing/invoices', { ...draft, authorise: true })).toEqual({ ...refusal, status: 476 })
  const { data: configs } = await shop.administrator.client.list('billingconfig', { organisation_id: shop.id })
  expect(await refused('billingconfig', { id: configs[0]!.id, currency: 'USD' })).toEqual({
    status: 476,
    field: 'currency',
  })
  expect(await refused('billingconfig', { id: configs[0]!.id, currency: 'NZD' })).toMatchObject({ status: 200 })
})

it('credit on account is used at what it came at', async () => {
  const contact_id = await newContact()
  await post('invoicing/contact/receive', { id: contact_id, currency: 'USD', amount: 1000, exchange_rate: '0.4' })
  await post('invoicing/contact/receive', { id: contact_id, currency: 'USD', amount: 1000, bank_amount: 1500 })
  const { id } = await invoice('10', { contact_id })
  // USD 20.00 came as NZD 40.00, so that half of it is NZD 20.00.
  expect(await amounts({ contact_id })).toEqual([
    [-1000, -2500, 0],
    [-1000, -1500, 0],
    [1000, 2000, 0],
    [1000, 2000, 0],
    [-1000, -2000, 0],
  ])
  const more = await invoice('5', { contact_id, exchange_rate: '0.25' })
  expect(await amounts({ invoice_id: more.id })).toEqual([
    [500, 2000, 0],
    [-500, -2000, -1000],
  ])
  await post('invoicing/contact/refund', { id: contact_id, currency: 'USD', amount: 500, bank_amount: 1100 })
  expect((await amounts({ contact_id })).at(-1)).toEqual([500, 1000, -100])
  expect(id).toBeGreaterThan(0)
})

it('what exceeds an invoice is credit of what the bank has received for it', async () => {
  const contact_id = await newContact()
  const { id } = await invoice('10', { contact_id })
  await post('invoice/pay', { id, amount: 1500, bank_amount: 3300, credit_rest: true })
  expect(await amounts({ contact_id })).toEqual([
    [1000, 2000, 0],
    [-1000, -2000, 200],
    [-500, -1100, 0],
  ])
})

it('a credit note gives an invoice what it is worth itself', async () => {
  const contact_id = await newContact()
  const first = await invoice('10', { contact_id })
  await post('invoice/pay', { id: first.id })
  const note = await post('invoice/credit', { id: first.id })
  const second = await invoice('10', { contact_id, exchange_rate: '0.4' })
  await post('invoice/allocate', { id: note.id, invoice_id: second.id })
  expect(await amounts({ invoice_id: note.id })).toEqual([
    [-1000, -2000, 0],
    [1000, 2000, 0],
  ])
  expect(await amounts({ invoice_id: second.id })).toEqual([
    [1000, 2500, 0],
    [-1000, -2500, -500],
  ])
  const third = await invoice('10', { contact_id })
  await post('invoice/void', { id: third.id })
  expect(await amounts({ invoice_id: third.id })).toEqual([
    [1000, 2000, 0],
    [-1000, -2000, 0],
  ])
})

it('a line of the bank in the home currency says what a document in another was paid', async () => {
  const { id } = await invoice('10')
  const csv = 'Date,Amount,Payee\n2027-03-15,21.00,Abroad\n'
  const statement = await post('bankstatement/import', { name: 'march.csv', file: Buffer.from(csv).toString('base64') })
  const { data } = await shop.administrator.client.list('bankline', { bank_statement_id: statement.id } as never)
  const line_id = data[0]!.id
  const confirm = (part: object) => ({ lines: [{ id: line_id, parts: [{ amount: 2100, ...part }] }] })
  const at = 'lines.0.parts.0'
  expect(await refused('bankline/confirm', confirm({ invoice_id: id }))).toEqual({
    status: 476,
    field: `${at}.invoice_id`,
  })
  const own = await invoiced(shop, '10')
  for (const of of [{ invoice_id: own.id }, { contact_id: shop.contact_id }]) {
    const refusal = { status: 400, field: `${at}.document_amount` }
    expect(await refused('bankline/confirm', confirm({ ...of, document_amount: 1000 }))).toEqual(refusal)
  }
  await post('bankline/confirm', confirm({ invoice_id: id, document_amount: 1000 }))
  await post('bankline/undo', { id: line_id })
  const { data: suggested } = await shop.administrator.client.call('GET', 'banklines/matches', {} as never)
  expect(suggested).toEqual([expect.objectContaining({ matches: [] })])
  expect(await amounts({ invoice_id: id })).toEqual([
    [1000, 2000, 0],
    [-1000, -2000, 100],
    [1000, 2000, -100],
  ])
})

it('a line in the home currency is suggested to pay a document in another that it names, and pays it', async () => {
  const { id, document_number } = await invoice('30')
  const csv = `Date,Amount,Payee\n2027-03-16,59.00,${document_number}\n`
  const statement = await post('bankstatement/import', { name: 'named.csv', file: Buffer.from(csv).toString('base64') })
  const { data } = await shop.administrator.client.call('GET', 'banklines/matches', {} as never)
  const { line, matches } = data.find(
    (one: { line: { bank_statement_id: number } }) => one.line.bank_statement_id === statement.id,
  )
  const part = { invoice_id: id, amount: 5900, document_amount: 3000, document_currency: 'USD' }
  expect(matches).toEqual([expect.objectContaining({ confidence: 92, parts: [expect.objectContaining(part)] })])
  const { invoice_id, amount, document_amount } = matches[0].parts[0]
  await post('bankline/confirm', { lines: [{ id: line.id, parts: [{ invoice_id, amount, document_amount }] }] })
  expect(await amounts({ invoice_id: id })).toEqual([
    [3000, 6000, 0],
    [-3000, -6000, -100],
  ])
})

it('what the exchange has gained is for who reads the books, and not for the person whose line it is', async () => {
  const payer = await makePerson(network, 'pays-abroad', shop.id, 'User')
  const { data: contact } = await shop.administrator.client.create('invoicing/contact', {
    name: 'Pays abroad',
    user_id: payer.id,
  } as never)
  const { id } = await invoice('10', { contact_id: contact.id })
  await post('invoice/pay', { id, bank_amount: 2300 })
  const hidden = { exchange_rate: null, home_amount: null, home_gain: null, gain_account: null }
  const { data: own } = await payer.client.list('transaction', { invoice_id: id, sort: 'id' } as never)
  expect(own).toMatchObject([
    { amount: 1000, ...hidden },
    { amount: -1000, ...hidden },
  ])
  expect((await payer.client.read('transaction', own[1]!.id)).data).toMatchObject(hidden)
  const seen = { home_amount: -2000, home_gain: 300, gain_account: '499' }
  expect((await ledger({ invoice_id: id }))[1]).toMatchObject(seen)
  expect((await network.admin.read('transaction', own[1]!.id)).data).toMatchObject(seen)
  // An administrator of another organisation has no books here.
  const other = await makeShop(network, 'other home')
  const membership = { organisation_id: other.id, user_id: payer.id, role_name: 'Administrator' as const }
  await network.db.insertInto('membership').values(membership).execute()
  expect((await payer.client.read('transaction', own[1]!.id)).data).toMatchObject(hidden)
})
