import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { RunState } from '../values.ts'

/** A day of a recurring invoice for one contact: unique, so that it is written once. */
export const RecurringRun = defineTable({
  name: 'recurring_run',
  columns: {
    id: Id,
    organisation_id: Id,
    recurring_invoice_id: Id,
    contact_id: Id,
    for_day: DateOnly,
    state: RunState,
    /** Null again where its draft was deleted. */
    invoice_id: Nullable(Id),
    /** Why it was not written, or not mailed. */
    problem: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'recurring_invoice_id', 'contact_id', 'for_day'],
})
