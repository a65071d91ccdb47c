import { Type } from 'typebox'
import { DateOnly, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Calls of a provider's tenant, counted over all processes. */
export const ProviderRate = defineTable({
  name: 'provider_rate',
  columns: {
    provider: Type.String(),
    tenant_id: Type.String(),
    /** When the calls of the last minute began. */
    recent: Type.Array(Timestamp),
    /** Until when each call that has not ended can last. */
    running: Type.Array(Timestamp),
    day: DateOnly,
    day_count: Type.Integer(),
    /** Until when the provider has asked to wait. */
    blocked_until: Nullable(Timestamp),
  },
  required: ['provider', 'tenant_id'],
  stays: 'what this installation has asked of a provider',
})
