import { Type } from 'typebox'
import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { InvoiceType } from './values.ts'

/** The last number of an organisation's invoices or credit notes. */
export const InvoiceCounter = defineTable({
  name: 'invoice_counter',
  columns: { organisation_id: Id, type: InvoiceType, last: Type.Integer({ minimum: 1 }) },
})
