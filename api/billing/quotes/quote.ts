import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Quote } from '#db/tables/billing/quotes/quote.ts'
import { QuoteState } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { billingAdministered, ofBooks, todayOf } from '../access.ts'
import { digitsOf } from '../books/checks.ts'
import { writeDraft } from '../invoices/invoice.ts'
import { asBody, type LineBody, Lines, linesOf } from '../invoices/lines.ts'
import { addDays } from '../money/days.ts'
import { depositOf } from '../money/deposits.ts'
import { MoneyError } from '../money/document.ts'

const { token_sha256: _t, contact: _c, issuer: _i, ...columns } = Quote.columns
const { reference, note, amounts_are, currency, branding_theme_id, issued_on, valid_until, authorises } = columns
const { deposit_percent, deposit_amount } = columns
const terms = { issued_on, valid_until, authorises, deposit_percent, deposit_amount }
const fields = { reference, note, amounts_are, currency, branding_theme_id, ...terms }
/** Days for which a quote is valid, where none are given. */
const VALID_DAYS = 30

const contact_name = sql`coalesce(quote.contact ->> 'name', k.name)`
const expired = sql<SqlBool>`(quote.state = 'sent' and quote.valid_until < (now() at time zone o.timezone)::date)`

/** Offers, for administrators; the person reads theirs by its link. */
export const quote = defineResource({
  name: 'quote',
  plural: 'quotes',
  about: 'List quotes: offers that people accept or decline by a link, and that become invoices',
  table: 'quote',
  joins: {
    o: { table: 'organisation', on: sql<SqlBool>`o.id = quote.organisation_id` },
    k: { table: 'contact', on: sql<SqlBool>`k.id = quote.contact_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = quote.currency` },
    i: { table: 'invoice', on: sql<SqlBool>`i.id = quote.invoice_id` },
    d: { table: 'invoice', on: sql<SqlBool>`d.id = quote.deposit_invoice_id` },
  },
  row: Type.Object({
    ...columns,
    contact_name: Nullable(Type.String()),
    contact_email: Nullable(Type.String()),
    expired: Type.Boolean({ description: 'Whether its last day has passed without an answer' }),
    invoice_number: Nullable(Type.String()),
    invoice_state: Nullable(Type.String()),
    deposit_number: Nullable(Type.String()),
    deposit_state: Nullable(Type.String({ description: 'Of the invoice of its deposit' })),
    message_state: Nullable(Type.String({ description: 'Of the mail that it was sent by' })),
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: {
    contact_name,
    contact_email: sql.ref('k.email'),
    expired,
    invoice_number: sql.ref('i.document_number'),
    invoice_state: sql.ref('i.state'),
    deposit_number: sql.ref('d.document_number'),
    deposit_state: sql.ref('d.state'),
    message_state: sql`(select d.state from message_delivery d where d.message_id = quote.message_id
      and d.channel = 'email' order by d.id desc limit 1)`,
    digits: sql.ref('c.digits'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    contact_id: equals('contact_id', Id),
    state: equals('state', QuoteState),
    invoice_id: equals('invoice_id', Id),
    deposit_invoice_id: equals('deposit_invoice_id', Id),
    /** The final invoice or that of the deposit. */
    of_invoice_id: defineFilter(
      Id,
      (id) => sql<SqlBool>`(quote.invoice_id = ${id} or quote.deposit_invoice_id = ${id})`,
    ),
    expired: defineFilter(Type.Boolean(), (wanted) => sql<SqlBool>`${expired} = ${wanted}`),
  },
  search: ['document_number', 'contact_name', 'reference'],
  sort: { id: null, number: null, issued_on: null, valid_until: null, gross: null },
  default_sort: '-id',
  reads: (viewer) => ofBooks(viewer, 'quote'),
  writes: (viewer) => ofBooks(viewer, 'quote'),
  quota: { organisation: 'quotes_per_day' },

  create: {
    body: bodyOf({ contact_id: Id, lines: Lines }, { organisation_id: Id, ...fields }),
    async run(trx, viewer, { organisation_id: named, lines, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      const config = await trx
        .selectFrom('billing_config')
        .select(['currency', 'amounts_are', 'branding_theme_id'])
        .where('organisation_id', '=', organisation_id)
        .executeTakeFirstOrThrow()
      const day = body.issued_on ?? (await todayOf(trx, organisation_id))
      const values = { ...config, issued_on: day, valid_until: addDays(day, VALID_DAYS), ...body, organisation_id }
      const offered = await offer(trx, values, lines)
      return rows(trx, 'quote').insert({ ...values, ...offered, author_user_id: viewer.user_id })
    },
  },
  update: {
    body: bodyOf({}, { contact_id: Id, lines: Lines, ...fields }),
    async run(trx, viewer, { id, organisation_id, lines, ...body }) {
      const stored = await trx
        .selectFrom('quote')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (stored.state !== 'draft') throw frozen()
      const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      // One of both: what is given takes the place of the other.
      if (body.deposit_percent) changed.deposit_amount ??= null
      if (body.deposit_amount) changed.deposit_percent ??= null
      const next = { ...stored, ...changed } as typeof stored
      const offered = await offer(trx, next, lines ?? asBody(stored.lines))
      await rows(trx, 'quote').update({ id, organisation_id, ...changed, ...offered, author_user_id: viewer.user_id })
    },
  },
  async remove(trx, _viewer, target) {
    const { state } = await trx
      .selectFrom('quote')
      .select('state')
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow()
    if (state !== 'draft') throw frozen()
    await rows(trx, 'quote').remove(target)
  },
})

const frozen = () =>
  new AppError('archived', 'A quote that was sent is not changed or deleted: please withdraw it and write another.')

/**
 * The lines with their taxes and amounts. They are written as a draft of an invoice, which is taken back: a quote follows the
 * same rules.
 */
async function offer(trx: Trx, values: Offered, lines: LineBody[]) {
  const { organisation_id, contact_id, currency, amounts_are, branding_theme_id, issued_on, valid_until } = values
  if (valid_until < issued_on) throw wrong('valid_until', 'is before issued_on.')
  const of = { organisation_id, contact_id, currency, amounts_are, branding_theme_id }
  const { id } = await writeDraft(trx, { ...of, issued_on, due_on: issued_on }, lines)
  const written = await linesOf(trx, id)
  const { net, tax, gross } = await trx
    .selectFrom('invoice')
    .select(['net', 'tax', 'gross'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('invoice').where('id', '=', id).execute()
  const kept = written.map(
    ({ id: _, organisation_id: _o, invoice_id: _i, position: _p, tax_code: _c, ...line }) => line,
  )
  return { lines: JSON.stringify(kept) as never, net, tax, gross, deposit: await depositIn(trx, values, kept) }
}

/** What the deposit comes to, with tax. */
async function depositIn(trx: Trx, { currency, amounts_are, ...asked }: Offered, lines: Kept[]): Promise<number> {
  const { deposit_percent: percent = null, deposit_amount: amount = null } = asked
  if (percent === null && amount === null) return 0
  if (percent !== null && amount !== null) throw wrong('deposit_amount', 'give an amount or per cent.')
  try {
    return depositOf({ amounts_are, digits: await digitsOf(trx, currency), lines }, { percent, amount }).gross
  } catch (error) {
    if (error instanceof MoneyError) throw wrong(error.field, error.message.slice(`${error.field}: `.length))
    throw error
  }
}

type Offered = {
  organisation_id: number
  contact_id: number
  currency: string
  amounts_are: 'exclusive' | 'inclusive' | 'no_tax'
  branding_theme_id: number | null
  issued_on: string
  valid_until: string
  deposit_percent?: string | null | undefined
  deposit_amount?: number | null | undefined
}
type Kept = Parameters<typeof depositOf>[0]['lines'][number]
