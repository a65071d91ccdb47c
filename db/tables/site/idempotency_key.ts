import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'
import { isDaysAgo } from '../traits.ts'

/** The key and answer of a create request, for retries. Without a status it is in progress. */
export const IdempotencyKey = defineTable({
  name: 'idempotency_key',
  columns: {
    user_id: Id,
    path: Type.String(),
    key: Type.String({ maxLength: 200 }),
    body_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    status: Nullable(Type.Integer()),
    /** The answer's body, encrypted. */
    sealed: Nullable(Type.String()),
    created_at: Timestamp,
  },
  defaults: ['status', 'sealed', 'created_at'],
  stays: 'answers of this installation, for retries within a day',
  sealed: { sealed: purposes.idempotency },
  sealed_by: 'key',
  past: isDaysAgo('created_at', 1),
})
