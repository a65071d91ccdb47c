import { sql } from 'kysely'
import { Type } from 'typebox'
import { RecurringRun } from '#db/tables/billing/recurring/recurring_run.ts'
import { RunState } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import { ofBooks } from '../access.ts'

const ofInvoice = (column: string) =>
  sql`(select ${sql.ref(`i.${column}`)} from invoice i where i.id = recurring_run.invoice_id)`

/** What was written of recurring invoices, and what was refused and why. */
export const recurringrun = defineResource({
  name: 'recurringrun',
  plural: 'recurringruns',
  noun: 'day of a recurring invoice',
  about: 'List the days of recurring invoices: the invoice that was written for each contact, or why it was not',
  table: 'recurring_run',
  row: Type.Object({
    ...RecurringRun.columns,
    contact_name: Nullable(Type.String()),
    document_number: Nullable(Type.String()),
    invoice_state: Nullable(Type.String()),
  }),
  computed: {
    contact_name: sql`(select k.name from contact k where k.id = recurring_run.contact_id)`,
    document_number: ofInvoice('document_number'),
    invoice_state: ofInvoice('state'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    recurring_invoice_id: equals('recurring_invoice_id', Id),
    invoice_id: equals('invoice_id', Id),
    state: equals('state', RunState),
  },
  search: [],
  sort: { id: null, for_day: null },
  default_sort: '-id',
  reads: (viewer) => ofBooks(viewer, 'recurring_run'),
  writes: (viewer) => ofBooks(viewer, 'recurring_run'),
})
