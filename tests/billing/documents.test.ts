import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { sweepContents } from '#db/contents/sweep.ts'
import { greyPng } from '../../scripts/png.ts'
import { type Network, startTracker } from '../network.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'shop')
})

const pdf = (id: number) =>
  fetch(`${network.url}/api/v1/invoice/pdf?id=${id}`, {
    headers: { authorization: `Bearer ${shop.administrator.token}` },
  })
const bytesOf = async (id: number) => Buffer.from(await (await pdf(id)).arrayBuffer())
const kept = async () => {
  const { rows } = await sql<{ invoice_id: number; created_at: string; content_id: number }>`
    select invoice_id, created_at, content_id from kept_document order by invoice_id`.execute(network.db)
  return rows
}

it('is made once while it shows the same, and the bytes stay', async () => {
  const { client } = shop.administrator
  const { id } = await invoiced(shop, '10')
  const first = await bytesOf(id)
  const [row, ...others] = await kept()
  expect([row!.invoice_id, others]).toEqual([id, []])
  expect((await bytesOf(id)).equals(first)).toBe(true)
  await client.call('POST', 'invoice/send', { id })
  expect(await kept()).toEqual([row])
  // Kept bytes are no orphans.
  await sweepContents(network.db, network.server.contents, -1000)
  expect(await kept()).toEqual([row])
  expect((await bytesOf(id)).equals(first)).toBe(true)
  await client.call('POST', 'invoice/pay', { id, amount: 500 })
  expect((await bytesOf(id)).equals(first)).toBe(false)
  expect((await kept())[0]!.created_at).not.toBe(row!.created_at)
})

it('is made again if its kept bytes are gone, and a draft is not kept', async () => {
  const { id } = await invoiced(shop, '20')
  const first = await bytesOf(id)
  await sql`update file_content set backend_key = 'gone' from kept_document k
    where k.content_id = file_content.id and k.invoice_id = ${id}`.execute(network.db)
  expect((await bytesOf(id)).equals(first)).toBe(true)
  const { data: draft } = await shop.administrator.client.create('invoice', {
    contact_id: shop.contact_id,
    lines: [{ description: 'Course', unit_price: '1' }],
  } as never)
  expect((await pdf(draft.id)).status).toBe(200)
  expect((await kept()).map(({ invoice_id }) => invoice_id)).not.toContain(draft.id)
})

it('goes with the electronic invoice to a contact who wants it, and not where the norm asks for what is missing', async () => {
  const { client } = shop.administrator
  const { data: contact } = await client.create('invoicing/contact', {
    name: 'Ltd',
    email: 'l@example.com',
    with_xml: true,
  })
  const lines = [{ description: 'Course', unit_price: '30' }]
  const body = { contact_id: contact.id, lines, authorise: true }
  const make = async () => (await client.call('POST', 'invoicing/invoices', body)).data
  const send = ({ id }: { id: number }) => client.call('POST', 'invoice/send', { id })
  await expect(send(await make())).rejects.toMatchObject({ status: 476, field: 'gst_number' })
  await network.admin.update('organisation', { id: shop.id, gst_number: '49-091-850' })
  const invoice = await make()
  await send(invoice)
  const { rows } = await sql<{ name: string }>`select f.name from invoice i
    join attachment a on a.message_id = i.message_id join file f on f.id = a.file_id
    where i.id = ${invoice.id} order by f.name`.execute(network.db)
  expect(rows.map(({ name }) => name.split('.').at(-1))).toEqual(['pdf', 'xml'])
})

it('acknowledges devices while many are made, and refuses more than may wait with the seconds to wait', async () => {
  const lines = Array.from({ length: 200 }, (_, line) => ({ description: `Course ${line}`, unit_price: '10' }))
  const invoices = []
  for (let i = 0; i < 20; i++) invoices.push((await invoiced(shop, '', { lines })).id)
  const tracker = await startTracker(network, 'van')
  const answers = Promise.all(invoices.map(pdf))
  let made = false
  answers.then(() => {
    made = true
  })
  let acknowledged = 0
  while (!made) {
    await tracker.report({ lat: -41, lon: 174 })
    acknowledged++
  }
  expect(acknowledged).toBeGreaterThan(20)
  const statuses = Map.groupBy(await answers, ({ status }) => status)
  expect([...statuses.keys()].sort()).toEqual([200, 429])
  // Those that wait, and those that are made in the meantime.
  expect(statuses.get(200)!.length).toBeGreaterThanOrEqual(5)
  for (const refused of statuses.get(429)!) expect(refused.headers.get('retry-after')).toBe('5')
  expect((await statuses.get(429)![0]!.json()).message).toContain('4 documents of yours')
})

it('takes no logo of too many pixels', async () => {
  const { client, token } = shop.administrator
  const upload = async (name: string, size: number) => {
    const form = new FormData()
    form.set('organisation_id', String(shop.id))
    form.set('file', new Blob([new Uint8Array(greyPng(size, size))], { type: 'image/png' }), name)
    const response = await fetch(`${network.url}/api/v1/file`, {
      method: 'PUT',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    })
    return (await response.json()).data.id as number
  }
  const large = await upload('large.png', 8000)
  const create = (logo_file_id: number) =>
    client.create('brandingtheme', { name: `Theme ${logo_file_id}`, organisation_id: shop.id, logo_file_id })
  await expect(create(large)).rejects.toMatchObject({
    status: 400,
    field: 'logo_file_id',
    message: 'logo_file_id: this image has 8000 × 8000 pixels, and may have 4 million in all.',
  })
  const { data } = await create(await upload('small.png', 100))
  const of_theme = { branding_theme_id: data.id }
  const shown = (await bytesOf((await invoiced(shop, '30', of_theme)).id)).toString('latin1')
  expect(shown).toContain('/Subtype /Image')
  // One that was chosen before there was a limit is left out.
  await sql`update branding_theme set logo_file_id = ${large} where id = ${data.id}`.execute(network.db)
  const left_out = (await bytesOf((await invoiced(shop, '30', of_theme)).id)).toString('latin1')
  expect(left_out).not.toContain('/Subtype /Image')
})
