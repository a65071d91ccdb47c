import { sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Amount, AmountsAre, CurrencyCode, ExchangeRate, InvoiceState, InvoiceType, Series } from './values.ts'

const Text = Nullable(Type.String())

/** A contact as it was when the invoice was authorised. */
export const InvoiceContact = Type.Object({
  name: Type.String(),
  company: Text,
  email: Text,
  phone: Text,
  address1: Text,
  address2: Text,
  address3: Text,
  city: Text,
  postcode: Text,
  country: Text,
  tax_number: Text,
})

/** The organisation and its theme as they were then. */
export const InvoiceIssuer = Type.Object({
  name: Type.String(),
  address1: Text,
  address2: Text,
  address3: Text,
  gst_number: Text,
  phone: Text,
  email: Text,
  terms: Type.String(),
  footer: Type.String(),
  payment_details: Type.String(),
  logo_file_id: Nullable(Id),
})

/** An invoice or a credit note, whose amounts are positive too: its type makes them negative in the ledger. */
export const Invoice = defineTable({
  name: 'invoice',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The person whose contact it is. */
    user_id: Nullable(Id),
    type: InvoiceType,
    /** Without gaps for each organisation, type and series; given when it is authorised. */
    number: Nullable(Type.Integer({ minimum: 1 })),
    series: Series,
    /** The number as it is printed. */
    document_number: Nullable(Type.String()),
    contact_id: Nullable(Id),
    contact: Nullable(Json(InvoiceContact)),
    issuer: Nullable(Json(InvoiceIssuer)),
    state: InvoiceState,
    amounts_are: AmountsAre,
    currency: CurrencyCode,
    /** How many units of `currency` one of the organisation's own currency is worth; null where none was given. */
    exchange_rate: Nullable(ExchangeRate),
    issued_on: DateOnly,
    due_on: DateOnly,
    reference: Type.String({ maxLength: 200 }),
    branding_theme_id: Nullable(Id),
    net: Amount,
    tax: Amount,
    gross: Amount,
    /** What is settled: `gross` minus the sum of its transactions. */
    paid: Amount,
    credits_invoice_id: Nullable(Id),
    subscription_id: Nullable(Id),
    /** In the accounting provider. */
    external_id: Text,
    external_state: Text,
    pushed_at: Nullable(Timestamp),
    sent_at: Nullable(Timestamp),
    message_id: Nullable(Id),
    authorised_at: Nullable(Timestamp),
    pdf_file_id: Nullable(Id),
    /** Made by the client or a task, so that a repeated request creates one invoice. */
    client_key: Text,
    /** Brought forward from the books before: its charge is no income of these. */
    is_opening: Type.Boolean(),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'currency', 'issued_on', 'due_on'],
  moves: {
    // Its lines are not written to an invoice that is authorised.
    at_first: { state: sql`'draft'`, number: sql`null::integer`, document_number: sql`null::text` },
  },
  purge: { keeps: 'books, which the law keeps' },
})
