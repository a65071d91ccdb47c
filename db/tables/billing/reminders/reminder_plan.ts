import { Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Amount, CurrencyCode, FeeKind, Percent } from '../values.ts'

/** Days from the day on which an invoice is due, negative before it, and what its mail says. */
export const ReminderStep = Type.Object(
  {
    days: Type.Integer({ minimum: -60, maximum: 365 }),
    subject: Type.String({ minLength: 1, maxLength: 200 }),
    text: Type.String({ minLength: 1, maxLength: 5000 }),
  },
  { additionalProperties: false },
)

/** When an organisation reminds of unpaid invoices, and what it charges for being late. */
export const ReminderPlan = defineTable({
  name: 'reminder_plan',
  columns: {
    id: Id,
    organisation_id: Id,
    active: Type.Boolean(),
    steps: Json(Type.Array(ReminderStep, { maxItems: 10 })),
    fee_kind: FeeKind,
    fee_amount: Nullable(Amount),
    fee_percent: Nullable(Percent),
    /** Of `fee_amount`: invoices in others have no such fee. */
    fee_currency: CurrencyCode,
    /** Days after the invoice was due. */
    fee_days: Type.Integer({ minimum: 1, maximum: 365 }),
    fee_description: Type.String({ maxLength: 500 }),
    /** Empty for that of the billing settings. */
    fee_account_code: Type.String({ maxLength: 50 }),
    fee_tax_rate_id: Nullable(Id),
    /** Invoices that were due before this day have no fee: it was not announced then. */
    fee_since: Nullable(DateOnly),
    /** The person who saved it last: it works under their right, which is checked again at each run. */
    author_user_id: Nullable(Id),
    /** Why the last run could not do all of it. */
    problem: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'fee_currency'],
  conflicts: { reminder_plan_organisation: ['conflict', 'organisation_id'] },
})
