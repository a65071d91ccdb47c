import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A refresh token of a kept session. Replaced ones are stored too: one that comes back was stolen, or its successor was. */
export const RefreshToken = defineTable({
  name: 'refresh_token',
  columns: { token_sha256: Type.String(), session_id: Id, created_at: Timestamp, replaced_at: Nullable(Timestamp) },
  defaults: ['created_at', 'replaced_at'],
  stays: 'sessions of this installation',
})
