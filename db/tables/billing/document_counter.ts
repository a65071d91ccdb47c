import { Type } from 'typebox'
import { Id } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { DocumentKind, Series } from './values.ts'

/** The last number of an organisation's invoices, credit notes or quotes in a series. */
export const DocumentCounter = defineTable({
  name: 'document_counter',
  columns: {
    organisation_id: Id,
    type: DocumentKind,
    series: Series,
    last: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
  },
})
