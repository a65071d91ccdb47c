import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { InvoiceReminderKind } from '../values.ts'

/** That an unpaid invoice was reminded of, or that a late fee was charged for it: each step once, and one fee. */
export const InvoiceReminder = defineTable({
  name: 'invoice_reminder',
  columns: {
    id: Id,
    organisation_id: Id,
    invoice_id: Id,
    /** Of which instalment; 0 where there are none. */
    instalment: Type.Integer({ minimum: 0, maximum: 12 }),
    kind: InvoiceReminderKind,
    /** Of the step of the plan: days from the day on which it was due. */
    days: Type.Integer(),
    sent_on: DateOnly,
    /** The invoice of the fee. */
    fee_invoice_id: Nullable(Id),
    message_id: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'invoice_id', 'kind', 'days', 'sent_on'],
})
