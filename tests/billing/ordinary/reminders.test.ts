import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '#api/billing/money/days.ts'
import type { Network } from '../../network.ts'
import { invoiced, makeShop, type Shop } from '../../seeds/billing.ts'
import { makePerson } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
const step = (days: number) => ({ days, subject: `Step ${days}: {{number}}`, text: 'Dear {{name}}, {{open}} is due.' })
const DUE = '2029-03-01'

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'club')
})

const client = () => shop.administrator.client
/** What happens to unpaid invoices on a day. */
function run(today: string) {
  const task = network.server.api.tasks.find(({ name }) => name === 'reminders of invoices')!
  return (task.run as (day: string) => Promise<void>)(today)
}
const unpaid = (more: object = {}) => invoiced(shop, '100', { issued_on: '2029-02-01', due_on: DUE, ...more })
const remindersOf = async (invoice_id: number) =>
  (await client().list('invoicereminder', { invoice_id, sort: 'id' })).data.map(
    ({ kind, days, sent_on }) => `${sent_on} ${kind} ${days}`,
  )
const planOf = async () => (await client().list('reminderplan', { organisation_id: shop.id })).data[0]!
const setPlan = async (change: object) => client().update('reminderplan', { id: (await planOf()).id, ...change })

it('has one plan, whose steps and fee are checked', async () => {
  const refused = (body: object, field: string) =>
    expect(client().create('reminderplan', { organisation_id: shop.id, ...body } as never)).rejects.toMatchObject({
      status: 400,
      field,
    })
  await refused({ steps: [], active: true }, 'steps')
  await refused({ steps: [step(1), step(1)] }, 'steps.1.days')
  await refused({ steps: [{ ...step(1), text: '{{wrong}}' }] }, 'steps.0.text')
  await refused({ steps: [], fee_kind: 'amount' }, 'fee_amount')
  await refused({ steps: [], fee_kind: 'percent', fee_percent: '0' }, 'fee_percent')
  await refused({ steps: [], fee_account_code: 'none' }, 'fee_account_code')
  const { data } = await client().create('reminderplan', {
    organisation_id: shop.id,
    steps: [step(-3), step(0), step(7), step(21)],
  })
  expect(data).toMatchObject({ active: false, author_user_id: shop.administrator.id, problem: null, fee_since: null })
  await expect(client().create('reminderplan', { organisation_id: shop.id, steps: [] })).rejects.toMatchObject({
    status: 409,
  })
})

it('sends each step once, the last whose day has come, and stops at payment, credit and void', async () => {
  await setPlan({ active: true })
  const [late, paid, credited, voided] = [await unpaid(), await unpaid(), await unpaid(), await unpaid()]
  await run(addDays(DUE, -4))
  expect(await remindersOf(late.id)).toEqual([])
  // Two processes at once, and a run again.
  await Promise.all([run(addDays(DUE, -3)), run(addDays(DUE, -3))])
  await run(addDays(DUE, -2))
  expect(await remindersOf(late.id)).toEqual(['2029-02-26 reminder -3'])
  await client().call('POST', 'invoice/pay', { id: paid.id, amount: 11500 })
  await client().call('POST', 'invoice/credit', { id: credited.id, authorise: true })
  await client().call('POST', 'invoice/void', { id: voided.id })
  // The server was away on the day of payment and for a week after.
  await run(addDays(DUE, 9))
  await run(addDays(DUE, 10))
  await run(addDays(DUE, 40))
  const all = ['2029-02-26 reminder -3', '2029-03-10 reminder 7', '2029-04-10 reminder 21']
  expect(await remindersOf(late.id)).toEqual(all)
  for (const { id } of [paid, credited, voided]) expect(await remindersOf(id)).toEqual(all.slice(0, 1))
  const { rows } = await sql<{ subject: string; text: string; address: string; sender: number }>`
    select m.subject, m.text, d.address, m.sender_user_id::float8 as sender from invoice_reminder r
    join message m on m.id = r.message_id join message_delivery d on d.message_id = m.id
    where r.invoice_id = ${late.id} order by r.id`.execute(network.db)
  expect(rows[1]).toEqual({
    subject: `Step 7: ${late.document_number}`,
    text: 'Dear Whare Ltd, NZD 115.00 is due.',
    address: 'whare@example.com',
    sender: shop.administrator.id,
  })
  await client().call('POST', 'invoice/pay', { id: late.id, amount: 11500 })
})

it('says whom it would remind today, and leaves out who is switched off', async () => {
  const { data: contact } = await client().create('invoicing/contact', { name: 'No Address', organisation_id: shop.id })
  const invoice = await unpaid({ contact_id: contact.id, issued_on: '2026-01-01', due_on: '2026-01-15' })
  const preview = async () =>
    (await client().call('GET', 'reminderplan/preview', { organisation_id: shop.id })).data.filter(
      (due: { invoice_id: number }) => due.invoice_id === invoice.id,
    )
  expect(await preview()).toMatchObject([
    { kind: 'reminder', days: 21, open: 11500, email: null, app: false, fee: null },
  ])
  // Without an address nothing is noted: it is written once there is one.
  await run('2029-05-01')
  expect(await remindersOf(invoice.id)).toEqual([])
  await client().update('invoicing/contact', { id: contact.id, email: 'late@example.com', reminders: false })
  await run('2029-05-02')
  expect([await preview(), await remindersOf(invoice.id)]).toEqual([[], []])
  await client().update('invoicing/contact', { id: contact.id, reminders: true })
  await run('2029-05-03')
  expect(await remindersOf(invoice.id)).toEqual(['2029-05-03 reminder 21'])
  await client().call('POST', 'invoice/void', { id: invoice.id })
})

it('charges a late fee once, as an invoice with its account and tax, for what is due since it was switched on', async () => {
  await setPlan({
    steps: [],
    fee_kind: 'percent',
    fee_percent: '2.5',
    fee_days: 14,
    fee_tax_rate_id: null,
    fee_account_code: '260',
  })
  await sql`update reminder_plan set fee_since = '2029-06-01' where organisation_id = ${shop.id}`.execute(network.db)
  const old = await unpaid({ due_on: '2029-05-31' })
  const late = await unpaid({ due_on: '2029-06-01', lines: [{ unit_price: '100.43', description: 'Course' }] })
  await client().call('POST', 'invoice/pay', { id: late.id, amount: 1000 })
  await run('2029-06-14')
  expect(await remindersOf(late.id)).toEqual([])
  await Promise.all([run('2029-06-15'), run('2029-06-15')])
  await run('2029-06-16')
  await run('2030-01-01')
  expect(await remindersOf(late.id)).toEqual(['2029-06-15 fee 14'])
  expect(await remindersOf(old.id)).toEqual([])
  const [reminder] = (await client().list('invoicereminder', { invoice_id: late.id })).data
  const { data: fee } = await client().read('invoice', reminder!.fee_invoice_id!)
  // 2.5 % of 115.49 − 10.00.
  expect(fee).toMatchObject({ state: 'authorised', net: 264, tax: 0, gross: 264, reference: late.document_number })
  expect((await client().list('invoiceline', { invoice_id: fee.id })).data).toMatchObject([{ account_code: '260' }])
  // A fee is reminded of, and has no fee of its own.
  expect(await remindersOf(fee.id)).toEqual([])
})

it('shows why a fee could not be charged', async () => {
  const gone = await client().create('taxrate', {
    organisation_id: shop.id,
    code: 'OLD',
    name: 'Old tax',
    rate: '5',
    effective_to: '2029-01-31',
  })
  await setPlan({ fee_kind: 'amount', fee_amount: 2000, fee_tax_rate_id: gone.data.id })
  await sql`update reminder_plan set fee_since = '2029-06-01' where organisation_id = ${shop.id}`.execute(network.db)
  const late = await unpaid({ due_on: '2029-06-20' })
  await run('2029-08-01')
  expect((await planOf()).problem).toBe(
    `${late.document_number}: lines.0.tax_rate_id: Old tax is not in force on 2029-08-01.`,
  )
  expect(await remindersOf(late.id)).toEqual([])
  await setPlan({ fee_tax_rate_id: shop.gst_id })
  await sql`update reminder_plan set fee_since = '2029-06-01' where organisation_id = ${shop.id}`.execute(network.db)
  await run('2029-08-02')
  expect((await planOf()).problem).toBe(null)
  expect(await remindersOf(late.id)).toEqual(['2029-08-02 fee 14'])
})

it('ends with the right of the person who saved it', async () => {
  const second = await makePerson(network, 'club-second', shop.id, 'Administrator')
  await second.client.update('reminderplan', { id: (await planOf()).id, steps: [step(1)], fee_kind: 'none' })
  const late = await unpaid({ due_on: '2029-09-01' })
  await sql`update membership set role_name = 'User' where user_id = ${second.id}`.execute(network.db)
  await run('2029-09-02')
  expect((await planOf()).problem).toContain('Save it again')
  expect(await remindersOf(late.id)).toEqual([])
  await setPlan({ active: true })
  await run('2029-09-02')
  expect(await remindersOf(late.id)).toEqual(['2029-09-02 reminder 1'])
})
