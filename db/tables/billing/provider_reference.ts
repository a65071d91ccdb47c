import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Json, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What a provider has of a kind, such as accounts, as it was read last. */
export const ProviderReference = defineTable({
  name: 'provider_reference',
  columns: {
    provider_connection_id: Id,
    kind: Type.String(),
    rows: Json(Type.Array(Type.Unsafe<Record<string, unknown>>(Type.Object({})))),
    read_at: Timestamp,
  },
  defaults: ['read_at'],
  moves: {
    rows: (id) => sql`t.provider_connection_id in (select id from provider_connection where organisation_id = ${id})`,
  },
})
