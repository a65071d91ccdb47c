import { Type } from 'typebox'
import { Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** The last number of an organisation's quotes. */
export const QuoteCounter = defineTable({
  name: 'quote_counter',
  columns: { organisation_id: Id, last: Type.Integer({ minimum: 1 }) },
})
