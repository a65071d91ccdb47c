import { Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, Sized, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import {
  Amount,
  AmountsAre,
  CurrencyCode,
  Decimal4,
  Percent,
  Price4,
  RecurringState,
  RecurringUnit,
} from '../values.ts'

const optional = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema)

/** A line as it is written each time: what is missing is that of the item, else of the billing settings. */
export const RecurringLine = Type.Object(
  {
    item_code: optional(Type.String({ maxLength: 50 })),
    description: optional(Type.String({ maxLength: 4000 })),
    quantity: optional(Decimal4),
    unit_price: optional(Price4),
    discount: optional(Percent),
    account_code: optional(Type.String({ maxLength: 50 })),
    tax_rate_id: optional(Nullable(Id)),
  },
  { additionalProperties: false },
)

/** An invoice that is written again on each day of a schedule, for one contact or many. */
export const RecurringInvoice = defineTable({
  name: 'recurring_invoice',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    state: RecurringState,
    lines: Json(Sized(262_144, Type.Array(RecurringLine, { minItems: 1, maxItems: 200 }))),
    /** Whether lines with an item have its price of the day; otherwise that of the line. */
    prices_on_day: Type.Boolean(),
    amounts_are: AmountsAre,
    currency: CurrencyCode,
    reference: Type.String({ maxLength: 200 }),
    branding_theme_id: Nullable(Id),
    /** Of one invoice, as it was when this was saved. */
    gross: Amount,
    every: Type.Integer({ minimum: 1, maximum: 60 }),
    unit: RecurringUnit,
    first_on: DateOnly,
    /** The day of the month; the month's last where the month is shorter. */
    anchor_day: Type.Integer({ minimum: 1, maximum: 31 }),
    last_on: Nullable(DateOnly),
    /** How often in all. */
    most: Nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** Which day of the schedule is next, from 0. */
    occurrence: Type.Integer(),
    next_on: Nullable(DateOnly),
    /** Days that were due so far. */
    made_count: Type.Integer(),
    /** Whether it is authorised and mailed; otherwise it is left as a draft. */
    sends: Type.Boolean(),
    due_days: Type.Integer({ minimum: 0, maximum: 365 }),
    /** The person who saved it last, under whose right it is written and mailed. */
    author_user_id: Nullable(Id),
    problem: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: [
    'organisation_id',
    'name',
    'lines',
    'amounts_are',
    'currency',
    'unit',
    'first_on',
    'anchor_day',
    'next_on',
    'due_days',
  ],
})
