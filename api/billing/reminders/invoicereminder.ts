import { sql } from 'kysely'
import { Type } from 'typebox'
import { InvoiceReminder } from '#db/tables/billing/reminders/invoice_reminder.ts'
import { InvoiceReminderKind } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import { ofBooks } from '../access.ts'

const delivery = (column: string) => sql<string | null>`(select ${sql.ref(`d.${column}`)} from message_delivery d
  where d.message_id = invoice_reminder.message_id order by d.channel = 'email' desc, d.id limit 1)`

/** What was sent of unpaid invoices, and the fees that were charged for them. */
export const invoicereminder = defineResource({
  name: 'invoicereminder',
  plural: 'invoicereminders',
  noun: 'reminder',
  about: 'List the reminders that were sent of unpaid invoices, and the late fees that were charged',
  table: 'invoice_reminder',
  row: Type.Object({
    ...InvoiceReminder.columns,
    document_number: Nullable(Type.String()),
    fee_number: Nullable(Type.String({ description: 'Of the invoice of the fee' })),
    address: Nullable(Type.String()),
    message_state: Nullable(Type.String({ description: 'Of the mail' })),
  }),
  computed: {
    document_number: sql`(select i.document_number from invoice i where i.id = invoice_reminder.invoice_id)`,
    fee_number: sql`(select i.document_number from invoice i where i.id = invoice_reminder.fee_invoice_id)`,
    address: delivery('address'),
    message_state: delivery('state'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    invoice_id: equals('invoice_id', Id),
    kind: equals('kind', InvoiceReminderKind),
  },
  search: [],
  sort: { id: null, sent_on: null },
  default_sort: '-id',
  reads: (viewer) => ofBooks(viewer, 'invoice_reminder'),
  writes: (viewer) => ofBooks(viewer, 'invoice_reminder'),
})
