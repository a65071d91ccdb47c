import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

/** Whoever has its token sees where one tracker is, until it expires or is deleted. */
export const ShareLink = Type.Object({
  id: Id,
  organisation_id: Id,
  tracker_id: Id,
  created_by_user_id: Id,
  /** SHA-256 of the token, in hexadecimal. */
  token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
  expires_at: Timestamp,
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type ShareLinkTable = Table<Static<typeof ShareLink>, 'id' | 'created_at' | 'modified_at'>
