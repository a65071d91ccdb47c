import { Type } from 'typebox'
import { Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The id of a key of the key ring (`db/keys/`). The key itself is never in the database. */
export const EncryptionKey = defineTable({
  name: 'encryption_key',
  columns: { id: Type.String(), created_at: Timestamp },
  defaults: ['created_at'],
})
