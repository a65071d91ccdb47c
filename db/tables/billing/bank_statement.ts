import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { BankFormat, CurrencyCode } from './values.ts'

/** A file of a bank that was imported. */
export const BankStatement = defineTable({
  name: 'bank_statement',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    format: BankFormat,
    /** As the bank calls it; empty where the file does not say. */
    account: Type.String({ maxLength: 100 }),
    currency: CurrencyCode,
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name', 'format', 'currency'],
  purge: { keeps: 'books: which file of the bank was read' },
})
