import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { AmountsAre, Code, CurrencyCode, ElectronicAddress, NumberPattern, NumbersBegin, YearMonth } from './values.ts'

/** What an organisation's new invoices begin with. */
export const BillingConfig = defineTable({
  name: 'billing_config',
  columns: {
    id: Id,
    organisation_id: Id,
    currency: CurrencyCode,
    amounts_are: AmountsAre,
    /** Days between issue and payment. */
    due_days: Type.Integer({ minimum: 0, maximum: 365 }),
    invoice_pattern: NumberPattern,
    credit_note_pattern: NumberPattern,
    quote_pattern: NumberPattern,
    numbers_begin: NumbersBegin,
    /** The month in which the financial year begins. */
    financial_year_month: YearMonth,
    tax_rate_id: Nullable(Id),
    account_code: Code,
    /** How long a membership may be paused; 0 where it may not. */
    pause_months: Type.Integer({ minimum: 0, maximum: 24 }),
    branding_theme_id: Nullable(Id),
    /** How to pay, such as the number of a bank account; on every invoice. */
    payment_details: Type.String({ maxLength: 1000 }),
    electronic_address: Nullable(ElectronicAddress),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'currency'],
})
