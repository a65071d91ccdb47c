import { Type } from 'typebox'
import { Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The checksum of each migration executed here, besides Kysely's list (`db/migrations/history.ts`). */
export const MigrationChecksum = defineTable({
  name: 'migration_checksum',
  columns: {
    name: Type.String(),
    checksum: Type.String(),
    source: Type.Union([Type.Literal('executed'), Type.Literal('recognised'), Type.Literal('accepted')]),
    created_at: Timestamp,
  },
  defaults: ['source', 'created_at'],
  stays: 'of the database',
  purge: { keeps: 'of the database' },
})
