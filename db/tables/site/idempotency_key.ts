import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A request to create something that may come again, and how it was answered. Without a status it is under way. */
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
})
