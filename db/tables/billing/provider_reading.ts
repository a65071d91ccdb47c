import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { ReadingState } from './values.ts'

/** A document of ours as it was read at the accounting provider last: what is to be read again, or decided by people. */
export const ProviderReading = defineTable({
  name: 'provider_reading',
  columns: {
    id: Id,
    organisation_id: Id,
    provider_connection_id: Id,
    invoice_id: Id,
    external_id: Type.String({ maxLength: 100 }),
    state: ReadingState,
    /** Sentences for people. */
    reason: Type.String({ maxLength: 1000 }),
    /** What people have set aside: the same again is no conflict. */
    ignored_reason: Type.String({ maxLength: 1000 }),
    not_before: Timestamp,
    /** What is asked for while it is read is read again. */
    last_asked_at: Nullable(Timestamp),
    /** Xero's ids of payments that were recorded from it. */
    recorded_ids: Type.Array(Type.String(), { maxItems: 1000 }),
    /** When the reading that was applied last began: older ones are passed over. */
    read_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'provider_connection_id', 'invoice_id', 'external_id'],
  purge: { keeps: 'books: what an invoice is at the provider' },
})
