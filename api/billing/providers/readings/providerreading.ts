import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { ProviderReading } from '#db/tables/billing/provider_reading.ts'
import { InvoiceType, ReadingState } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { nothing } from '../../../crud/access.ts'
import { defineResource, equals } from '../../../crud/resource.ts'
import { ofOwnBooksOf } from '../providerpush.ts'

const { id, organisation_id, invoice_id, external_id, state, reason, read_at, created_at, modified_at } =
  ProviderReading.columns

/** What was read of invoices and credit notes at the accounting provider, and what people must decide. */
export const providerreading = defineResource({
  name: 'providerreading',
  plural: 'providerreadings',
  noun: 'reading',
  about: 'List the documents that were read at the accounting provider; in state conflict the reason says what differs',
  table: 'provider_reading',
  joins: {
    i: { table: 'invoice', on: sql<SqlBool>`i.id = provider_reading.invoice_id` },
    k: { table: 'contact', on: sql<SqlBool>`k.id = i.contact_id` },
  },
  row: Type.Object({
    id,
    organisation_id,
    invoice_id,
    external_id,
    state,
    reason,
    read_at,
    created_at,
    modified_at,
    type: InvoiceType,
    document_number: Nullable(Type.String()),
    contact_name: Nullable(Type.String()),
  }),
  computed: {
    type: sql.ref('i.type'),
    document_number: sql.ref('i.document_number'),
    contact_name: sql`coalesce(k.name, i.contact ->> 'name')`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    invoice_id: equals('invoice_id', Id),
    state: equals('state', ReadingState),
  },
  search: ['document_number', 'contact_name', 'reason'],
  sort: { id: null },
  default_sort: '-id',
  reads: ofOwnBooksOf('provider_reading'),
  writes: () => nothing,
})
