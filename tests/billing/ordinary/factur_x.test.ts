import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { readPdf } from '../../pdf.ts'
import { invoiced, makeShop, type Shop } from '../../seeds/billing.ts'
import { makePerson } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'hybrid')
})

const read = (path: string, input: object, method = 'GET') => {
  const { token } = shop.administrator
  const address = method === 'GET' ? `${path}?${new URLSearchParams(Object.entries(input))}` : path
  return fetch(`${network.url}/api/v1/${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  })
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

it('is the same PDF, as PDF/A-3a with the invoice for programs', async () => {
  const before = await invoiced(shop, '30')
  const refused = await read('invoice/facturx', { id: String(before.id) })
  expect([refused.status, await refused.json()]).toMatchObject([476, { field: 'gst_number' }])
  await network.admin.update('organisation', { id: shop.id, gst_number: '49-091-850' })
  const { id, document_number } = await invoiced(shop, '33.3333', { reference: 'Pūtea <1>' })
  const answer = await read('invoice/facturx', { id: String(id) })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const bytes = await bytesOf(answer)
  const plain = await bytesOf(await read('invoice/pdf', { id: String(id) }))
  const { xml, ...shown } = await readHybrid(bytes)
  expect(shown).toMatchObject({ part: '3', level: 'A', ua: '1', profile: 'EN 16931', file: 'factur-x.xml' })
  expect(await readPdf(bytes)).toEqual(await readPdf(plain))
  expect(xml).toContain(`<ram:ID>${document_number}</ram:ID>`)
  expect(xml).toContain('<ram:BuyerReference>Pūtea &lt;1&gt;</ram:BuyerReference>')
  expect(xml).toContain('<ram:GrandTotalAmount>38.33</ram:GrandTotalAmount>')
  // The same document gives the same bytes; what was paid is another one.
  expect((await bytesOf(await read('invoice/facturx', { id: String(id) }))).equals(bytes)).toBe(true)
  await shop.administrator.client.call('POST', 'invoice/pay', { id, amount: 1000 })
  const paid = await readHybrid(await bytesOf(await read('invoice/facturx', { id: String(id) })))
  expect(paid.xml).toContain('<ram:TotalPrepaidAmount>10.00</ram:TotalPrepaidAmount>')
})

it('is offered to the person who is billed, where nothing is missing for it, and to no other person', async () => {
  const books = await makeShop(network, 'offers')
  const [payer, stranger] = [
    await makePerson(network, 'reads-electronic', books.id, 'User'),
    await makePerson(network, 'reads-nothing', books.id, 'User'),
  ]
  const { data: contact } = await books.administrator.client.create('invoicing/contact', {
    name: 'Reader',
    user_id: payer.id,
  } as never)
  const offered = async (id: number) => (await payer.client.call('GET', 'invoice/document', { id })).data.electronic
  const files = (id: number, token: string) =>
    Promise.all(
      ['xml', 'facturx'].map(async (name) => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${network.url}/api/v1/invoice/${name}?id=${id}`, { headers })).status
      }),
    )
  const before = await invoiced(books, '30', { contact_id: contact.id })
  expect(await offered(before.id)).toBe(false)
  expect(await files(before.id, payer.token)).toEqual([476, 476])
  await network.admin.update('organisation', { id: books.id, gst_number: '49-091-850' })
  const { id } = await invoiced(books, '30', { contact_id: contact.id })
  expect(await offered(id)).toBe(true)
  expect(await files(id, payer.token)).toEqual([200, 200])
  expect(await files(id, stranger.token)).toEqual([404, 404])
  await books.administrator.client.call('POST', 'invoice/void', { id })
  expect(await offered(id)).toBe(false)
})

it('is refused for a draft, and of another organisation', async () => {
  const { client } = shop.administrator
  const lines = [{ description: 'Course', unit_price: '1' }]
  const { data: draft } = await client.create('invoice', { contact_id: shop.contact_id, lines } as never)
  expect(await (await read('invoice/facturx', { id: String(draft.id) })).json()).toMatchObject({ field: 'state' })
  const other = await makeShop(network, 'other')
  const { id } = await invoiced(other, '10')
  expect((await read('invoice/facturx', { id: String(id) })).status).toBe(404)
})

it('goes as the PDF of the mail to a contact who wants it, and by itself without it where something is missing', async () => {
  const { client } = shop.administrator
  const wanted = { name: 'GmbH', email: 'rechnung@example.com', with_facturx: true }
  const { data: contact } = await client.create('invoicing/contact', wanted)
  const { id } = await invoiced(shop, '20', { contact_id: contact.id })
  await client.call('POST', 'invoice/send', { id })
  const { rows } = await sql<{ id: number; name: string }>`select f.id, f.name from invoice i
    join attachment a on a.message_id = i.message_id join file f on f.id = a.file_id
    where i.id = ${id}`.execute(network.db)
  expect(rows).toMatchObject([{ name: expect.stringMatching(/\.pdf$/) }])
  const sent = await bytesOf(await read(`file/${rows[0]!.id}/download`, {}, 'POST'))
  expect((await readHybrid(sent)).attachments).toEqual(['factur-x.xml'])
  expect((await readHybrid(sent)).xml).toContain('<ram:Name>GmbH</ram:Name>')
  // Without the code of its country there is no electronic invoice.
  const { data: nowhere } = await client.create('invoicing/contact', { ...wanted, name: 'X', country: 'Atlantis' })
  const { id: other } = await invoiced(shop, '20', { contact_id: nowhere.id })
  await expect(client.call('POST', 'invoice/send', { id: other })).rejects.toMatchObject({ field: 'country' })
})

/** As a viewer reads it: what its metadata say, and the files in it. */
async function readHybrid(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { metadata } = await pdf.getMetadata()
  const said = (name: string) => metadata?.get(name)
  const files = (await pdf.getAttachments()) ?? new Map<string, unknown>()
  const attachments = [...files.keys()]
  const content = attachments[0] === undefined ? null : await pdf.getAttachmentContent(attachments[0])
  const raw = Buffer.from(bytes).toString('latin1')
  for (const part of ['/AFRelationship /Alternative', '/GTS_PDFA1', '/Subtype /text#2Fxml', '/AF [']) {
    expect(raw).toContain(part)
  }
  return {
    part: said('pdfaid:part'),
    level: said('pdfaid:conformance'),
    ua: said('pdfuaid:part'),
    profile: said('fx:conformancelevel'),
    file: said('fx:documentfilename'),
    attachments,
    xml: Buffer.from((content ?? []) as Uint8Array).toString('utf8'),
  }
}
