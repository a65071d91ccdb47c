import { Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { InvoiceContact, InvoiceIssuer } from '../invoice.ts'
import {
  Amount,
  AmountsAre,
  CurrencyCode,
  Percent,
  PositiveAmount,
  QuoteState,
  Series,
  SignedAmount,
} from '../values.ts'

/** A line with its price, tax and amounts as they are offered. */
export const QuoteLine = Type.Object({
  item_code: Type.String(),
  description: Type.String(),
  quantity: Type.String(),
  unit_price: Type.String(),
  discount: Type.String(),
  account_code: Type.String(),
  tax_rate_id: Nullable(Id),
  tax_name: Type.String(),
  tax_rate: Type.String(),
  net: SignedAmount,
  tax: SignedAmount,
  gross: SignedAmount,
})

/** An offer with a number of its own: it is no invoice, and charges nothing. */
export const Quote = defineTable({
  name: 'quote',
  columns: {
    id: Id,
    organisation_id: Id,
    contact_id: Id,
    /** Without gaps for each organisation and series; given when it is sent first. */
    number: Nullable(Type.Integer({ minimum: 1 })),
    series: Series,
    document_number: Nullable(Type.String()),
    state: QuoteState,
    lines: Json(Type.Array(QuoteLine)),
    amounts_are: AmountsAre,
    currency: CurrencyCode,
    reference: Type.String({ maxLength: 200 }),
    /** What the person reads of it. */
    note: Type.String({ maxLength: 2000 }),
    branding_theme_id: Nullable(Id),
    issued_on: DateOnly,
    /** The last day on which it is accepted. */
    valid_until: DateOnly,
    net: Amount,
    tax: Amount,
    gross: Amount,
    /** Whether its invoice is authorised when it is accepted; otherwise that is a draft. */
    authorises: Type.Boolean(),
    /** As they were when it was sent first. */
    contact: Nullable(Json(InvoiceContact)),
    issuer: Nullable(Json(InvoiceIssuer)),
    /** SHA-256 of the token of its link, in hexadecimal. */
    token_sha256: Nullable(Type.String()),
    sent_at: Nullable(Timestamp),
    sent_to: Nullable(Type.String()),
    message_id: Nullable(Id),
    answered_at: Nullable(Timestamp),
    /** As the person has typed it. */
    answered_name: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
    answered_note: Nullable(Type.String({ maxLength: 2000 })),
    /** What is asked for before the work, of the whole without or with tax as the lines are: one of both, or none. */
    deposit_percent: Nullable(Percent),
    deposit_amount: Nullable(PositiveAmount),
    /** What that comes to, with tax. */
    deposit: Amount,
    deposit_invoice_id: Nullable(Id),
    invoice_id: Nullable(Id),
    /** Why it was accepted and has no invoice, or why that is a draft. */
    problem: Nullable(Type.String()),
    /** The person who sent it, under whose right its invoice is written. */
    author_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'contact_id', 'lines', 'amounts_are', 'currency', 'issued_on', 'valid_until'],
  purge: { keeps: 'books: what was offered and agreed' },
})
