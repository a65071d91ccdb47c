import { type Static, Type } from 'typebox'
import { Id, Nullable, type Table, Timestamp } from './columns.ts'

/** Somebody is signed in somewhere. Its tokens name it, and end with it. */
export const Session = Type.Object({
  id: Id,
  user_id: Id,
  /** The administrator who acts as the user. */
  impersonator_user_id: Nullable(Id),
  ip: Nullable(Type.String({ maxLength: 64 })),
  user_agent: Nullable(Type.String({ maxLength: 500 })),
  /** Begun with the installation's secret, not a password. */
  by_operator: Type.Boolean(),
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: Nullable(Timestamp),
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type SessionTable = Table<
  Static<typeof Session>,
  'id' | 'by_operator' | 'last_seen_at' | 'created_at' | 'modified_at'
>
