import { Type } from 'typebox'
import { Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The id of a key of the key ring (`db/keys/`). The key itself is never in the database. */
export const EncryptionKey = defineTable({
  name: 'encryption_key',
  columns: {
    id: Type.String(),
    created_at: Timestamp,
    /** When it was given up: what it encrypted cannot be read any more. */
    forgotten_at: Nullable(Timestamp),
  },
  defaults: ['created_at', 'forgotten_at'],
  stays: 'sealed values are opened with this key ring and sealed with the other',
})
