import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { OutboxState, ProviderKind } from './values.ts'

const Data = Type.Unsafe<Record<string, unknown>>(Type.Object({}))

/** What is to be written to a provider: the row first, with its idempotency key. */
export const ProviderOutbox = defineTable({
  name: 'provider_outbox',
  columns: {
    id: Id,
    organisation_id: Id,
    provider_connection_id: Nullable(Id),
    provider: ProviderKind,
    kind: Type.String(),
    entity: Type.String(),
    entity_id: Id,
    payload: Data,
    idempotency_key: Type.String(),
    state: OutboxState,
    attempts: Type.Integer(),
    not_before: Timestamp,
    leased_until: Nullable(Timestamp),
    answer: Nullable({ ...Data, 'x-jsonb': true } as typeof Data),
    /** A sentence for people. */
    error: Nullable(Type.String()),
    done_at: Nullable(Timestamp),
    /** It waits for the earlier ones that follow the same. */
    follows: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'provider', 'kind', 'entity', 'entity_id', 'idempotency_key'],
  moves: {
    values: {
      leased_until: sql`null::timestamptz`,
      state: sql`case s.state when 'running' then 'queued' else s.state end`,
    },
    about: (entity) =>
      entity === 'contact'
        ? 'contact'
        : entity === 'stored_card'
          ? 'stored_card'
          : ['invoice', 'credit_note'].includes(entity)
            ? 'invoice'
            : 'transaction',
  },
  purge: { keeps: 'books: what was written to those of a provider' },
})
