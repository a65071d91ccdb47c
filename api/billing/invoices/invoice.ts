import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Invoice } from '#db/tables/billing/invoice.ts'
import { Amount, HomeAmount, InvoiceState, InvoiceType } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { natural } from '#db/tables/natural.ts'
import { scope } from '../../crud/access.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { billingAdministered, ofBooks, ofPersonOrBooks, todayOf } from '../access.ts'
import { checkTheme, digitsOf } from '../books/checks.ts'
import { dueOn, payableOn } from '../instalments/due.ts'
import { addDays } from '../money/days.ts'
import { checkRate } from './exchange_rate.ts'
import { asBody, copyLines, Lines, linesOf, writeLines } from './lines.ts'

const { type, amounts_are, currency, exchange_rate, issued_on, due_on, reference } = Invoice.columns
const { branding_theme_id, credits_invoice_id } = Invoice.columns
const fields = { issued_on, due_on, amounts_are, currency, exchange_rate, reference, branding_theme_id }

const contact_name = sql`coalesce(invoice.contact ->> 'name', k.name)`

/** The body of a new document; `POST invoicing/invoices` takes it, too. */
export const NewInvoice = bodyOf(
  { contact_id: Id, lines: Lines },
  { organisation_id: Id, type, ...fields, credits_invoice_id },
)

const isOpen = sql<SqlBool>`invoice.state in ('authorised', 'paid')`
const today = sql<string>`(now() at time zone o.timezone)::date`
const isOverdue = sql<SqlBool>`(invoice.state = 'authorised' and invoice.type = 'invoice' and ${dueOn('invoice')} < ${today})`

export const invoice = defineResource({
  name: 'invoice',
  plural: 'invoices',
  about: 'List invoices and credit notes; a person has their own, from when they are authorised',
  table: 'invoice',
  joins: {
    o: { table: 'organisation', on: sql<SqlBool>`o.id = invoice.organisation_id` },
    k: { table: 'contact', on: sql<SqlBool>`k.id = invoice.contact_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = invoice.currency` },
    b: { table: 'billing_config', on: sql<SqlBool>`b.organisation_id = invoice.organisation_id` },
    h: { table: 'currency', on: sql<SqlBool>`h.code = b.currency` },
  },
  row: Type.Object({
    ...Invoice.columns,
    contact_name: Nullable(Type.String()),
    open: { ...Amount, description: 'What is to be paid; of a credit note, what is not used yet' } as typeof Amount,
    overdue: Type.Boolean(),
    payable: { ...Amount, description: 'What of it is due next: of instalments, with those before' } as typeof Amount,
    next_due_on: { ...DateOnly, description: 'Of the next instalment; else as due_on' } as typeof DateOnly,
    digits: Type.Integer({ description: 'Places of the currency' }),
    home_currency: Type.String({ description: 'The organisation’s own' }),
    home_digits: Type.Integer(),
    home_gross: Nullable(HomeAmount),
    lines_count: Type.Integer(),
    message_state: Nullable(Type.String({ description: 'Of the mail that it was sent by' })),
  }),
  computed: {
    contact_name,
    open: sql`case when ${isOpen} then invoice.gross - invoice.paid else 0 end`,
    overdue: isOverdue,
    payable: sql`case when invoice.state = 'authorised' then (${payableOn('invoice', today)})::float8 else 0 end`,
    next_due_on: sql`${dueOn('invoice')}::text`,
    digits: sql.ref('c.digits'),
    home_currency: sql`coalesce(b.currency, invoice.currency)`,
    home_digits: sql`coalesce(h.digits, c.digits)`,
    home_gross: sql`case when b.currency = invoice.currency then invoice.gross
      else round(invoice.gross * power(10::numeric, h.digits - c.digits) / invoice.exchange_rate) end::float8`,
    lines_count: sql`(select count(*)::int from invoice_line l where l.invoice_id = invoice.id)`,
    message_state: sql`(select d.state from message_delivery d where d.message_id = invoice.message_id
      and d.channel = 'email' order by d.id desc limit 1)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    contact_id: equals('contact_id', Id),
    type: equals('type', InvoiceType),
    state: equals('state', InvoiceState),
    currency: equals('currency', Type.String()),
    subscription_id: equals('subscription_id', Id),
    credits_invoice_id: equals('credits_invoice_id', Id),
    overdue: defineFilter(Type.Boolean(), (wanted) => sql<SqlBool>`${isOverdue} = ${wanted}`),
    open: defineFilter(
      Type.Boolean(),
      (wanted) => sql<SqlBool>`(${isOpen} and invoice.gross <> invoice.paid) = ${wanted}`,
    ),
    issued_from: defineFilter(DateOnly, (day) => sql<SqlBool>`invoice.issued_on >= ${day}`),
    issued_before: defineFilter(DateOnly, (day) => sql<SqlBool>`invoice.issued_on < ${day}`),
  },
  search: ['document_number', 'contact_name', 'reference'],
  sort: {
    id: null,
    number: null,
    issued_on: null,
    due_on: null,
    gross: null,
    contact_name: natural(contact_name),
    state: null,
  },
  default_sort: '-id',
  reads: readsInvoices,
  writes: (viewer) => ofBooks(viewer, 'invoice'),
  quota: { organisation: 'invoices_per_day' },

  create: { body: NewInvoice, run: createInvoice },
  update: {
    body: bodyOf({}, { contact_id: Id, lines: Lines, ...fields }),
    async run(trx, _viewer, { id, organisation_id, lines, ...body }) {
      const stored = await trx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      if (stored.state !== 'draft') throw frozen()
      // A rate is that of one currency.
      if ((body.currency ?? stored.currency) !== stored.currency) body.exchange_rate ??= null
      const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const next = { ...stored, ...changed }
      checkDates(next)
      await checkTheme(trx, organisation_id, body.branding_theme_id)
      const user_id = body.contact_id ? await personOf(trx, organisation_id, body.contact_id) : undefined
      await digitsOf(trx, next.currency)
      await checkRate(trx, organisation_id, { ...body, currency: next.currency })
      await rows(trx, 'invoice').update({ id, organisation_id, ...body, ...(user_id !== undefined && { user_id }) })
      const tax_on = await creditedDay(trx, stored.credits_invoice_id)
      await writeLines(trx, { ...next, tax_on }, lines ?? asBody(await linesOf(trx, id)))
    },
  },
  async remove(trx, _viewer, target) {
    const { state } = await trx
      .selectFrom('invoice')
      .select('state')
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow()
    if (state !== 'draft') throw frozen()
    await rows(trx, 'invoice').remove(target)
  },
})

/** Drafts are for administrators. */
function readsInvoices(viewer: Viewer) {
  const own = ofPersonOrBooks(viewer, 'invoice')
  const all = ofBooks(viewer, 'invoice')
  return scope(own.extent, sql<SqlBool>`(${all} or (${own} and invoice.state <> 'draft'))`)
}

/**
 * Writes a draft.
 *
 * @throws {AppError} bad_request that names the field; not_found for a foreign contact
 */
export async function createInvoice(trx: Trx, viewer: Viewer, { lines, organisation_id: named, ...body }: NewInvoice) {
  const organisation_id = await billingAdministered(trx, viewer, named)
  await checkRate(trx, organisation_id, body)
  return writeDraft(trx, { ...body, organisation_id, created_by_user_id: viewer.user_id }, lines)
}

/**
 * Same, for documents that the platform writes itself.
 *
 * @param lines or the document whose lines are copied
 */
export async function writeDraft(
  trx: Trx,
  { organisation_id, ...body }: NewDraft,
  lines: NewInvoice['lines'] | number,
) {
  const config = await trx
    .selectFrom('billing_config')
    .select(['currency', 'amounts_are', 'due_days', 'branding_theme_id'])
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  const { due_days, ...defaults } = config
  const issued_on = body.issued_on ?? (await todayOf(trx, organisation_id))
  const values = {
    ...defaults,
    ...body,
    organisation_id,
    issued_on,
    due_on: body.due_on ?? (body.type === 'credit_note' ? issued_on : addDays(issued_on, due_days)),
    user_id: await personOf(trx, organisation_id, body.contact_id),
  }
  checkDates(values)
  await checkTheme(trx, organisation_id, body.branding_theme_id)
  await digitsOf(trx, values.currency)
  const credited = await checkCredited(trx, values)
  const exchange_rate = body.exchange_rate === undefined ? (credited?.exchange_rate ?? null) : body.exchange_rate
  const { id } = await rows(trx, 'invoice').insert({ ...values, exchange_rate })
  if (typeof lines === 'number') await copyLines(trx, lines, { id })
  else await writeLines(trx, { id, ...values, tax_on: await creditedDay(trx, values.credits_invoice_id) }, lines)
  return { id }
}

export const frozen = () =>
  new AppError('archived', 'An authorised invoice is not changed or deleted: please credit it instead.')

/** @throws {AppError} bad_request where it is due before it is issued, or a year of four digits is exceeded */
function checkDates({ issued_on, due_on }: { issued_on: string; due_on: string }): void {
  if (due_on < issued_on) throw wrong('due_on', 'is before issued_on.')
}

/** @returns the person of a contact */
async function personOf(trx: Trx, organisation_id: number, contact_id: number): Promise<number | null> {
  const contact = await trx
    .selectFrom('contact')
    .select('user_id')
    .where('id', '=', contact_id)
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!contact) throw new AppError('not_found', 'There is no such contact.', 'contact_id')
  return contact.user_id
}

async function creditedDay(trx: Trx, id: number | null | undefined): Promise<string | undefined> {
  if (id === undefined || id === null) return undefined
  return (await trx.selectFrom('invoice').select('issued_on').where('id', '=', id).executeTakeFirst())?.issued_on
}

/** @returns the invoice that a credit note is about; its rate is the note's too, unless another is given */
async function checkCredited(trx: Trx, values: Credited) {
  if (values.credits_invoice_id === undefined || values.credits_invoice_id === null) return null
  const field = 'credits_invoice_id'
  if (values.type !== 'credit_note') throw wrong(field, 'only a credit note credits an invoice.')
  const credited = await trx
    .selectFrom('invoice')
    .select(['type', 'currency', 'exchange_rate', 'contact_id'])
    .where('id', '=', values.credits_invoice_id)
    .where('organisation_id', '=', values.organisation_id)
    .executeTakeFirst()
  if (credited?.type !== 'invoice') throw new AppError('not_found', 'There is no such invoice.', field)
  if (credited.currency !== values.currency) throw wrong('currency', `the invoice is in ${credited.currency}.`)
  if (credited.contact_id !== values.contact_id) throw wrong('contact_id', 'the invoice has another contact.')
  return credited
}

type NewInvoice = Static<typeof NewInvoice>
export type NewDraft = Omit<NewInvoice, 'lines' | 'organisation_id'> & {
  organisation_id: number
  created_by_user_id?: number
  subscription_id?: number
  client_key?: string
  is_opening?: boolean
}
type Credited = {
  organisation_id: number
  contact_id: number
  currency: string
  type?: string | undefined
  credits_invoice_id?: number | null | undefined
}
