import { type Static, Type } from 'typebox'
import { Id, Nullable, type Table, Timestamp } from './columns.ts'

/** Freezes what an organisation recorded before a moment: it can be neither changed nor deleted. */
export const DataLock = Type.Object({
  id: Id,
  organisation_id: Id,
  locked_until: Timestamp,
  reason: Nullable(Type.String({ maxLength: 1000 })),
  created_by_user_id: Nullable(Id),
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type DataLockTable = Table<Static<typeof DataLock>, 'id' | 'created_at' | 'modified_at'>
