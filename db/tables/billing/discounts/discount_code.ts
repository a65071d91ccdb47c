import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Amount, CurrencyCode, DiscountText, Percent } from '../values.ts'

/** A code that takes something off the price of memberships in the store: per cent, or an amount. */
export const DiscountCode = defineTable({
  name: 'discount_code',
  columns: {
    id: Id,
    organisation_id: Id,
    /** As it is shown; capital and small letters are the same. */
    code: DiscountText,
    description: Type.String({ maxLength: 500 }),
    percent: Nullable(Percent),
    /** Off the price of a whole period. */
    amount: Nullable(Amount),
    currency: CurrencyCode,
    /** Whether it is for everything that is sold; otherwise for the products of `discount_product`. */
    every_product: Type.Boolean(),
    /** The first and the last day on which it is taken. */
    valid_from: Nullable(DateOnly),
    valid_to: Nullable(DateOnly),
    most_uses: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    most_per_person: Nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** Whether it counts for all periods of a membership, or for the first that is paid. */
    every_period: Type.Boolean(),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['code'],
  required: ['organisation_id', 'code', 'currency'],
  conflicts: { discount_code_code: ['conflict', 'code'] },
})
