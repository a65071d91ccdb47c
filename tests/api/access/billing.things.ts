import { sql } from 'kysely'
import { ensureBooks } from '#api/billing/books/defaults.ts'
import type { Network } from '../../network.ts'
import { day } from '../../seeds/college.ts'
import { id, unique } from './plain.ts'
import type { Whose } from './whose.ts'

type Db = Network['db']

/** A membership that a person may share. */
export async function makeFamily(db: Db, whose: Whose): Promise<number> {
  const subscription_id = await billingThings.subscription!(db, whose)
  await db.updateTable('subscription').set({ members_most: 4 }).where('id', '=', subscription_id).execute()
  return subscription_id
}

let made = 0
/** An invoice of NZD 10.00, with its charge once it is authorised. */
export async function makeInvoice(db: Db, whose: Whose, { draft = false, note = false, contact_id }: Made = {}) {
  const { organisation_id, owner: user_id } = whose
  await ensureBooks(db, [organisation_id])
  const contact = contact_id ?? (await billingThings['invoicing/contact']!(db, whose))
  const amounts = { net: 1000, tax: 0, gross: 1000 }
  const invoice_id = await id(
    db
      .insertInto('invoice')
      .values({
        organisation_id,
        user_id,
        contact_id: contact,
        currency: 'NZD',
        issued_on: day(0),
        due_on: day(0),
        type: note ? 'credit_note' : 'invoice',
        reference: unique(),
        ...amounts,
      }),
  )
  await db
    .insertInto('invoice_line')
    .values({ organisation_id, invoice_id, position: 1, unit_price: '10', ...amounts })
    .execute()
  if (draft) return invoice_id
  const number = 1_000_000 + ++made
  await db
    .updateTable('invoice')
    .set({ state: 'authorised', number, document_number: `INV-${number}` })
    .where('id', '=', invoice_id)
    .execute()
  const charge = { kind: note ? ('credit' as const) : ('charge' as const), amount: note ? -1000 : 1000 }
  await db
    .insertInto('transaction')
    .values({ organisation_id, user_id, contact_id: contact, invoice_id, currency: 'NZD', ...charge })
    .execute()
  return invoice_id
}

/** A quote of NZD 10.00. */
export async function makeQuote(db: Db, whose: Whose, state: 'draft' | 'sent' | 'accepted') {
  const { organisation_id } = whose
  await ensureBooks(db, [organisation_id])
  const contact_id = await billingThings['invoicing/contact']!(db, whose)
  const amounts = { net: 1000, tax: 0, gross: 1000 }
  const taxed = { tax_rate_id: null, tax_name: '', tax_rate: '0', account_code: '200' }
  const line = {
    item_code: '',
    description: 'Course',
    quantity: '1',
    unit_price: '10',
    discount: '0',
    ...taxed,
    ...amounts,
  }
  const number = 1_000_000 + ++made
  const sent = {
    number,
    document_number: `Q-${number}`,
    contact: JSON.stringify({ name: 'Whare' }) as never,
    issuer: JSON.stringify({ name: 'Club', terms: '' }) as never,
  }
  const answered = { answered_at: new Date().toISOString(), answered_name: 'Tama' }
  return id(
    db
      .insertInto('quote')
      .values({
        organisation_id,
        contact_id,
        state,
        lines: JSON.stringify([line]) as never,
        amounts_are: 'no_tax',
        currency: 'NZD',
        issued_on: day(0),
        valid_until: day(30),
        ...amounts,
        ...(state !== 'draft' && sent),
        ...(state === 'accepted' && answered),
      }),
  )
}

type Made = { draft?: boolean; note?: boolean; contact_id?: number }

/** Rows of resources of billing that are not plain. */
export const billingThings: Record<string, (db: Db, whose: Whose) => Promise<number>> = {
  bankstatement(db, { organisation_id }) {
    const about = { name: 'march.csv', format: 'csv' as const, currency: 'NZD' }
    return id(db.insertInto('bank_statement').values({ organisation_id, ...about }))
  },
  async bankline(db, whose) {
    const { organisation_id } = whose
    const bank_statement_id = await billingThings.bankstatement!(db, whose)
    const said = { day: day(-1), amount: 100, currency: 'NZD', name: 'Whare', bank_key: unique() }
    return id(db.insertInto('bank_line').values({ organisation_id, bank_statement_id, ...said }))
  },
  providerpayout(db, { organisation_id }) {
    const about = { provider: 'stripe' as const, provider_id: unique(), state: 'paid' as const }
    const values = { organisation_id, ...about, amount: 100, currency: 'NZD', arrives_on: day(-1) }
    return id(db.insertInto('provider_payout').values(values))
  },
  providermovement(db, { organisation_id }) {
    const about = { provider: 'stripe' as const, provider_id: unique(), kind: 'charge' as const }
    const amounts = { amount: 100, fee: 5, fee_tax: 0, currency: 'NZD', clearing_account: '095', fee_account: '404' }
    const at = new Date().toISOString()
    return id(db.insertInto('provider_movement').values({ organisation_id, ...about, ...amounts, at }))
  },
  async billingconfig(db, { organisation_id }) {
    await ensureBooks(db, [organisation_id])
    const { rows } = await sql<{ id: number }>`insert into billing_config (organisation_id, currency)
      values (${organisation_id}, 'NZD') on conflict (organisation_id) do update set currency = 'NZD' returning id`.execute(
      db,
    )
    return rows[0]!.id
  },
  invoice: (db, whose) => makeInvoice(db, whose),
  async invoiceline(db, whose) {
    const invoice_id = await makeInvoice(db, whose)
    const line = db.selectFrom('invoice_line').select('id').where('invoice_id', '=', invoice_id)
    return (await line.executeTakeFirstOrThrow()).id
  },
  /** A person has one contact in an organisation. */
  async 'invoicing/contact'(db, { organisation_id, owner }) {
    const { rows } = await sql<{ id: number }>`
      insert into contact (organisation_id, user_id, name, email) values (${organisation_id}, ${owner}, ${unique()}, 'a@example.com')
      on conflict (organisation_id, user_id) where user_id is not null do update set name = excluded.name returning id`.execute(
      db,
    )
    return rows[0]!.id
  },
  product: (db, { organisation_id }) =>
    id(db.insertInto('product').values({ organisation_id, code: unique(), name: 'Member', currency: 'NZD' })),
  discountcode: (db, { organisation_id }) =>
    id(db.insertInto('discount_code').values({ organisation_id, code: unique(), percent: '10', currency: 'NZD' })),
  storedcard(db, { organisation_id, owner: user_id }) {
    const mandate = { tenant_id: 'acct_1', mandate_version: 1, mandate_text: 'I allow it.' }
    return id(db.insertInto('stored_card').values({ organisation_id, user_id, ...mandate }))
  },
  async cardpayment(db, whose) {
    const { organisation_id, owner: user_id } = whose
    const stored_card_id = await billingThings.storedcard!(db, whose)
    const invoice_id = await makeInvoice(db, whose)
    const of = { organisation_id, user_id, stored_card_id, invoice_id, state: 'running' as const }
    return id(db.insertInto('card_payment').values(of))
  },
  async pricechange(db, whose) {
    const { organisation_id } = whose
    const product_id = await billingThings.product!(db, whose)
    const price = { old_amount: 0, new_amount: 1000, currency: 'NZD', amounts_are: 'inclusive' as const }
    const change = { organisation_id, product_id, ...price, period: 'year' as const, effective_on: day(60) }
    return id(db.insertInto('price_change').values(change))
  },
  async pricechangemember(db, whose) {
    const { organisation_id, owner: user_id } = whose
    const price_change_id = await billingThings.pricechange!(db, whose)
    const change = db.selectFrom('price_change').select('product_id').where('id', '=', price_change_id)
    const { product_id } = await change.executeTakeFirstOrThrow()
    const subscription_id = await billingThings.subscription!(db, whose)
    await db.updateTable('subscription').set({ product_id }).where('id', '=', subscription_id).execute()
    const concerned = { price_change_id, subscription_id, old_amount: 1000, from_on: day(301) }
    return id(db.insertInto('price_change_member').values({ organisation_id, user_id, ...concerned }))
  },
  providerpush(db, { organisation_id }) {
    const about = {
      provider: 'xero' as const,
      kind: 'create',
      entity: 'invoice',
      entity_id: 1,
      state: 'failed' as const,
    }
    return id(db.insertInto('provider_outbox').values({ organisation_id, ...about, idempotency_key: unique() }))
  },
  async providerreading(db, whose) {
    const { organisation_id } = whose
    const { rows } = await sql<{ id: number }>`insert into provider_connection (organisation_id, kind, state)
      values (${organisation_id}, 'xero', 'disconnected')
      on conflict (organisation_id, kind) do update set kind = excluded.kind returning id`.execute(db)
    const invoice_id = await makeInvoice(db, whose)
    const about = { provider_connection_id: rows[0]!.id, invoice_id, external_id: unique(), state: 'conflict' as const }
    return id(db.insertInto('provider_reading').values({ organisation_id, ...about }))
  },
  async subscriptionmember(db, whose) {
    const { organisation_id } = whose
    const values = { organisation_id, subscription_id: await makeFamily(db, whose), name: 'Tama', expires_at: day(30) }
    return id(db.insertInto('subscription_member').values({ ...values, email: `${unique()}@example.com` }))
  },
  async subscription(db, { organisation_id, owner: user_id }) {
    const began = { began_on: day(-1), period_began_on: day(-1), period_ends_on: day(300), anchor_day: 1 }
    const price = { unit_amount: 1000, currency: 'NZD', amounts_are: 'inclusive' as const, period: 'year' as const }
    const values = { organisation_id, user_id, product_code: 'X', product_name: 'Member', ...began, ...price }
    return id(db.insertInto('subscription').values(values))
  },
  quote: (db, whose) => makeQuote(db, whose, 'draft'),
  async recurringinvoice(db, whose) {
    const { organisation_id } = whose
    const contact_id = await billingThings['invoicing/contact']!(db, whose)
    const lines = JSON.stringify([{ description: 'Course', unit_price: '1' }]) as never
    const about = { name: unique(), lines, amounts_are: 'no_tax' as const, currency: 'NZD', unit: 'month' as const }
    const when = { first_on: day(1), next_on: day(1), anchor_day: Number(day(1).slice(8)), due_days: 14 }
    const made = await id(db.insertInto('recurring_invoice').values({ organisation_id, ...about, ...when }))
    await db
      .insertInto('recurring_contact')
      .values({ organisation_id, recurring_invoice_id: made, contact_id })
      .execute()
    return made
  },
  async recurringrun(db, whose) {
    const { organisation_id } = whose
    const recurring_invoice_id = await billingThings.recurringinvoice!(db, whose)
    const contact_id = await billingThings['invoicing/contact']!(db, whose)
    const of = { organisation_id, recurring_invoice_id, contact_id, for_day: day(1) }
    return id(db.insertInto('recurring_run').values({ ...of, state: 'dropped' }))
  },
  async reminderplan(db, { organisation_id }) {
    const { rows } = await sql<{ id: number }>`insert into reminder_plan (organisation_id, fee_currency)
      values (${organisation_id}, 'NZD') on conflict (organisation_id) do update set fee_days = 14 returning id`.execute(
      db,
    )
    return rows[0]!.id
  },
  async invoicereminder(db, whose) {
    const { organisation_id } = whose
    const step = { kind: 'reminder' as const, days: 7, sent_on: day(0) }
    const invoice_id = await makeInvoice(db, whose)
    return id(db.insertInto('invoice_reminder').values({ organisation_id, invoice_id, ...step }))
  },
  taxrate: (db, { organisation_id }) =>
    id(db.insertInto('tax_rate').values({ organisation_id, code: unique(), name: 'GST', rate: '15' })),
  transaction: (db, { organisation_id, owner: user_id }) =>
    id(db.insertInto('transaction').values({ organisation_id, user_id, kind: 'payment', amount: -1, currency: 'NZD' })),
}
