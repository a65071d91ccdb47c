import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

/** A browser or a network that somebody has signed in from. */
export const SignInOrigin = Type.Object({
  user_id: Id,
  origin_sha256: Type.String(),
  last_used_at: Timestamp,
})

export type SignInOriginTable = Table<Static<typeof SignInOrigin>, 'last_used_at'>
