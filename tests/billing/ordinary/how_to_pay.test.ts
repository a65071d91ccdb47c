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
