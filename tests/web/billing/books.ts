import type { Client } from '#api/client.ts'

/** One row of each kind in an organisation's books, and a membership of a person with its invoice. @returns their ids */
export async function makeBooks(admin: Client, organisation_id: number, user_id: number) {
  const product = await admin.create('product', {
    organisation_id,
    code: 'FELLOW',
    name: 'Fellow',
    unit_amount: 115_000,
    public: true,
  })
  const contact = await admin.create('invoicing/contact', { organisation_id, name: 'Hospital', email: 'h@example.com' })
  const theme = await admin.create('brandingtheme', { organisation_id, name: 'Blue', footer: 'Thank you.' })
  const [rate] = (await admin.list('taxrate', { organisation_id })).data
  const [account] = (await admin.list('ledgeraccount', { organisation_id })).data
  const subscription = await admin.create('subscription', { organisation_id, user_id, product_id: product.data.id })
  const [invoice] = (await admin.list('invoice', { organisation_id })).data
  const lines = `Date,Amount,Payee\n2027-03-15,1150.00,${invoice!.document_number}\n2027-03-15,5.00,Cash\n`
  const file = Buffer.from(lines).toString('base64')
  await admin.call('POST', 'bankstatement/import', { organisation_id, name: 'march.csv', file })
  const [transaction] = (await admin.list('transaction', { organisation_id })).data
  return {
    product_id: product.data.id,
    contact_id: contact.data.id,
    theme_id: theme.data.id,
    rate_id: rate!.id,
    account_id: account!.id,
    subscription_id: subscription.data.id,
    invoice_id: invoice!.id,
    transaction_id: transaction!.id,
  }
}
