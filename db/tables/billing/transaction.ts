import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Code, CurrencyCode, ExchangeRate, HomeAmount, Method, SignedAmount, TransactionKind } from './values.ts'

/** A line of the ledger: never changed, never deleted. The sum of an invoice's lines is its open amount. */
export const Transaction = defineTable({
  name: 'transaction',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Nullable(Id),
    contact_id: Nullable(Id),
    at: Timestamp,
    kind: TransactionKind,
    /** A charge is positive, what settles it is negative. */
    amount: SignedAmount,
    currency: CurrencyCode,
    /** Of money in another currency than the organisation's own: when it moved. */
    exchange_rate: Nullable(ExchangeRate),
    /** What the entry changes of what is owed, in the home currency; null where no rate is known. */
    home_amount: Nullable(HomeAmount),
    /** What was gained by the exchange; a loss is negative. */
    home_gain: HomeAmount,
    /** The account of the gain. */
    gain_account: Nullable(Code),
    method: Nullable(Method),
    reference: Type.String({ maxLength: 500 }),
    invoice_id: Nullable(Id),
    reverses_transaction_id: Nullable(Id),
    provider: Nullable(Type.String({ maxLength: 50 })),
    /** The payment in the provider: once. */
    provider_id: Nullable(Type.String({ maxLength: 200 })),
    client_key: Nullable(Type.String()),
    created_by: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'kind', 'amount', 'currency'],
  removal: { refused_by: 'transaction_kept' },
  purge: { keeps: 'books' },
})
