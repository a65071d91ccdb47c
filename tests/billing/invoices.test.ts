import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { makePerson } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Shop
let theirs: Shop

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeShop(network, 'ours')
  theirs = await makeShop(network, 'theirs')
})

type Input = Record<string, unknown>
const refused = (shop: Shop, method: 'PUT' | 'POST' | 'DELETE', path: string, input: Input) =>
  shop.administrator.client.call(method, path, input).then(
    () => ({ status: 200 }),
    (error: { status: number; code: string; field?: string; message: string }) => error,
  )
const ledgerOf = async (invoice_id: number) => {
  const { data } = await ours.administrator.client.list('transaction', { invoice_id, sort: 'id' })
  return data.map(({ kind, amount }) => [kind, amount])
}
const line = (unit_price: string, more: Input = {}) => ({ description: 'Course', unit_price, ...more })
const draft = (more: Input = {}) => ({ contact_id: ours.contact_id, lines: [line('100')], ...more })

describe('an invoice', () => {
  it.each([
    ['100.00 inclusive of 15 %', 'inclusive', [line('100')], [8696, 1304, 10000]],
    ['115.00 inclusive of 15 %', 'inclusive', [line('115.00')], [10000, 1500, 11500]],
    ['three lines of 0.10', 'exclusive', [line('0.10'), line('0.10'), line('0.10')], [30, 6, 36]],
    ['without tax', 'no_tax', [line('0.10')], [10, 0, 10]],
    ['100.00 less 20.00', 'exclusive', [line('100'), line('-20')], [8000, 1200, 9200]],
  ])('of %s adds up', async (_name, amounts_are, lines, amounts) => {
    const { data } = await ours.administrator.client.create('invoice', draft({ amounts_are, lines }) as never)
    expect([data.net, data.tax, data.gross]).toEqual(amounts)
  })

  it('is authorised with the next number, charged, paid in parts and then closed', async () => {
    const { client } = ours.administrator
    const made = await invoiced(theirs, '1')
    expect([made.number, made.document_number]).toEqual([1, 'INV-0001'])
    const invoice = await invoiced(ours, '100')
    expect(invoice).toMatchObject({ state: 'authorised', gross: 11500, open: 11500, contact_name: 'Whare Ltd' })
    const partly = await client.call('POST', 'invoice/pay', { id: invoice.id, amount: 1500, method: 'bank' })
    expect(partly).toMatchObject({ status: 261, data: { state: 'authorised', paid: 1500, open: 10000 } })
    expect(await refused(ours, 'POST', 'invoice/pay', { id: invoice.id, amount: 10001 })).toMatchObject({ status: 476 })
    expect((await client.call('POST', 'invoice/pay', { id: invoice.id })).data).toMatchObject({
      state: 'paid',
      open: 0,
    })
    expect(await ledgerOf(invoice.id)).toEqual([
      ['charge', 11500],
      ['payment', -1500],
      ['payment', -10000],
    ])
    const { data: totals } = await client.call('GET', 'invoices/totals', { organisation_id: ours.id, state: 'paid' })
    expect(totals).toEqual([
      { currency: 'NZD', digits: 2, count: 1, net: 10000, tax: 1500, gross: 11500, paid: 11500, open: 0 },
    ])
  })

  it('that is authorised is frozen: in the API and in SQL', async () => {
    const { id } = await invoiced(ours, '10')
    expect(await refused(ours, 'POST', 'invoice', { id, reference: 'x' })).toMatchObject({ status: 473 })
    expect(await refused(ours, 'DELETE', 'invoice', { id })).toMatchObject({ status: 473 })
    const statements = [
      sql`update invoice set gross = 1, net = 1, tax = 0 where id = ${id}`,
      sql`update invoice set state = 'draft', number = null, document_number = null where id = ${id}`,
      sql`delete from invoice where id = ${id}`,
      sql`update invoice_line set net = 1, gross = 1, tax = 0 where invoice_id = ${id}`,
      sql`insert into invoice_line (organisation_id, invoice_id, position) values (${ours.id}, ${id}, 9)`,
      sql`delete from invoice_line where invoice_id = ${id}`,
      sql`update transaction set amount = 1 where invoice_id = ${id}`,
      sql`delete from transaction where invoice_id = ${id}`,
      sql`truncate transaction`,
    ]
    for (const statement of statements) await expect(statement.execute(network.db)).rejects.toThrow(/never|cannot/)
    const [charge] = (await ours.administrator.client.list('transaction', { invoice_id: id })).data
    for (const method of ['POST', 'DELETE'] as const) {
      expect(await refused(ours, method, 'transaction', { id: charge!.id })).toMatchObject({ status: 473 })
    }
  })

  it('keeps the rate, contact and prefix that it was authorised with', async () => {
    const { client } = ours.administrator
    const { data: contact } = await client.create('invoicing/contact', { name: 'Before' })
    const { data: tax } = await client.create('taxrate', { code: 'LOCAL', name: 'Local', rate: '10' })
    const { id } = await invoiced(ours, '10', { contact_id: contact.id, lines: [line('10', { tax_rate_id: tax.id })] })
    await client.update('invoicing/contact', { id: contact.id, name: 'After' })
    await client.update('taxrate', { id: tax.id, rate: '20', name: 'Renamed' })
    const { data } = await client.call('GET', 'invoice/document', { id })
    expect(data).toMatchObject({ contact: { name: 'Before' }, taxes: [{ name: 'Local', rate: '10', tax: 100 }] })
    const { data: credit } = await client.call('POST', 'invoice/credit', { id })
    expect(credit).toMatchObject({ gross: 1100, tax: 100 })
  })

  it('is voided while nothing was paid, and keeps its number', async () => {
    const invoice = await invoiced(ours, '10')
    const { data } = await ours.administrator.client.call('POST', 'invoice/void', { id: invoice.id, reason: 'Twice' })
    expect(data).toMatchObject({ state: 'void', number: invoice.number, open: 0 })
    expect(await ledgerOf(invoice.id)).toEqual([
      ['charge', 1150],
      ['charge', -1150],
    ])
    const paid = await invoiced(ours, '10')
    await ours.administrator.client.call('POST', 'invoice/pay', { id: paid.id, amount: 1 })
    expect(await refused(ours, 'POST', 'invoice/void', { id: paid.id })).toMatchObject({ status: 476 })
    expect(await refused(ours, 'POST', 'invoice/pay', { id: invoice.id })).toMatchObject({ status: 476 })
  })

  it('is credited as far as it goes; of a paid one the credit is refunded or used for another', async () => {
    const { client } = ours.administrator
    const invoice = await invoiced(ours, '100')
    const { data: note } = await client.call('POST', 'invoice/credit', { id: invoice.id, lines: [line('40')] })
    expect(note).toMatchObject({ type: 'credit_note', document_number: 'CN-0002', gross: 4600, state: 'paid', open: 0 })
    expect((await client.read('invoice', invoice.id)).data).toMatchObject({ open: 6900, state: 'authorised' })
    const more = { id: invoice.id, lines: [line('60.01')] }
    expect(await refused(ours, 'POST', 'invoice/credit', more)).toMatchObject({ status: 476 })
    expect(await refused(ours, 'POST', 'invoice/credit', { id: invoice.id })).toMatchObject({ status: 476 })
    await client.call('POST', 'invoice/pay', { id: invoice.id })
    const { data: second } = await client.call('POST', 'invoice/credit', { id: invoice.id, lines: [line('60')] })
    expect(second).toMatchObject({ gross: 6900, open: 6900, state: 'authorised' })
    const other = await invoiced(ours, '20')
    const { data: used } = await client.call('POST', 'invoice/allocate', { id: second.id, invoice_id: other.id })
    expect(used.open).toBe(4600)
    expect((await client.read('invoice', other.id)).data.state).toBe('paid')
    const beyond = { id: second.id, amount: 4601 }
    expect(await refused(ours, 'POST', 'invoice/refund', beyond)).toMatchObject({ status: 476, field: 'amount' })
    const { data: done } = await client.call('POST', 'invoice/refund', { id: second.id, amount: 4600, method: 'bank' })
    expect(done).toMatchObject({ state: 'paid', open: 0 })
    const { rows } = await sql<{ balance: number }>`select sum(amount)::int as balance from transaction
      where invoice_id in (${invoice.id}, ${note.id}, ${second.id}, ${other.id})`.execute(network.db)
    expect(rows[0]!.balance).toBe(0)
  })

  it('refunds what was paid, and no more', async () => {
    const { client } = ours.administrator
    const { id } = await invoiced(ours, '10')
    await client.call('POST', 'invoice/pay', { id, amount: 1000 })
    expect(await refused(ours, 'POST', 'invoice/refund', { id, amount: 1001 })).toMatchObject({ status: 476 })
    expect((await client.call('POST', 'invoice/refund', { id, amount: 1000 })).data.open).toBe(1150)
  })

  it('shows the same amounts in its list, document, PDF and ledger', async () => {
    const { client, token } = ours.administrator
    const lines = [line('19.99', { quantity: '3', discount: '12.5' }), line('0.10'), line('1234.5')]
    const { id, net, tax, gross } = await invoiced(ours, '', { lines, reference: 'PO 7' })
    const { data } = await client.call('GET', 'invoice/document', { id })
    expect(data.lines.reduce((sum: number, { gross }: { gross: number }) => sum + gross, 0)).toBe(gross)
    const response = await fetch(`${network.url}/api/v1/invoice/pdf?id=${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await response.arrayBuffer())
    const pdf = await readPdf(bytes)
    expect(pdf).toMatchObject({ tagged: true, title: `Invoice ${data.invoice.document_number}` })
    const money = (amount: number) => (amount / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
    for (const amount of [net, tax, gross]) expect(pdf.text).toContain(money(amount))
    expect(pdf.text).toMatch(/Whare Ltd[\s\S]*PO 7/)
    expect(await ledgerOf(id)).toEqual([['charge', gross]])
    const { client: own } = await makePerson(network, 'a-stranger', theirs.id, 'User')
    await expect(own.call('GET', 'invoice/document', { id })).rejects.toMatchObject({ status: 404 })
  })

  it('is sent with its PDF', async () => {
    const { client } = ours.administrator
    const { id, document_number } = await invoiced(ours, '10')
    const { status, data } = await client.call('POST', 'invoice/send', { id })
    expect([status, data.sent_at !== null, data.pdf_file_id !== null]).toEqual([202, true, true])
    const { rows } = await sql<{ name: string; recipients: string }>`select f.name, m.recipients from attachment a
      join file f on f.id = a.file_id join message m on m.id = a.message_id where m.id = ${data.message_id}`.execute(
      network.db,
    )
    expect(rows).toEqual([{ name: `${document_number}.pdf`, recipients: 'whare@example.com' }])
  })
})

describe('bad input', () => {
  it.each<[string, 'PUT' | 'POST', string, () => Input, number, string]>([
    [
      'a fraction of a cent',
      'PUT',
      'product',
      () => ({ code: 'X', name: 'X', unit_amount: 1.005 }),
      400,
      'unit_amount',
    ],
    ['a huge amount', 'PUT', 'product', () => ({ code: 'X', name: 'X', unit_amount: 1e15 }), 400, 'unit_amount'],
    ['a negative amount', 'PUT', 'product', () => ({ code: 'X', name: 'X', unit_amount: -1 }), 400, 'unit_amount'],
    [
      'an unknown currency',
      'PUT',
      'product',
      () => ({ code: 'X', name: 'X', unit_amount: 1, currency: 'XXX' }),
      400,
      'currency',
    ],
    [
      'a currency in small letters',
      'PUT',
      'product',
      () => ({ code: 'X', name: 'X', unit_amount: 1, currency: 'nz' }),
      400,
      'currency',
    ],
    [
      'a foreign tax rate',
      'PUT',
      'product',
      () => ({ code: 'X', name: 'X', unit_amount: 1, tax_rate_id: theirs.gst_id }),
      400,
      'tax_rate_id',
    ],
    ['a rate of 150 %', 'PUT', 'taxrate', () => ({ code: 'X', name: 'X', rate: '150' }), 400, 'rate'],
    ['a rate of -1 %', 'PUT', 'taxrate', () => ({ code: 'X', name: 'X', rate: '-1' }), 400, 'rate'],
    ['two rates at once', 'PUT', 'taxrate', () => ({ code: 'gst', name: 'X', rate: '12.5' }), 409, 'effective_from'],
    ['a price of five places', 'PUT', 'invoice', () => draft({ lines: [line('1.00001')] }), 400, 'lines.0.unit_price'],
    ['more off than there is', 'PUT', 'invoice', () => draft({ lines: [line('1'), line('-1.01')] }), 400, 'lines'],
    ['two minuses', 'PUT', 'invoice', () => draft({ lines: [line('1'), line('--1')] }), 400, 'lines.1.unit_price'],
    [
      'a negative quantity',
      'PUT',
      'invoice',
      () => draft({ lines: [line('1', { quantity: '-1' })] }),
      400,
      'lines.0.quantity',
    ],
    [
      'a quantity of five places',
      'PUT',
      'invoice',
      () => draft({ lines: [line('1', { quantity: '0.00001' })] }),
      400,
      'lines.0.quantity',
    ],
    ['a price as a number', 'PUT', 'invoice', () => draft({ lines: [{ unit_price: 1 }] }), 400, 'lines.0.unit_price'],
    ['a sum that is too large', 'PUT', 'invoice', () => draft({ lines: [line('99999999999')] }), 400, 'lines.0'],
    ['no lines', 'PUT', 'invoice', () => draft({ lines: [] }), 400, 'lines'],
    [
      'due before it is issued',
      'PUT',
      'invoice',
      () => draft({ issued_on: '2027-01-02', due_on: '2027-01-01' }),
      400,
      'due_on',
    ],
    [
      'an unknown account',
      'PUT',
      'invoice',
      () => draft({ lines: [line('1', { account_code: '999' })] }),
      400,
      'lines.0.account_code',
    ],
    [
      'a rate that is not in force',
      'PUT',
      'invoice',
      () => draft({ issued_on: '2009-01-01', due_on: '2009-01-01' }),
      400,
      'lines.0.tax_rate_id',
    ],
    ['a foreign contact', 'PUT', 'invoice', () => draft({ contact_id: theirs.contact_id }), 404, 'contact_id'],
    [
      'an invoice that is not there',
      'PUT',
      'transaction',
      () => ({ invoice_id: 1e9, kind: 'payment', amount: 1 }),
      404,
      'invoice_id',
    ],
  ])('%s', async (_name, method, path, input, status, field) => {
    expect(
      await refused(ours, method, path, { organisation_id: ours.id, ...input() }).then(
        withoutOrganisation(path, method, input),
      ),
    ).toMatchObject({ status, field })
  })

  /** Routes that find the organisation by a row refuse the field. */
  function withoutOrganisation(path: string, method: 'PUT' | 'POST', input: () => Input) {
    return async (error: { status: number }) => (path === 'transaction' ? refused(ours, method, path, input()) : error)
  }

  it('the payment of a provider is recorded once', async () => {
    const { id } = await invoiced(ours, '10')
    const payment = { invoice_id: id, kind: 'payment', amount: 100, provider: 'bank', provider_id: 'line 7' }
    const first = await ours.administrator.client.call('PUT', 'transaction', payment)
    const again = await ours.administrator.client.call('PUT', 'transaction', payment)
    expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id])
    const squat = { ...payment, provider: 'stripe' }
    expect(await refused(ours, 'PUT', 'transaction', squat)).toMatchObject({ status: 400, field: 'provider' })
  })

  it('a transaction is reversed once, and an allocation on both sides', async () => {
    const { client } = ours.administrator
    const { id } = await invoiced(ours, '10')
    await client.call('POST', 'invoice/pay', { id })
    const payment = (await client.list('transaction', { invoice_id: id, kind: 'payment' })).data[0]!
    const body = { id: payment.id, reason: 'Bounced' }
    expect((await client.call('POST', 'transaction/reverse', body)).data).toMatchObject({ amount: 1150 })
    expect((await client.read('invoice', id)).data).toMatchObject({ state: 'authorised', open: 1150 })
    expect(await refused(ours, 'POST', 'transaction/reverse', body)).toMatchObject({ status: 476 })
    await client.call('POST', 'invoice/credit', { id })
    const adjustment = (await client.list('transaction', { invoice_id: id, kind: 'adjustment' })).data[0]!
    await client.call('POST', 'transaction/reverse', { id: adjustment.id, reason: 'Wrong invoice' })
    expect((await client.read('invoice', id)).data.open).toBe(1150)
    const charge = (await client.list('transaction', { invoice_id: id, kind: 'charge' })).data[0]!
    expect(await refused(ours, 'POST', 'transaction/reverse', { id: charge.id, reason: 'x' })).toMatchObject({
      status: 476,
    })
  })
})

it('numbers of invoices that are authorised in parallel have no gap', async () => {
  const count = Number(process.env.BILLING_PARALLEL ?? 30)
  const shop = await makeShop(network, 'parallel')
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    const body = { contact_id: shop.contact_id, lines: [line('1')] }
    ids.push((await shop.administrator.client.create('invoice', body as never)).data.id)
  }
  const done = await Promise.all(ids.map((id) => shop.administrator.client.call('POST', 'invoice/authorise', { id })))
  const numbers = done.map(({ data }) => data.number as number).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: count }, (_, i) => i + 1))
})

it('the built-in books are there, with their source', async () => {
  const { client } = ours.administrator
  for (const kind of ['items', 'currencies', 'taxtypes', 'taxrates', 'accounts', 'brandingthemes']) {
    const { info, status } = await client.call('GET', `invoicing/${kind}`, { organisation_id: ours.id })
    expect([status === 200 || kind === 'items', info?.source]).toEqual([true, 'built_in'])
  }
  const { data } = await client.call('GET', 'invoicing/currencies')
  expect(data.filter(({ code }: { code: string }) => ['JPY', 'NZD', 'BHD'].includes(code))).toMatchObject([
    { code: 'BHD', digits: 3 },
    { code: 'JPY', digits: 0 },
    { code: 'NZD', digits: 2 },
  ])
})
