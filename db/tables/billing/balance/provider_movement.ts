import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Code, CurrencyCode, MovementKind, ProviderKind, SignedAmount } from '../values.ts'

/**
 * What has moved on the account that an organisation has at its payment provider: never changed, never deleted. Its
 * clearing account changes by `amount` less `fee`, the account of fees by `fee`, and the other side by `amount`.
 */
export const ProviderMovement = defineTable({
  name: 'provider_movement',
  columns: {
    id: Id,
    organisation_id: Id,
    provider: ProviderKind,
    /** The balance transaction, with the account at the provider: once. */
    provider_id: Type.String({ maxLength: 200 }),
    kind: MovementKind,
    at: Timestamp,
    /** Money that the provider holds for the organisation from now on is positive. 0 of a fee that stands alone. */
    amount: SignedAmount,
    /** A fee that is taken is positive, one that is given back negative. */
    fee: SignedAmount,
    /** The part of the fee that the provider calls tax. */
    fee_tax: SignedAmount,
    currency: CurrencyCode,
    /** What it is about, as the ledger has it in `provider_id`, or the payout. */
    about: Nullable(Type.String({ maxLength: 200 })),
    /** Empty of payments, refunds and chargebacks. */
    description: Type.String({ maxLength: 500 }),
    clearing_account: Code,
    fee_account: Code,
    /** Where payouts go to. */
    bank_account: Nullable(Code),
    created_at: Timestamp,
  },
  required: [
    'organisation_id',
    'provider',
    'provider_id',
    'kind',
    'at',
    'amount',
    'fee',
    'fee_tax',
    'currency',
    'clearing_account',
    'fee_account',
  ],
  removal: { refused_by: 'provider_movement_kept' },
  purge: { keeps: 'books: what a provider has moved' },
})
