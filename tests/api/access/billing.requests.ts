import { hash } from 'node:crypto'
import type { Network } from '../../network.ts'
import { day } from '../../seeds/college.ts'
import { billingThings, makeFamily, makeInvoice, makeQuote } from './billing.things.ts'
import { cycle } from './cpd.things.ts'
import { unique } from './plain.ts'
import type { Special, Tried } from './tried.ts'
import type { Whose } from './whose.ts'

type Db = Network['db']

let numbered = 0
const only = (name: string) => async (whose: Whose, db: Db) => ({
  input: { id: await billingThings[name]!(db, whose) },
})
const stated = async (whose: Whose, db: Db) => ({
  input: { contact_id: await billingThings['invoicing/contact']!(db, whose) },
})
const drafted = async (whose: Whose, db: Db) => ({ input: { id: await makeInvoice(db, whose, { draft: true }) } })
const newInvoice = async (whose: Whose, db: Db) => ({
  input: {
    organisation_id: whose.organisation_id,
    contact_id: await billingThings['invoicing/contact']!(db, whose),
    lines: [{ description: 'Course', unit_price: '1' }],
  },
})

/** Requests other than the verbs of a resource without more fields. */
export const billingSpecials: Record<string, Special> = {
  'POST cpd/matrix/charge': async (whose, db) => ({
    input: { cycle_id: await cycle(db, whose), product_id: await billingThings.product!(db, whose) },
  }),
  'GET subscriptionStore': async (whose, db) => {
    const product = await billingThings.product!(db, whose)
    const shows = ({ products }: { products: { id: number }[] }) => products.some(({ id }) => id === product)
    return { input: { organisation_id: whose.organisation_id }, shows }
  },
  'POST subscriptionStore/subscribe': async (whose, db) => ({
    input: { product_id: await billingThings.product!(db, whose) },
  }),
  'POST subscriptionStore/price': async (whose, db) => {
    const id = await billingThings.discountcode!(db, whose)
    const { code } = await db.selectFrom('discount_code').select('code').where('id', '=', id).executeTakeFirstOrThrow()
    return { input: { product_id: await billingThings.product!(db, whose), discount_code: code } }
  },
  'PUT reminderplan': async ({ organisation_id }, db) => {
    await db.deleteFrom('reminder_plan').where('organisation_id', '=', organisation_id).execute()
    return { input: { organisation_id, steps: [{ days: 7, subject: unique(), text: 'Please pay.' }] } }
  },
  'GET quote/pdf': only('quote'),
  'PUT quote': newInvoice,
  'POST quote': async (whose, db) => ({ input: { id: await billingThings.quote!(db, whose), reference: unique() } }),
  'POST quote/send': async (whose, db) => ({
    input: { id: await billingThings.quote!(db, whose), to: 'a@example.com' },
  }),
  'POST quote/withdraw': async (whose, db) => ({ input: { id: await makeQuote(db, whose, 'sent') } }),
  'POST quote/invoice': async (whose, db) => ({ input: { id: await makeQuote(db, whose, 'accepted') } }),
  'POST quote/read': async (whose, db) => ({ input: { token: await linkOf(db, whose) } }),
  'POST quote/answer': async (whose, db) => ({
    input: { token: await linkOf(db, whose), accept: false, name: 'Tama' },
  }),
  'PUT subscriptionmember': async (whose, db) => ({
    input: { subscription_id: await makeFamily(db, whose), name: 'Tama', email: `${unique()}@example.com` },
  }),
  'GET subscriptionmember/price': async (whose, db) => ({ input: { subscription_id: await makeFamily(db, whose) } }),
  'POST subscriptionmember/end': only('subscriptionmember'),
  'POST subscriptionmember/read': async (whose, db) => ({ input: { token: await sharedBy(db, whose) } }),
  'POST subscriptionmember/answer': async (whose, db) => ({
    input: { token: await sharedBy(db, whose), accept: false },
  }),
  'PUT recurringinvoice': async (whose, db) => {
    const { contact_id, lines, organisation_id } = (await newInvoice(whose, db)).input
    const of = { organisation_id, contact_ids: [contact_id], lines }
    return { input: { ...of, name: unique(), unit: 'month', first_on: day(1) } }
  },
  'POST recurringinvoice': async (whose, db) => ({
    input: { id: await billingThings.recurringinvoice!(db, whose), name: unique() },
  }),
  'POST recurringinvoice/step': async (whose, db) => ({
    input: { id: await billingThings.recurringinvoice!(db, whose), step: 'pause' },
  }),
  'GET invoicing/numbers': async ({ organisation_id }) => ({ input: { organisation_id } }),
  // Beyond what the lines before have used.
  'POST invoicing/number': async ({ organisation_id }) => ({
    input: { organisation_id, type: 'invoice', number: 1_000_000 + 10_000 * ++numbered },
  }),
  'POST invoicing/invoices': newInvoice,
  'PUT invoice': newInvoice,
  'POST invoice': async (whose, db) => ({ input: { ...(await drafted(whose, db)).input, reference: unique() } }),
  'DELETE invoice': drafted,
  'POST invoice/authorise': drafted,
  'GET invoices/totals': async (whose, db) => {
    const id = await makeInvoice(db, whose)
    const { reference } = await db
      .selectFrom('invoice')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { input: { search: reference }, shows: (rows) => rows.length > 0 }
  },
  'POST invoice/instalments': async (whose, db) => ({ input: { id: await makeInvoice(db, whose), instalments: 2 } }),
  'POST invoice/refund': async (whose, db) => ({
    input: { id: await makeInvoice(db, whose, { note: true }), amount: 1 },
  }),
  'POST invoice/allocate': async (whose, db) => {
    const contact_id = await billingThings['invoicing/contact']!(db, whose)
    const id = await makeInvoice(db, whose, { note: true, contact_id })
    return { input: { id, invoice_id: await makeInvoice(db, whose, { contact_id }) } }
  },
  'POST invoicing/contact/receive': async (whose, db) => ({
    input: { ...(await only('invoicing/contact')(whose, db)).input, amount: 5 },
  }),
  'POST invoicing/contact/refund': credited,
  'POST invoicing/contact/allocate': async (whose, db) => {
    const { input } = await credited(whose, db)
    return { input: { ...input, invoice_id: await makeInvoice(db, whose, { contact_id: input.id }) } }
  },
  'PUT transaction': async (whose, db) => ({
    input: { invoice_id: await makeInvoice(db, whose), kind: 'payment', amount: 1 },
  }),
  'GET invoicing/report': async ({ organisation_id }) => ({ input: { organisation_id, report: 'gst' } }),
  'GET invoicing/report/file': async ({ organisation_id }) => ({
    input: { organisation_id, report: 'aged_debtors', format: 'csv' },
  }),
  'GET invoicing/statement': stated,
  'GET invoicing/statement/file': async (whose, db) => ({
    input: { ...(await stated(whose, db)).input, format: 'csv' },
  }),
  'POST bankstatement/import': async ({ organisation_id }) => ({
    input: {
      organisation_id,
      name: 'bank.csv',
      file: Buffer.from(`Date,Amount,Payee\n2027-03-15,1.00,${unique()}\n`).toString('base64'),
    },
  }),
  'GET banklines/matches': async (whose, db) => ({
    input: { organisation_id: whose.organisation_id, after: (await billingThings.bankline!(db, whose)) - 1 },
    shows: (rows: unknown) => (rows as object[]).length > 0,
  }),
  'POST bankline/confirm': async (whose, db) => {
    const contact_id = await billingThings['invoicing/contact']!(db, whose)
    const line = { id: await billingThings.bankline!(db, whose), parts: [{ contact_id, amount: 100 }] }
    return { input: { lines: [line] } }
  },
  'POST bankline/undo': only('bankline'),
  'POST bankline/ignore': only('bankline'),
  'GET invoice/pdf': only('invoice'),
  'GET invoice/xml': only('invoice'),
  'GET invoice/facturx': only('invoice'),
  'GET storedcard/mandate': async ({ organisation_id }) => ({ input: { organisation_id } }),
  'POST storedcard/setup': async ({ organisation_id }) => ({ input: { organisation_id, mandate_version: 2 } }),
  'POST storedcard/confirm': only('storedcard'),
  'POST storedcard/remove': only('storedcard'),
  'POST pricechange/schedule': async (whose, db) => ({
    input: {
      organisation_id: whose.organisation_id,
      product_ids: [await billingThings.product!(db, whose)],
      effective_on: day(60),
      unit_amount: 1100,
    },
  }),
  'POST product/year': only('product'),
  'POST pricechange/cancel': only('pricechange'),
  'POST pricechangemember/answer': async (whose, db) => ({
    input: { id: await billingThings.pricechangemember!(db, whose), answer: 'agreed' },
  }),
  'POST providerpush/retry': only('providerpush'),
  'POST providerreading/read': only('providerreading'),
  'POST providerreading/record': only('providerreading'),
  'POST providerreading/ignore': only('providerreading'),
  'POST transaction': only('transaction'),
  'POST transaction/reverse': async (whose, db) => ({
    input: { id: await billingThings.transaction!(db, whose), reason: 'Twice' },
  }),
  'POST invoicing/connect': async ({ organisation_id }) => ({ input: { organisation_id, kind: 'xero' } }),
  'POST invoicing/callback': async () => ({ input: { state: 'of another person', code: 'x' } }),
  'POST invoicing/connection': async ({ organisation_id }) => ({ input: { organisation_id, tenant_id: 'x' } }),
  'POST invoicing/disconnect': async ({ organisation_id }) => ({ input: { organisation_id, kind: 'xero' } }),
  'PUT subscription': async (whose, db) => ({
    input: {
      organisation_id: whose.organisation_id,
      user_id: whose.owner ?? whose.other,
      product_id: await billingThings.product!(db, whose),
    },
  }),
  'POST subscription/pause': async (whose, db) => ({
    input: { id: await billingThings.subscription!(db, whose), from_on: day(2), until_on: day(9), reason: unique() },
  }),
  'POST subscription/endpause': async (whose, db) => {
    const id = await billingThings.subscription!(db, whose)
    const pause = { paused_from: day(-1), paused_until: day(9), pause_begun: true }
    await db.updateTable('subscription').set(pause).where('id', '=', id).execute()
    return { input: { id } }
  },
  'DELETE subscription': only('subscription'),
  'POST subscription/change': changed,
  'POST subscription': changed,
}

async function sharedBy(db: Db, whose: Whose): Promise<string> {
  const token = `${unique()}-as-long-as-a-token`
  await db
    .updateTable('subscription_member')
    .set({ token_sha256: hash('sha256', token) })
    .where('id', '=', await billingThings.subscriptionmember!(db, whose))
    .execute()
  return token
}

async function linkOf(db: Db, whose: Whose): Promise<string> {
  const token = `${unique()}-as-long-as-a-token`
  const id = await makeQuote(db, whose, 'sent')
  await db
    .updateTable('quote')
    .set({ token_sha256: hash('sha256', token) })
    .where('id', '=', id)
    .execute()
  return token
}

async function changed(whose: Whose, db: Network['db']): Promise<Tried> {
  const id = await billingThings.subscription!(db, whose)
  return { input: { id, product_id: await billingThings.product!(db, whose), preview: true } }
}

/** A contact with credit on account. */
async function credited(whose: Whose, db: Db) {
  const { organisation_id, owner: user_id } = whose
  const contact_id = await billingThings['invoicing/contact']!(db, whose)
  const payment = { kind: 'payment' as const, amount: -100, currency: 'NZD' }
  await db
    .insertInto('transaction')
    .values({ organisation_id, user_id, contact_id, ...payment })
    .execute()
  return { input: { id: contact_id, amount: 5 } }
}

export const billingCreations: Record<string, (whose: Whose) => object> = {
  discountcode: ({ organisation_id }) => ({ organisation_id, code: unique(), percent: '10' }),
  taxrate: ({ organisation_id }) => ({ organisation_id, code: unique(), name: 'GST', rate: '15' }),
}

export const billingChanges: Record<string, () => object> = {
  billingconfig: () => ({ due_days: 20 }),
  reminderplan: () => ({ fee_days: 20 }),
}
