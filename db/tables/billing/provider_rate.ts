import { Type } from 'typebox'
import { DateOnly, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Calls of a provider's tenant, counted over all processes. */
export const ProviderRate = defineTable({
  name: 'provider_rate',
  columns: {
    provider: Type.String(),
    tenant_id: Type.String(),
    minute: Timestamp,
    minute_count: Type.Integer(),
    day: DateOnly,
    day_count: Type.Integer(),
    /** Until when the provider has asked to wait. */
    blocked_until: Nullable(Timestamp),
  },
  required: ['provider', 'tenant_id'],
})
