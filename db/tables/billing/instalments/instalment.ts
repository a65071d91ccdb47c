import { Type } from 'typebox'
import { DateOnly, Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Amount } from '../values.ts'

/** A part of an invoice with a day of payment of its own. Together they are what the invoice is of. */
export const Instalment = defineTable({
  name: 'instalment',
  columns: {
    id: Id,
    organisation_id: Id,
    invoice_id: Id,
    position: Type.Integer({ minimum: 1, maximum: 12 }),
    due_on: DateOnly,
    amount: Amount,
    /** What of it is paid, credited or written off, by the transactions of the invoice. */
    settled: Amount,
  },
  required: ['organisation_id', 'invoice_id', 'position', 'due_on', 'amount'],
  purge: { keeps: 'books' },
})
