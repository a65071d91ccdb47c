import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordPayment } from '#api/billing/ledger/record.ts'
import { makeRandom } from '../../scripts/simulate/random.ts'
import { type Network, startNetwork } from '../network.ts'
import type { Organisation } from '../seeds/people.ts'
import { connectXero, credit, makeCollege, makeContact, makeInvoice, pushAll, pushesOf, TENANT } from './books.ts'
import { type FakeXero, startXero } from './fake_xero.ts'
import { sendWebhook, xeroPeople } from './xero_people.ts'

let xero: FakeXero
let network: Network
let college: Organisation
let other: Organisation
let contact: number
let people: ReturnType<typeof xeroPeople>
beforeAll(async () => {
  xero = await startXero()
  xero.state.minute_limit = 1_000_000
  people = xeroPeople(xero)
  network = await startNetwork({ ...xero.settings, PROVIDER_RETRY_S: '1', PROVIDER_TIMEOUT_S: '1' })
  college = await makeCollege(network, 'college')
  other = await makeCollege(network, 'other')
  contact = await makeContact(network, college.id, 'Aroha Ngata')
  await connectXero(college, xero)
})
afterAll(async () => {
  await network?.stop()
  await xero?.stop()
})
beforeEach(() => {
  xero.state.faults = []
})

const admin = () => college.administrator.client
const invoiceOf = async (id: number) => (await admin().read('invoice', id)).data
const ledgerOf = async (invoice_id: number) =>
  (await admin().list('transaction', { invoice_id, sort: 'id' })).data.map(({ kind, amount }) => [kind, amount])
const conflicts = async () => (await admin().list('providerreading', { state: 'conflict' })).data
const post = async (path: string, input: object) => (await admin().call('POST', path as never, input as never)).data

/** An invoice of 115.00 that Xero has. */
async function pushed(wanted: Parameters<typeof makeInvoice>[3] = {}) {
  const id = await makeInvoice(network, college.id, contact, wanted)
  await pushAll([network])
  // What is written in the moment of a reading is read again: not of these tests.
  await sql`update provider_outbox set done_at = done_at - interval '1 second'`.execute(network.db)
  const { document_number } = await invoiceOf(id)
  return { id, number: document_number! }
}

/** The periodic task, as after five minutes. */
async function readAll() {
  await sql`update provider_connection set events_read_at = null`.execute(network.db)
  await sql`update provider_reading set not_before = now()`.execute(network.db)
  await sql`update provider_rate set recent = '{}', blocked_until = null`.execute(network.db)
  await network.server.tasks.api.find(({ name }) => name === 'upkeep of providers')!.run()
}

it('records what is paid at Xero, once, and pushes nothing back', async () => {
  const { id, number } = await pushed()
  const before = (await pushesOf(network, college.id)).length
  const payment = people.pay(number, 100)
  await readAll()
  expect(await ledgerOf(id)).toEqual([
    ['charge', 11500],
    ['payment', -10000],
  ])
  people.pay(number, 15)
  await Promise.all([readAll(), sendWebhook(network.url, [String(people.invoiceOf(number).InvoiceID)])])
  await readAll()
  await readAll()
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid', open: 0 })
  const { data } = await admin().list('transaction', { invoice_id: id, sort: 'id' })
  expect(data[1]).toMatchObject({
    provider: 'xero',
    provider_id: `${TENANT.id} ${payment.PaymentID}`,
    method: 'provider',
  })
  expect(data[1]!.at.slice(0, 10)).toBe('2026-11-24')
  expect(data).toHaveLength(3)
  expect(await pushesOf(network, college.id)).toHaveLength(before)
  await expect(post('transaction/reverse', { id: data[1]!.id, reason: 'x' })).rejects.toMatchObject({ status: 476 })
  // Deleted there, it is reversed here.
  people.remove(payment)
  await readAll()
  await readAll()
  expect(await invoiceOf(id)).toMatchObject({ state: 'authorised', open: 10000 })
  expect(await pushesOf(network, college.id)).toHaveLength(before)
  expect(await conflicts()).toEqual([])
})

it('a rate with which a payment is too large for the ledger is a conflict, and stops no other reading', async () => {
  await sql`update billing_config set payment_details = 'Cash' where organisation_id = ${college.id}`.execute(
    network.db,
  )
  const { id } = await post('invoicing/invoices', {
    organisation_id: college.id,
    contact_id: contact,
    currency: 'USD',
    exchange_rate: '0.5',
    amounts_are: 'no_tax',
    lines: [{ description: 'Course', unit_price: '99999.99' }],
    authorise: true,
  })
  const own = await pushed()
  const { document_number } = await invoiceOf(id)
  const payment = people.pay(document_number!, 99_999.99)
  xero.books.get(TENANT.id)!.payments.get(String(payment.PaymentID))!.CurrencyRate = 0.000001
  people.pay(own.number, 115)
  await readAll()
  expect(await conflicts()).toMatchObject([{ invoice_id: id, reason: expect.stringContaining('0.000001') }])
  expect(await ledgerOf(id)).toEqual([['charge', 9_999_999]])
  expect(await invoiceOf(own.id)).toMatchObject({ state: 'paid' })
  people.remove(payment)
  await readAll()
  expect(await conflicts()).toEqual([])
  people.pay(document_number!, 99_999.99)
  for (const one of xero.books.get(TENANT.id)!.payments.values()) one.CurrencyRate = 0.4
  await readAll()
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
})

it('takes over credit notes of ours that are used there, refunds and voids', async () => {
  const [first, second, third] = [await pushed(), await pushed(), await pushed()]
  await post('invoice/pay', { id: first.id })
  await credit(network, first.id)
  await pushAll([network])
  await sql`update provider_outbox set done_at = done_at - interval '1 second'`.execute(network.db)
  const books = xero.books.get(TENANT.id)!
  const note = [...books.credit_notes.values()].at(-1)!
  people.allocate(note, second.number, 40)
  people.refund(note, 25)
  people.void(third.number)
  await readAll()
  await readAll()
  expect(await invoiceOf(second.id)).toMatchObject({ open: 7500 })
  expect(await invoiceOf(third.id)).toMatchObject({ state: 'void' })
  const { data } = await admin().list('invoice', { type: 'credit_note', sort: '-id' } as never)
  expect(data[0]).toMatchObject({ open: 5000 })
  expect((await pushesOf(network, college.id)).filter(({ state }) => state === 'failed')).toEqual([])
  expect(await conflicts()).toEqual([])
})

it('lists what it would have to guess, until a person decides', async () => {
  const { id, number } = await pushed()
  people.pay(number, 115)
  await network.db
    .transaction()
    .execute((trx) => recordPayment(trx, id, { kind: 'payment', amount: 11500, method: 'cash' }))
  // Xero refuses ours: it is paid there.
  await pushAll([network])
  await readAll()
  const [conflict] = await conflicts()
  expect(conflict).toMatchObject({ invoice_id: id, document_number: number, contact_name: 'Aroha Ngata' })
  expect(conflict!.reason).toContain('it may be the same')
  expect(await ledgerOf(id)).toHaveLength(2)
  expect((await other.administrator.client.list('providerreading')).data).toEqual([])
  await expect(
    other.administrator.client.call('POST', 'providerreading/record', { id: conflict!.id }),
  ).rejects.toMatchObject({ status: 404 })
  await post('providerreading/ignore', { id: conflict!.id })
  await sendWebhook(network.url, [conflict!.external_id])
  await readAll()
  expect(await conflicts()).toEqual([])
  expect(await post('providerreading/read', { id: conflict!.id })).toMatchObject({ state: 'ignored' })
  // It was another payment after all: what is more than open is credit.
  expect(await post('providerreading/record', { id: conflict!.id })).toMatchObject({ state: 'read', reason: '' })
  const { data } = await admin().read('invoicing/contact', contact)
  expect(data.credit).toBe(11500)
  await readAll()
  expect((await admin().read('invoicing/contact', contact)).data.credit).toBe(11500)
  await post('invoicing/contact/refund', { id: contact, amount: 11500 })
})

it('says what differs: another credit note, a void of what was paid, a payment of ours that is gone, another total', async () => {
  const [noted, voided, gone, changed] = [await pushed(), await pushed(), await pushed(), await pushed()]
  people.allocate(people.note('CN-X', noted.number, 20), noted.number, 20)
  people.void(voided.number)
  for (const { id } of [voided, gone]) {
    await network.db
      .transaction()
      .execute((trx) => recordPayment(trx, id, { kind: 'payment', amount: 500, method: 'cash' }))
  }
  await pushAll([network])
  await sql`update provider_outbox set done_at = done_at - interval '1 second'`.execute(network.db)
  people.remove([...xero.books.get(TENANT.id)!.payments.values()].at(-1)!)
  const entry = people.invoiceOf(changed.number)
  entry.Total = 99
  xero.books.get(TENANT.id)!.touch(entry)
  await readAll()
  const reasons = new Map((await conflicts()).map((one) => [one.invoice_id, one.reason]))
  expect([noted, voided, gone, changed].map(({ id }) => reasons.get(id))).toEqual([
    'The credit note CN-X of Xero settles NZD 20.00: write it here too.',
    'It was voided at Xero, but NZD 5.00 of it is settled here.',
    'The payment of NZD 5.00 that is recorded here was deleted at Xero.',
    "Xero's total is NZD 99.00, ours is NZD 115.00.",
  ])
  expect(await invoiceOf(voided.id)).toMatchObject({ state: 'authorised', open: 11000 })
})

it('believes a webhook by its signature, and answers the intent to receive', async () => {
  const { id, number } = await pushed()
  people.pay(number, 115)
  const about = [String(people.invoiceOf(number).InvoiceID)]
  const wrong = await sendWebhook(network.url, about, 'another key')
  expect(wrong.status).toBe(401)
  const intent = await sendWebhook(network.url, [])
  expect([intent.status, await intent.text()]).toEqual([200, ''])
  expect((await sendWebhook(network.url, about, undefined, '99999999-2222-4333-8444-555555555555')).status).toBe(200)
  const { rows } = await sql`select 1 from provider_reading where state = 'queued'`.execute(network.db)
  expect(rows).toEqual([])
  expect((await sendWebhook(network.url, [...about, '88888888-2222-4333-8444-555555555555'])).status).toBe(200)
  // The next turn of the task, without a reading of all that has changed.
  await network.server.tasks.api.find(({ name }) => name === 'upkeep of providers')!.run()
  expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
})

it('ends with the same books, whatever comes late, twice, in another order or never', {
  timeout: 120_000,
}, async () => {
  const random = makeRandom(20_270_410)
  const below = (n: number) => Math.floor(random() * n)
  const documents = []
  for (let i = 0; i < 5; i++) documents.push(await pushed())
  const paid: { number: string; payment: Record<string, unknown> }[] = []
  for (let round = 0; round < 12; round++) {
    const { number } = documents[below(documents.length)]!
    const entry = people.invoiceOf(number)
    if (below(3) === 0 && paid.length > 0) people.remove(paid.splice(below(paid.length), 1)[0]!.payment)
    else if (Number(entry.AmountDue) > 0) {
      paid.push({ number, payment: people.pay(number, Math.min(1 + below(60), Number(entry.AmountDue))) })
    }
    xero.state.faults = below(3) === 0 ? [(['lost', 'silent', 'limit', 503] as const)[below(4)]] : []
    const ids = documents.flatMap((one) => (below(2) === 0 ? [String(people.invoiceOf(one.number).InvoiceID)] : []))
    await Promise.all([sendWebhook(network.url, ids), below(2) === 0 ? readAll() : null, sendWebhook(network.url, ids)])
  }
  xero.state.faults = []
  await readAll()
  await readAll()
  for (const { id, number } of documents) {
    expect((await invoiceOf(id)).open, number).toBe(Math.round(Number(people.invoiceOf(number).AmountDue) * 100))
    const { rows } = await sql`select provider_id from transaction t where invoice_id = ${id} and provider = 'xero'
      group by 1 having count(*) > 1`.execute(network.db)
    expect(rows).toEqual([])
  }
})
