import type { Network } from '../network.ts'
import { switchFeatures } from './college.ts'
import { makeOrganisation, type Organisation } from './people.ts'

/** An organisation with billing, its built-in books, and a contact. */
export const HOW_TO_PAY = '12-3456-7890123-00'

export async function makeShop(network: Network, name: string): Promise<Shop> {
  const organisation = await makeOrganisation(network, name)
  await switchFeatures(network, organisation.id, ['tracking', 'files', 'cpd', 'billing'])
  const { client } = organisation.administrator
  const { data: contact } = await client.create('invoicing/contact', { name: 'Whare Ltd', email: 'whare@example.com' })
  const { data: configs } = await client.list('billingconfig', { organisation_id: organisation.id })
  await client.update('billingconfig', { id: configs[0]!.id, amounts_are: 'exclusive', payment_details: HOW_TO_PAY })
  const { data: rates } = await client.list('taxrate', { code: 'GST' })
  return { ...organisation, contact_id: contact.id, gst_id: rates[0]!.id }
}

/** An invoice of one line, authorised. */
export async function invoiced(shop: Shop, unit_price: string, more: object = {}) {
  const body = { contact_id: shop.contact_id, lines: [{ description: 'Course', unit_price }], ...more }
  const { data } = await shop.administrator.client.call('POST', 'invoicing/invoices', { ...body, authorise: true })
  return data
}

export type Shop = Organisation & { contact_id: number; gst_id: number }
