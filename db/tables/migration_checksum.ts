import { type Static, Type } from 'typebox'
import { type Table, Timestamp } from './columns.ts'

/** What each migration executed here, beside Kysely's list of them (`db/migrations/history.ts`). */
export const MigrationChecksum = Type.Object({
  name: Type.String(),
  checksum: Type.String(),
  source: Type.Union([Type.Literal('executed'), Type.Literal('recognised'), Type.Literal('accepted')]),
  created_at: Timestamp,
})

export type MigrationChecksumTable = Table<Static<typeof MigrationChecksum>, 'source' | 'created_at'>
