import { expect, it } from 'vitest'
import { makeShop } from '../../seeds/billing.ts'
import { sharedNetwork } from '../../shared_network.ts'

it('an invoice is not authorised by hand while nothing says how to pay', async () => {
  const shop = await makeShop(await sharedNetwork(), 'silent')
  const { client } = shop.administrator
  const [config] = (await client.list('billingconfig', { organisation_id: shop.id })).data
  await client.update('billingconfig', { id: config!.id, payment_details: ' ' })
  const body = { contact_id: shop.contact_id, lines: [{ description: 'Course', unit_price: '1' }] }
  const { data } = await client.create('invoice', body as never)
  const refusal = { status: 476, field: 'payment_details' }
  const authorise = () => client.call('POST', 'invoice/authorise', { id: data.id })
  await expect(authorise()).rejects.toMatchObject(refusal)
  await expect(client.call('POST', 'invoicing/invoices', { ...body, authorise: true })).rejects.toMatchObject(refusal)
  const { data: drafts } = await client.list('invoice', { organisation_id: shop.id })
  // What was refused has left nothing behind.
  expect(drafts).toMatchObject([{ id: data.id, state: 'draft' }])
  await client.update('billingconfig', { id: config!.id, payment_details: 'Cash' })
  expect((await authorise()).data).toMatchObject({ state: 'authorised' })
})

it('with reverse charge the contact has a tax number, and the electronic invoice says so', async () => {
  const network = await sharedNetwork()
  const shop = await makeShop(network, 'abroad')
  const { client } = shop.administrator
  const { data: rate } = await client.create('taxrate', { code: 'RC', name: 'EU', type: 'reverse_charge', rate: '0' })
  const { data: contact } = await client.create('invoicing/contact', { name: 'GmbH', country: 'Germany' })
  const lines = [{ description: 'Course', unit_price: '100', tax_rate_id: rate.id }]
  const body = { contact_id: contact.id, lines, authorise: true }
  const authorise = () => client.call('POST', 'invoicing/invoices', body)
  await expect(authorise()).rejects.toMatchObject({ status: 476, field: 'contact_id' })
  await client.update('invoicing/contact', {
    id: contact.id,
    tax_number: 'DE 136695976',
    electronic_address: '9930:DE136695976',
  })
  const { data: invoice } = await authorise()
  expect(invoice).toMatchObject({ state: 'authorised', tax: 0, gross: 10_000 })
  const { data: document } = await client.call('GET', 'invoice/document', { id: invoice.id })
  expect(document.reverse_charge).toBe(true)
  const wrong = { electronic_address: '0088:9429041561424' }
  const [config] = (await client.list('billingconfig', { organisation_id: shop.id })).data
  const settle = (more: object) => client.update('billingconfig', { id: config!.id, ...more })
  await expect(settle(wrong)).rejects.toMatchObject({ status: 400, field: 'electronic_address' })
  await settle({ electronic_address: '0088:9429041561423' })
})

it('a tax number is refused that the country of the contact does not give, also by a later change of the country', async () => {
  const { client } = (await makeShop(await sharedNetwork(), 'taxed')).administrator
  const refusal = { status: 400, field: 'tax_number' }
  const wrong = client.create('invoicing/contact', { name: 'A', country: 'New Zealand', tax_number: '49-091-851' })
  await expect(wrong).rejects.toMatchObject(refusal)
  const { data } = await client.create('invoicing/contact', { name: 'A', country: 'NZ', tax_number: '49-091-850' })
  await expect(client.update('invoicing/contact', { id: data.id, country: 'Australia' })).rejects.toMatchObject(refusal)
  const abn = { country: 'Australia', tax_number: '51 824 753 556' }
  expect((await client.update('invoicing/contact', { id: data.id, ...abn })).data).toMatchObject(abn)
})
