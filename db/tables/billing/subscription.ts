import { sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id, Nullable, OpenJson, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import {
  Amount,
  AmountsAre,
  CurrencyCode,
  EarlyMonths,
  FirstYear,
  InstalmentEvery,
  Opening,
  Opens,
  Percent,
  Period,
  SubscriptionState,
} from './values.ts'

/** A person's membership, with the price as it was agreed. */
export const Subscription = defineTable({
  name: 'subscription',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Nullable(Id),
    contact_id: Nullable(Id),
    product_id: Nullable(Id),
    product_code: Type.String(),
    product_name: Type.String(),
    state: SubscriptionState,
    period: Period,
    /** Month and day on which its years begin with those of all, such as `04-01`. */
    year_begins: Nullable(Type.String()),
    first_year: FirstYear,
    early_months: EarlyMonths,
    began_on: DateOnly,
    period_began_on: DateOnly,
    /** The last day of the period; null is for good. */
    period_ends_on: Nullable(DateOnly),
    /** The day of the month on which periods begin, or its last day where a month is shorter. */
    anchor_day: Type.Integer({ minimum: 1, maximum: 31 }),
    /** Until when the period's invoice is to be paid; days of grace follow. */
    pay_by: Nullable(DateOnly),
    grace_days: Type.Integer({ minimum: 0, maximum: 365 }),
    cancel_at_end: Type.Boolean(),
    /** The first day on which it was lapsed or cancelled. */
    ended_on: Nullable(DateOnly),
    had_trial: Type.Boolean(),
    /** The product of the trial, which is had once. */
    trial_product_id: Nullable(Id),
    renewed_count: Type.Integer({ minimum: 0 }),
    next_invoice_on: Nullable(DateOnly),
    /** The last day that was paid for in the books before these. */
    brought_until: Nullable(DateOnly),
    /** Of a whole period, for all who have it. */
    unit_amount: Amount,
    /** How many people it is for, and what the second and each further one add. */
    members_most: Type.Integer({ minimum: 1, maximum: 50 }),
    second_amount: Amount,
    further_amount: Amount,
    /** What of `unit_amount` is for people besides the payer. */
    members_amount: Amount,
    /** The price of a whole period that the person has agreed to by subscribing; null where others did that for them. */
    accepted_amount: Nullable(Amount),
    /** The price of the next period, once that is invoiced. */
    renewal_amount: Nullable(Amount),
    /** What the period costs, and the next one once that is invoiced, where it is a part of a common year. */
    period_amount: Nullable(Amount),
    renewal_part: Nullable(Amount),
    /** The last day of the next period, once that is invoiced. */
    renewal_ends_on: Nullable(DateOnly),
    /** The code that it was subscribed to with: it counts as used, also when it takes nothing off any more. */
    discount_code_id: Nullable(Id),
    discount_code: Nullable(Type.String()),
    /** What it takes off the first period that is paid, or off every one. */
    discount_percent: Nullable(Percent),
    discount_amount: Nullable(Amount),
    discount_every: Type.Boolean(),
    /** In how many parts each of its invoices is paid, and how long it is from one to the next. */
    instalments: Type.Integer({ minimum: 1, maximum: 12 }),
    instalment_every: InstalmentEvery,
    /** The first and the last day of its pause, also of one that is over or has not begun. */
    paused_from: Nullable(DateOnly),
    paused_until: Nullable(DateOnly),
    pause_reason: Type.String({ maxLength: 500 }),
    /** Whether the period ends later by the days of the pause. */
    pause_extends: Type.Boolean(),
    /** Whether it opens what it names while it is paused. */
    pause_opens: Type.Boolean(),
    /** Whether the pause has moved what it moves. */
    pause_begun: Type.Boolean(),
    /** By how many days it has made the present period longer: it gives back no more than these. */
    pause_moved: Type.Integer({ minimum: 0 }),
    /** The first day of the pause before, which is remembered where the next is planned only. */
    paused_last: Nullable(DateOnly),
    /** By how many days all pauses have made the present period longer. */
    pause_days: Type.Integer({ minimum: 0 }),
    currency: CurrencyCode,
    amounts_are: AmountsAre,
    tax_code: Type.String(),
    tax_name: Type.String(),
    tax_rate: Percent,
    account_code: Type.String(),
    opens: Opens,
    opening: Opening,
    /** The invoices of the period and of the next one. */
    invoice_id: Nullable(Id),
    renewal_invoice_id: Nullable(Id),
    /** The terms that were paid before a change which is not paid yet: without that, they hold again. */
    paid_before: Nullable(OpenJson()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['product_name'],
  required: [
    ...(['organisation_id', 'product_code', 'product_name', 'period', 'began_on', 'period_began_on'] as const),
    ...(['anchor_day', 'unit_amount', 'currency', 'amounts_are'] as const),
  ],
  moves: { at_first: { invoice_id: sql`null::bigint`, renewal_invoice_id: sql`null::bigint` } },
  conflicts: { subscription_live: ['conflict', 'product_id'] },
})
