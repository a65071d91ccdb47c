import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Code, Percent, TaxType } from './values.ts'

/** A rate of tax while it is in force. A new rate of the same tax is a row with the same code. */
export const TaxRate = defineTable({
  name: 'tax_rate',
  columns: {
    id: Id,
    organisation_id: Id,
    code: Code,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    type: TaxType,
    rate: Percent,
    /** The first and last day; null is open. */
    effective_from: Nullable(DateOnly),
    effective_to: Nullable(DateOnly),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name', 'code'],
  required: ['organisation_id', 'code', 'name', 'rate'],
  conflicts: { tax_rate_code: ['conflict', 'code'] },
})
