import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { computeDocument } from '#api/billing/money/document.ts'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { makePerson } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
let second: number

beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'hall')
  const { data } = await client().create('invoicing/contact', { organisation_id: shop.id, name: 'Second' })
  second = data.id
  await client().create('product', {
    organisation_id: shop.id,
    code: 'HALL',
    name: 'Hire of the hall',
    kind: 'item',
    unit_amount: 8000,
    amounts_are: 'exclusive',
    tax_rate_id: shop.gst_id,
  })
})

const client = () => shop.administrator.client
function run(today: string) {
  const task = network.server.api.tasks.find(({ name }) => name === 'recurring invoices')!
  return (task.run as (day: string) => Promise<void>)(today)
}
const item = { item_code: 'HALL', quantity: '2', tax_rate_id: null as number | null }
const make = async (more: object = {}) => {
  const lines = [{ ...item, tax_rate_id: shop.gst_id }]
  const of = { organisation_id: shop.id, name: 'Hall', contact_ids: [shop.contact_id], lines, unit: 'month' }
  return (
    await client().create('recurringinvoice', {
      ...of,
      first_on: '2029-01-31',
      amounts_are: 'exclusive',
      ...more,
    } as never)
  ).data
}
const rowOf = async (id: number) => (await client().read('recurringinvoice', id)).data
const runsOf = async (recurring_invoice_id: number) =>
  (await client().list('recurringrun', { recurring_invoice_id, sort: 'id' })).data
const daysOf = async (id: number) => (await runsOf(id)).map(({ for_day, state }) => `${for_day} ${state}`)
const end = (id: number) => client().call('POST', 'recurringinvoice/step', { id, step: 'end' })

it('checks what it writes each time, and its schedule', async () => {
  const refused = (more: object, field: string, status = 400) =>
    expect(make(more), field).rejects.toMatchObject({ status, field })
  await refused({ first_on: '2020-01-31' }, 'first_on')
  await refused({ anchor_day: 15 }, 'anchor_day')
  await refused({ last_on: '2029-01-30' }, 'last_on')
  await refused({ lines: [{ item_code: 'GONE' }] }, 'lines.0.item_code')
  await refused({ lines: [{ ...item, quantity: '1.00001' }] }, 'lines.0.quantity')
  await refused({ lines: [{ ...item, account_code: 'none' }] }, 'lines.0.account_code')
  await refused({ currency: 'USD' }, 'lines.0.item_code')
  await refused({ contact_ids: [1_000_000_000] }, 'contact_id', 404)
  const { rows } = await sql`select 1 from invoice where organisation_id = ${shop.id}`.execute(network.db)
  expect(rows).toEqual([])
})

it('is written once for each contact and day, also for days that were missed, by two processes', async () => {
  const { id, gross } = await make({
    contact_ids: [shop.contact_id, second],
    due_days: 7,
    most: 4,
    reference: 'Tuesdays',
  })
  expect(gross).toBe(18400)
  await run('2029-01-30')
  expect(await daysOf(id)).toEqual([])
  await Promise.all([run('2029-01-31'), run('2029-01-31')])
  await run('2029-02-01')
  expect(await daysOf(id)).toEqual(['2029-01-31 made', '2029-01-31 made'])
  expect(await rowOf(id)).toMatchObject({ next_on: '2029-02-28', made_count: 1, invoices_count: 2, state: 'active' })
  // The server was away in February and March; the price rises.
  await sql`update product set unit_amount = 9000 where organisation_id = ${shop.id}`.execute(network.db)
  await Promise.all([run('2029-04-02'), run('2029-04-02')])
  expect((await daysOf(id)).slice(2)).toEqual([
    '2029-02-28 made',
    '2029-02-28 made',
    '2029-03-31 made',
    '2029-03-31 made',
  ])
  await run('2029-12-31')
  expect(await rowOf(id)).toMatchObject({ next_on: null, made_count: 4, invoices_count: 8, state: 'ended' })
  const invoices = (await client().list('invoice', { organisation_id: shop.id, contact_id: second, sort: 'id' })).data
  expect(invoices.map(({ state, issued_on, due_on, gross }) => `${state} ${issued_on} ${due_on} ${gross}`)).toEqual([
    'draft 2029-01-31 2029-02-07 18400',
    'draft 2029-04-02 2029-04-09 20700',
    'draft 2029-04-02 2029-04-09 20700',
    'draft 2029-12-31 2030-01-07 20700',
  ])
  // A draft that is deleted is not written again.
  await client().remove('invoice', invoices[0]!.id)
  await run('2030-02-01')
  expect((await runsOf(id)).length).toBe(8)
})

it('is paused without making up, resumed, and ended', async () => {
  const { id } = await make({
    unit: 'week',
    every: 2,
    first_on: '2029-01-01',
    prices_on_day: false,
    lines: [{ unit_price: '10' }],
  })
  await run('2029-01-01')
  expect(await rowOf(id)).toMatchObject({ next_on: '2029-01-15' })
  await client().call('POST', 'recurringinvoice/step', { id, step: 'pause' })
  await run('2029-03-01')
  expect(await daysOf(id)).toEqual(['2029-01-01 made'])
  await client().call('POST', 'recurringinvoice/step', { id, step: 'resume' })
  expect(await rowOf(id)).toMatchObject({ state: 'active', next_on: '2029-01-15' })
  await end(id)
  await run('2029-06-01')
  expect(await daysOf(id)).toEqual(['2029-01-01 made'])
  await expect(client().update('recurringinvoice', { id, name: 'Other' })).rejects.toMatchObject({ status: 476 })
  await expect(client().remove('recurringinvoice', id)).rejects.toMatchObject({ status: 476 })
})

it('says why an invoice is refused, writes the others, and tries it again', async () => {
  const { id } = await make({ contact_ids: [shop.contact_id, second], first_on: '2029-07-01' })
  await client().update('invoicing/contact', { id: second, active: false })
  await run('2029-07-01')
  expect(await runsOf(id)).toMatchObject([
    { contact_name: 'Whare Ltd', state: 'made', problem: null },
    { contact_name: 'Second', state: 'refused', problem: 'Second is switched off.' },
  ])
  expect(await rowOf(id)).toMatchObject({ refused_count: 1, next_on: '2029-08-01' })
  await client().update('invoicing/contact', { id: second, active: true })
  await run('2029-07-02')
  expect(await daysOf(id)).toEqual(['2029-07-01 made', '2029-07-01 made'])
  // A tax that has ended and has no successor.
  await sql`update tax_rate set effective_to = '2029-07-31' where id = ${shop.gst_id}`.execute(network.db)
  await run('2029-08-01')
  expect((await runsOf(id)).at(-1)!.problem).toMatch(/is not in force on 2029-08-01/)
  await sql`update tax_rate set effective_to = null where id = ${shop.gst_id}`.execute(network.db)
  await end(id)
  expect((await daysOf(id)).slice(2)).toEqual(['2029-08-01 dropped', '2029-08-01 dropped'])
})

it('is authorised and mailed once, where it is to be sent, under the right of the person who saved it', async () => {
  const { id } = await make({ contact_ids: [shop.contact_id, second], sends: true, first_on: '2029-09-01' })
  await Promise.all([run('2029-09-01'), run('2029-09-01')])
  await run('2029-09-01')
  const runs = await runsOf(id)
  expect(runs).toMatchObject([
    { invoice_state: 'authorised', problem: null },
    { invoice_state: 'authorised', problem: 'It was not mailed: there is no confirmed e-mail address.' },
  ])
  const { rows } = await sql<{ address: string; sender: number }>`
    select d.address, m.sender_user_id::float8 as sender from message m join message_delivery d on d.message_id = m.id
    where m.id = (select message_id from invoice where id = ${runs[0]!.invoice_id})`.execute(network.db)
  expect(rows).toEqual([{ address: 'whare@example.com', sender: shop.administrator.id }])
  const other = await makePerson(network, 'hall-other', shop.id, 'Administrator')
  await other.client.update('recurringinvoice', { id, name: 'Hall in September' })
  await sql`update membership set role_name = 'User' where user_id = ${other.id}`.execute(network.db)
  await run('2029-10-01')
  expect(await rowOf(id)).toMatchObject({ next_on: '2029-10-01', problem: expect.stringContaining('Save it again') })
  await client().update('recurringinvoice', { id, name: 'Hall' })
  await run('2029-10-02')
  expect(await rowOf(id)).toMatchObject({ next_on: '2029-11-01', problem: null, made_count: 2 })
  await end(id)
})

it('comes to what a simple reference says, for random lines', async () => {
  for (let i = 0; i < 12; i++) {
    const random = (most: number) => Math.floor(Math.random() * most)
    const amounts_are = (['exclusive', 'inclusive', 'no_tax'] as const)[random(3)]!
    const lines = Array.from({ length: 1 + random(5) }, () => ({
      quantity: `${random(20)}.${random(10_000)}`,
      unit_price: `${random(1000)}.${random(10_000)}`,
      discount: String(random(100)),
    }))
    const body = lines.map((line) => ({ ...line, tax_rate_id: shop.gst_id }))
    const first_on = '2031-01-01'
    const { id } = await make({ lines: body, amounts_are, first_on, unit: 'year', most: 1 })
    await run(first_on)
    const [made] = await runsOf(id)
    const { data: invoice } = await client().read('invoice', made!.invoice_id!)
    const taxed = lines.map((line) => ({ ...line, tax_rate: amounts_are === 'no_tax' ? '0' : '15' }))
    const { net, tax, gross } = computeDocument({ amounts_are, digits: 2, lines: taxed })
    expect(invoice).toMatchObject({ net, tax, gross })
  }
})
