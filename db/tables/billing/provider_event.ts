import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { EventState } from './values.ts'

/** An event that a provider has sent: handled once, however often it arrives. */
export const ProviderEvent = defineTable({
  name: 'provider_event',
  columns: {
    id: Id,
    organisation_id: Nullable(Id),
    provider: Type.String(),
    event_id: Type.String(),
    type: Type.String(),
    /** The payment that it is about. */
    about: Nullable(Type.String()),
    state: EventState,
    error: Nullable(Type.String()),
    received_at: Timestamp,
  },
  required: ['provider', 'event_id', 'type'],
})
