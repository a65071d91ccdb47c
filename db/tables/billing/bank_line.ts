import { Type } from 'typebox'
import { DateOnly, Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { BankLineState, CurrencyCode, SignedAmount } from './values.ts'

/** What a bank says of one movement of its account. It is in the ledger once it is confirmed. */
export const BankLine = defineTable({
  name: 'bank_line',
  columns: {
    id: Id,
    organisation_id: Id,
    bank_statement_id: Id,
    day: DateOnly,
    /** Money that came is positive. */
    amount: SignedAmount,
    currency: CurrencyCode,
    /** Who paid, or was paid. */
    name: Type.String({ maxLength: 200 }),
    reference: Type.String({ maxLength: 200 }),
    details: Type.String({ maxLength: 500 }),
    /** The account and the bank's own id of it, or what it says: a line is there once, in whatever files it comes. */
    bank_key: Type.String({ maxLength: 300 }),
    state: BankLineState,
    /** How often it was confirmed: each time writes lines of the ledger with ids of their own. */
    confirmed_count: Type.Integer({ minimum: 0 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'bank_statement_id', 'day', 'amount', 'currency', 'bank_key'],
  purge: { keeps: 'books: what the bank said of a payment' },
})
