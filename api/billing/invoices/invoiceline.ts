import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { InvoiceLine } from '#db/tables/billing/invoice_line.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { scope } from '../../crud/access.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { invoice } from './invoice.ts'

export const invoiceline = defineResource({
  name: 'invoiceline',
  plural: 'invoicelines',
  noun: 'invoice line',
  about: 'List the lines of invoices, as accountants want them',
  table: 'invoice_line',
  joins: {
    i: { table: 'invoice', on: sql<SqlBool>`i.id = invoice_line.invoice_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = i.currency` },
  },
  row: Type.Object({
    ...InvoiceLine.columns,
    document_number: Nullable(Type.String()),
    issued_on: Nullable(Type.String()),
    currency: Type.String(),
    digits: Type.Integer(),
  }),
  computed: {
    document_number: sql.ref('i.document_number'),
    issued_on: sql.ref('i.issued_on'),
    currency: sql.ref('i.currency'),
    digits: sql.ref('c.digits'),
  },
  filters: { organisation_id: equals('organisation_id', Id), invoice_id: equals('invoice_id', Id) },
  search: ['item_code', 'description'],
  sort: { id: null, position: null },
  default_sort: 'id',
  reads: readsLines,
  writes: readsLines,
})

/** Of the invoices that the viewer reads. */
function readsLines(viewer: Viewer) {
  const read = invoice.reads(viewer)
  const of = sql<SqlBool>`exists (select from invoice where invoice.id = invoice_line.invoice_id and ${read})`
  return scope(read.extent, of)
}
