import { Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A contact for whom a recurring invoice is written. */
export const RecurringContact = defineTable({
  name: 'recurring_contact',
  columns: { organisation_id: Id, recurring_invoice_id: Id, contact_id: Id },
  required: ['organisation_id', 'recurring_invoice_id', 'contact_id'],
})
