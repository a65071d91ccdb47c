import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'
import { ConnectionState, ProviderKind } from './values.ts'

const Sealed = Nullable(Type.String())

/** An organisation's connection to an accounting or payment provider. None of its secrets is left after disconnecting. */
export const ProviderConnection = defineTable({
  name: 'provider_connection',
  columns: {
    id: Id,
    organisation_id: Id,
    kind: ProviderKind,
    state: ConnectionState,
    tenant_id: Nullable(Type.String()),
    tenant_name: Nullable(Type.String()),
    access_sealed: Sealed,
    refresh_sealed: Sealed,
    webhook_sealed: Sealed,
    /** The key that sealed them. */
    key_id: Nullable(Type.String()),
    token_version: Type.Integer(),
    expires_at: Nullable(Timestamp),
    scopes: Type.Array(Type.String()),
    settings: Type.Unsafe<Record<string, unknown>>(Type.Object({})),
    last_error: Nullable(Type.String()),
    last_error_at: Nullable(Timestamp),
    last_push_at: Nullable(Timestamp),
    connected_by: Nullable(Id),
    connected_at: Nullable(Timestamp),
    refreshed_at: Nullable(Timestamp),
    /** Until when one process may be refreshing the tokens. */
    refresh_leased_until: Nullable(Timestamp),
    /** Events of the provider up to this time were read. */
    events_read_at: Nullable(Timestamp),
    /** Changes of documents up to this time were read and applied. */
    changes_read_to: Nullable(Timestamp),
    /** From when on the balance is to be read again. */
    balance_due_at: Timestamp,
    /** Movements of the balance up to this time were read. */
    balance_read_to: Nullable(Timestamp),
    /** A pass that is not at its end: when it began, and the movement after which it continues. */
    balance_pass_began_at: Nullable(Timestamp),
    balance_pass_after: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'kind'],
  moves: { values: { refresh_leased_until: sql`null::timestamptz` } },
  sealed: { access_sealed: purposes.provider, refresh_sealed: purposes.provider, webhook_sealed: purposes.provider },
})
