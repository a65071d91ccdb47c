import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import {
  Amount,
  AmountsAre,
  Code,
  CurrencyCode,
  EarlyMonths,
  FirstYear,
  InstalmentEvery,
  JoinsAs,
  Opening,
  Opens,
  Period,
  ProductKind,
  YearMonth,
} from './values.ts'

/** What an organisation sells: memberships in its store, and items for lines of invoices. */
export const Product = defineTable({
  name: 'product',
  columns: {
    id: Id,
    organisation_id: Id,
    code: Code,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.String({ maxLength: 4000 }),
    kind: ProductKind,
    unit_amount: Amount,
    currency: CurrencyCode,
    /** Whether `unit_amount` holds the tax. */
    amounts_are: AmountsAre,
    tax_rate_id: Nullable(Id),
    account_code: Code,
    /** How long a payment lasts; `none` is for good. */
    period: Period,
    /** When a year begins for all members; null where each has a year of their own. */
    year_month: Nullable(YearMonth),
    year_day: Type.Integer({ minimum: 1, maximum: 31 }),
    first_year: FirstYear,
    /** Who joins within the last months of a common year pays the whole price, which counts for the next, too. */
    early_months: EarlyMonths,
    /** In how many parts each invoice of a membership is paid, and how long it is from one to the next. */
    instalments: Type.Integer({ minimum: 1, maximum: 12 }),
    instalment_every: InstalmentEvery,
    /** How many people one membership is for, the payer included. */
    members_most: Type.Integer({ minimum: 1, maximum: 50 }),
    /** What the second person adds to the price of a period, and each further one. */
    second_amount: Amount,
    further_amount: Amount,
    trial_days: Type.Integer({ minimum: 0, maximum: 365 }),
    grace_days: Type.Integer({ minimum: 0, maximum: 365 }),
    /** Features that Users and Customers of the organisation change only with a subscription to a product that opens them. */
    opens: Opens,
    opening: Opening,
    /** Whether everyone sees it in the store, and may join the organisation by it. */
    public: Type.Boolean(),
    joins_as: JoinsAs,
    active: Type.Boolean(),
    position: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name', 'code'],
  required: ['organisation_id', 'code', 'name', 'currency'],
  conflicts: { product_code: ['conflict', 'code'] },
})
