import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { CurrencyCode, PayoutState, ProviderKind, SignedAmount } from '../values.ts'

/** Money that a payment provider sends to the bank, as it stands there now. */
export const ProviderPayout = defineTable({
  name: 'provider_payout',
  columns: {
    id: Id,
    organisation_id: Id,
    provider: ProviderKind,
    provider_id: Type.String({ maxLength: 200 }),
    state: PayoutState,
    /** Negative where the provider takes money from the bank. */
    amount: SignedAmount,
    currency: CurrencyCode,
    arrives_on: DateOnly,
    /** What the bank shows of it. */
    description: Type.String({ maxLength: 200 }),
    failure: Type.String({ maxLength: 500 }),
    /** The line of the bank that confirms it. */
    bank_line_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'provider', 'provider_id', 'state', 'amount', 'currency', 'arrives_on'],
  purge: { keeps: 'books: what a provider has paid out' },
})
