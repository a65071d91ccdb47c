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
  expect(drafts).toMatchObject([{ state: 'draft' }, { state: 'draft' }])
  await client.update('billingconfig', { id: config!.id, payment_details: 'Cash' })
  expect((await authorise()).data).toMatchObject({ state: 'authorised' })
})
