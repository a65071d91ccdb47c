import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Amount, AmountsAre, CurrencyCode, RenewedPeriod } from '../values.ts'

/** A new price of a product: renewals that begin on its day or later are invoiced at it. */
export const PriceChange = defineTable({
  name: 'price_change',
  columns: {
    id: Id,
    organisation_id: Id,
    product_id: Id,
    /** Of the product, when the change was scheduled. */
    old_amount: Amount,
    new_amount: Amount,
    /** Memberships with other terms are not concerned. */
    currency: CurrencyCode,
    amounts_are: AmountsAre,
    period: RenewedPeriod,
    effective_on: DateOnly,
    /** When the product has taken the new price. */
    applied_at: Nullable(Timestamp),
    cancelled_at: Nullable(Timestamp),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: [
    ...(['organisation_id', 'product_id', 'old_amount', 'new_amount', 'currency'] as const),
    ...(['amounts_are', 'period', 'effective_on'] as const),
  ],
  conflicts: { price_change_scheduled: ['conflict', 'product_id'] },
})
