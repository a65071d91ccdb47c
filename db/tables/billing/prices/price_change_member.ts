import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Amount, PriceAnswer } from '../values.ts'

/** A membership that a new price concerns: what its person has answered, and from when it is charged. */
export const PriceChangeMember = defineTable({
  name: 'price_change_member',
  columns: {
    id: Id,
    organisation_id: Id,
    price_change_id: Id,
    subscription_id: Id,
    user_id: Nullable(Id),
    /** Of the membership, when it was first concerned. */
    old_amount: Amount,
    /** The first day at the new price, as periods were when it was computed. */
    from_on: DateOnly,
    /** The first day of the period that was invoiced at the new price. */
    charged_on: Nullable(DateOnly),
    answer: Nullable(PriceAnswer),
    answered_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'price_change_id', 'subscription_id', 'old_amount', 'from_on'],
})
