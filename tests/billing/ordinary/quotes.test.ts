import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { day } from '../../seeds/college.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'builder')
})

const client = () => shop.administrator.client
const lines = [{ description: 'A fence', quantity: '2.5', unit_price: '40.10' }]
const make = async (more: object = {}) => {
  const body = { organisation_id: shop.id, contact_id: shop.contact_id, lines, amounts_are: 'exclusive', ...more }
  return (await client().create('quote', body as never)).data
}
const rowOf = async (id: number) => (await client().read('quote', id)).data
/** The token of the last mail of a quote. */
async function linkOf(id: number): Promise<string> {
  const { rows } = await sql<{ text: string }>`select m.text from quote q join message m on m.id = q.message_id
    where q.id = ${id}`.execute(network.db)
  return /\/app\/quote#(\S+)/.exec(rows[0]!.text)![1]!
}
const send = async (id: number) => {
  await client().call('POST', 'quote/send', { id })
  return linkOf(id)
}
const call = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${network.url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, ...(await response.json()) }
}
const answer = (token: string, accept: boolean, more: object = {}) =>
  call('quote/answer', { token, accept, name: 'Aroha Walker', ...more })

it('is checked as an invoice is', async () => {
  const refused = (more: object, field: string, status = 400) =>
    expect(make(more), field).rejects.toMatchObject({ status, field })
  await refused({ lines: [{ unit_price: '1.00001' }] }, 'lines.0.unit_price')
  await refused({ lines: [{ account_code: 'none' }] }, 'lines.0.account_code')
  await refused({ contact_id: 1_000_000_000 }, 'contact_id', 404)
  await refused({ valid_until: day(-1) }, 'valid_until')
})

it('gets a number when it is sent, is frozen, and is accepted once by its link, by whom and when', async () => {
  const [first, second] = [await make(), await make()]
  expect(first).toMatchObject({ state: 'draft', document_number: null, net: 10025, tax: 1504, gross: 11529 })
  const old = await send(second.id)
  const token = await send(second.id)
  expect((await call('quote/read', { token: old })).status).toBe(404)
  expect(await rowOf(second.id)).toMatchObject({
    document_number: 'Q-0001',
    state: 'sent',
    sent_to: 'whare@example.com',
  })
  await expect(client().update('quote', { id: second.id, reference: 'x' })).rejects.toMatchObject({ status: 473 })
  await expect(client().remove('quote', second.id)).rejects.toMatchObject({ status: 473 })
  const { data: shown } = await call('quote/read', { token })
  expect(shown).toMatchObject({ document_number: 'Q-0001', contact_name: 'Whare Ltd', gross: 11529, expired: false })
  expect(JSON.stringify(shown)).not.toMatch(/account_code|token|tax_rate_id/)
  expect(await answer(token, true, { name: ' ' })).toMatchObject({ status: 400, field: 'name' })
  const [one, two] = await Promise.all([answer(token, true, { note: 'Please begin in May.' }), answer(token, true)])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  const row = await rowOf(second.id)
  expect(row).toMatchObject({ state: 'accepted', answered_name: 'Aroha Walker', problem: null, invoice_number: null })
  expect(Date.parse(row.answered_at!)).toBeGreaterThan(Date.now() - 60_000)
  const { data: invoice } = await client().read('invoice', row.invoice_id!)
  expect(invoice).toMatchObject({ state: 'draft', gross: 11529, reference: 'Q-0001' })
  expect((await client().list('quote', { invoice_id: invoice.id })).data).toMatchObject([{ id: second.id }])
  expect(await answer(token, false)).toMatchObject({ status: 409 })
  await send(first.id)
  expect(await rowOf(first.id)).toMatchObject({ document_number: 'Q-0002' })
})

it('becomes an authorised invoice where it says so, with the prices that were offered', async () => {
  const { id } = await make({ authorises: true })
  expect(await answer(await send(id), true)).toMatchObject({ status: 200, data: { state: 'accepted' } })
  const { invoice_id, gross, invoice_number } = await rowOf(id)
  expect(invoice_number).toMatch(/\d{4}$/)
  expect((await client().read('invoice', invoice_id!)).data).toMatchObject({ state: 'authorised', gross })
})

it('is declined, withdrawn and expires, and a token that is wrong leads nowhere', async () => {
  const declined = await make()
  expect(await answer(await send(declined.id), false)).toMatchObject({ data: { state: 'declined' } })
  expect(await rowOf(declined.id)).toMatchObject({ state: 'declined', invoice_id: null })
  const withdrawn = await make()
  const token = await send(withdrawn.id)
  await client().call('POST', 'quote/withdraw', { id: withdrawn.id })
  expect((await answer(token, true)).status).toBe(404)
  const late = await make()
  const expired = await send(late.id)
  await sql`update quote set issued_on = '2020-01-01', valid_until = '2020-01-31' where id = ${late.id}`.execute(
    network.db,
  )
  expect(await call('quote/read', { token: expired })).toMatchObject({ status: 200, data: { expired: true } })
  expect(await answer(expired, true)).toMatchObject({ status: 476 })
  expect(await rowOf(late.id)).toMatchObject({ state: 'sent', expired: true, invoice_id: null })
  expect((await call('quote/read', { token: 'x'.repeat(43) })).status).toBe(404)
})

it('says why its invoice was not written, and writes it later', async () => {
  const { id } = await make({ authorises: true, lines: [{ ...lines[0], tax_rate_id: shop.gst_id }] })
  const token = await send(id)
  await sql`update tax_rate set effective_to = '2020-01-31' where id = ${shop.gst_id}`.execute(network.db)
  expect(await answer(token, true)).toMatchObject({ status: 200, data: { state: 'accepted' } })
  expect(await rowOf(id)).toMatchObject({ state: 'accepted', invoice_id: null })
  expect((await rowOf(id)).problem).toMatch(/is not in force/)
  const rate = { organisation_id: shop.id, code: 'GST', name: 'GST', rate: '20', effective_from: '2020-02-01' }
  await client().create('taxrate', rate)
  const { data } = await client().call('POST', 'quote/invoice', { id })
  expect(data.problem).toMatch(
    /The tax has changed: the invoice is a draft of NZD 120\.30, and NZD 115\.29 was accepted/,
  )
  await expect(client().call('POST', 'quote/invoice', { id })).rejects.toMatchObject({ status: 476 })
})

it('is a PDF that says it is a quote', async () => {
  const { id } = await make()
  const response = await fetch(`${network.url}/api/v1/quote/pdf?id=${id}`, {
    headers: { authorization: `Bearer ${shop.administrator.token}` },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toContain('/Title')
})
