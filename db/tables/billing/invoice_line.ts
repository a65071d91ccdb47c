import { Type } from 'typebox'
import { Id, Nullable } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Decimal4, Percent, Price4, SignedAmount } from './values.ts'

/** A line of an invoice. `unit_price` is in major units; the amounts are minor units. Those of a discount are negative. */
export const InvoiceLine = defineTable({
  name: 'invoice_line',
  columns: {
    id: Id,
    organisation_id: Id,
    invoice_id: Id,
    position: Type.Integer(),
    item_code: Type.String({ maxLength: 50 }),
    description: Type.String({ maxLength: 4000 }),
    quantity: Decimal4,
    unit_price: Price4,
    discount: Percent,
    account_code: Type.String({ maxLength: 50 }),
    tax_rate_id: Nullable(Id),
    /** The tax as it was when the line was written. */
    tax_code: Type.String(),
    tax_name: Type.String(),
    tax_rate: Percent,
    net: SignedAmount,
    tax: SignedAmount,
    gross: SignedAmount,
  },
  required: ['organisation_id', 'invoice_id', 'position'],
  purge: { keeps: 'books' },
})
